#include "arena/results/report/page.h"

#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <stdexcept>

#include "arena/base/text/input_error.h"
#include "arena/base/text/input_file.h"
#include "arena/base/text/whole_file.h"

namespace arena {

namespace json = boost::json;

std::string markup_free(std::string_view json) {
  std::string text;
  text.reserve(json.size() + json.size() / 64);
  for (std::size_t i = 0; i < json.size(); ++i) {
    const char byte = json[i];
    const std::string_view here = json.substr(i, 3);
    if (byte == '<') {
      text += "\\u003c";
    } else if (byte == '>') {
      text += "\\u003e";
    } else if (byte == '&') {
      text += "\\u0026";
    } else if (here == "\u2028" || here == "\u2029") {
      text += here == "\u2028" ? "\\u2028" : "\\u2029";
      i += 2;
    } else {
      text += byte;
    }
  }
  return text;
}

namespace {

/// A page may be overwritten because it can be made again. Records cannot.
void check_free(const std::filesystem::path& file) {
  static const std::string_view kStart = page_template().substr(0, std::string_view("<!doctype html>").size());
  const std::string start = read_if_there(file, kStart.size()).value_or("");
  if (!start.empty() && start != kStart)
    throw InputError(file.string() + " exists and is not a page of the arena; choose another file");
}

}  // namespace

void write_page(const std::filesystem::path& file, const json::object& report, const PageReplays& replays) {
  const std::string_view page = page_template();
  const std::size_t place = page.find(kPagePlaceholder);
  if (place == std::string_view::npos) throw std::logic_error("the page has no place for its data");
  check_free(file);
  WholeFile out(file);
  out.write(page.substr(0, place));
  out.write("{");
  // Writes one member after another. The whole text would take as much memory as the report itself.
  for (const auto& [key, value] : report) {
    const std::string name = json::serialize(json::string(key));
    out.write(markup_free(name + ":" + json::serialize(value)));
    out.write(",\n");
  }
  out.write("\"replays\":{");
  for (std::size_t i = 0; i < replays.size(); ++i) {
    out.write(i == 0 ? "\n" : ",\n");
    out.write(markup_free(json::serialize(json::string(replays[i].first)) + ":" + replays[i].second));
  }
  out.write("}}");
  out.write(page.substr(place + kPagePlaceholder.size()));
  out.sync();
  out.move_into_place();
}

}  // namespace arena
