#include "arena/admission/submit/league_entry.h"

#include <sys/stat.h>

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <iterator>

#include "arena/base/text/input_error.h"
#include "arena/base/text/input_file.h"
#include "arena/base/text/json_spans.h"
#include "arena/base/text/whole_file.h"
#include "arena/league/plan/league_file.h"

namespace arena {
namespace {

namespace fs = std::filesystem;
namespace json = boost::json;

/// The text of an entrant that names its bot: all of it, or its member "bot".
std::optional<JsonSpan> word_of(std::string_view text, JsonSpan entrant) {
  if (entrant.of(text).starts_with('"')) return entrant;
  return json_member(text, entrant, "bot");
}

}  // namespace

std::string with_entrant(std::string_view name, std::string_view text, std::string_view word,
                         const std::optional<std::string>& old) {
  const auto entrants = json_member(text, json_span(text), "entrants");
  if (!entrants || text[entrants->begin] != '[') throw InputError(std::string(name) + ": \"entrants\" is missing");
  const std::string entrant = json::serialize(json::string(word));
  const std::vector<JsonSpan> items = json_items(text, *entrants);
  std::string changed(text);
  for (const JsonSpan& item : items) {
    const auto named = word_of(text, item);
    if (!old || !named || json::parse(named->of(text)) != json::value(*old)) continue;
    return changed.replace(named->begin, named->end - named->begin, entrant);
  }
  if (items.empty()) return changed.replace(entrants->begin, entrants->end - entrants->begin, "[" + entrant + "]");
  // As the last one stands behind what is before it.
  const std::size_t before = items.size() > 1 ? items[items.size() - 2].end : entrants->begin + 1;
  std::string space(text.substr(before, items.back().begin - before));
  std::erase(space, ',');
  if (space.empty() && items.size() == 1) space = " ";
  return changed.insert(items.back().end, "," + space + entrant);
}

void enter_in_league(const fs::path& file, std::string_view word, const std::optional<std::string>& old) {
  const fs::path true_place = fs::canonical(file);
  std::ifstream input = open_input(true_place);
  const std::string text(std::istreambuf_iterator<char>(input), {});
  struct stat info = {};
  const unsigned mode = ::stat(true_place.c_str(), &info) == 0 ? info.st_mode & 0777 : 0644;
  WholeFile changed(true_place, mode);
  changed.write(with_entrant(file.string(), text, word, old));
  changed.sync();
  read_league(changed.beside(), 1);
  changed.move_into_place();
}

}  // namespace arena
