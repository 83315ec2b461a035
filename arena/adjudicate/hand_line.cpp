#include "arena/adjudicate/hand_line.h"

#include <array>
#include <boost/json/basic_parser_impl.hpp>
#include <variant>

#include "arena/adjudicate/objection.h"
#include "arena/text/printable.h"

namespace arena {
namespace {

using boost::json::error_code;
using Numbers = std::vector<std::int64_t>;
using Texts = std::vector<std::string>;

/// Where a value goes; the alternative is the type it must have.
using Place = std::variant<std::string*, std::optional<std::string>*, std::optional<std::int64_t>*,
                           std::optional<bool>*, Texts*, Numbers*, std::optional<Numbers>*>;

struct Key {
  std::string_view name;
  Place (*place)(HandLine&);
};

constexpr auto kKeys = std::to_array<Key>({
    {"variant", [](HandLine& line) -> Place { return &line.variant; }},
    {"hand", [](HandLine& line) -> Place { return &line.hand; }},
    {"dealer", [](HandLine& line) -> Place { return &line.dealer; }},
    {"deal", [](HandLine& line) -> Place { return &line.deal; }},
    {"leftover", [](HandLine& line) -> Place { return &line.leftover; }},
    {"point_suit", [](HandLine& line) -> Place { return &line.point_suit; }},
    {"pass", [](HandLine& line) -> Place { return &line.pass; }},
    {"select", [](HandLine& line) -> Place { return &line.select; }},
    {"plays", [](HandLine& line) -> Place { return &line.plays; }},
    {"choice", [](HandLine& line) -> Place { return &line.choice; }},
    {"totals", [](HandLine& line) -> Place { return &line.totals; }},
    {"extra", [](HandLine& line) -> Place { return &line.extra; }},
});

struct TypeName {
  std::string_view operator()(std::string*) const { return "a text"; }
  std::string_view operator()(std::optional<std::string>*) const { return "a text"; }
  std::string_view operator()(std::optional<std::int64_t>*) const { return "a whole number"; }
  std::string_view operator()(std::optional<bool>*) const { return "true or false"; }
  std::string_view operator()(Texts*) const { return "a list of texts"; }
  std::string_view operator()(Numbers*) const { return "a list of whole numbers"; }
  std::string_view operator()(std::optional<Numbers>*) const { return "a list of whole numbers"; }
};

/// Takes the parser's events. No tree of values is built, for that would keep one of two equal keys and say nothing.
class LineHandler {
 public:
  static constexpr std::size_t max_object_size = static_cast<std::size_t>(-1);
  static constexpr std::size_t max_array_size = static_cast<std::size_t>(-1);
  static constexpr std::size_t max_key_size = static_cast<std::size_t>(-1);
  static constexpr std::size_t max_string_size = static_cast<std::size_t>(-1);

  HandLine line;

  bool seen(std::string_view name) const {
    for (std::size_t i = 0; i < kKeys.size(); ++i) {
      if (kKeys[i].name == name) return seen_[i];
    }
    return false;
  }

  bool on_document_begin(error_code&) { return true; }
  bool on_document_end(error_code&) { return true; }

  bool on_object_begin(error_code&) {
    if (inside_) refuse_type();
    inside_ = true;
    return true;
  }
  bool on_object_end(std::size_t, error_code&) { return true; }

  bool on_array_begin(error_code&) {
    require_object();
    if (in_list_) refuse_type();
    in_list_ = true;
    if (auto* totals = std::get_if<std::optional<Numbers>*>(&place_)) {
      (*totals)->emplace();
    } else if (!std::holds_alternative<Texts*>(place_) && !std::holds_alternative<Numbers*>(place_)) {
      refuse_type();
    }
    return true;
  }
  bool on_array_end(std::size_t, error_code&) {
    in_list_ = false;
    return true;
  }

  bool on_key_part(boost::json::string_view part, std::size_t, error_code&) {
    text_.append(part.data(), part.size());
    return true;
  }
  bool on_key(boost::json::string_view part, std::size_t, error_code&) {
    text_.append(part.data(), part.size());
    for (std::size_t i = 0; i < kKeys.size(); ++i) {
      if (kKeys[i].name != text_) continue;
      key_ = kKeys[i].name;
      if (seen_[i]) object_to(key_, "this key stands twice");
      seen_[i] = true;
      place_ = kKeys[i].place(line);
      text_.clear();
      return true;
    }
    std::string known;
    for (const Key& key : kKeys) known += (known.empty() ? "" : ", ") + std::string(key.name);
    throw Objection("there is no key '" + printable(text_, 40) + "'; known: " + known);
  }

  bool on_string_part(boost::json::string_view part, std::size_t, error_code&) {
    text_.append(part.data(), part.size());
    return true;
  }
  bool on_string(boost::json::string_view part, std::size_t, error_code&) {
    require_object();
    text_.append(part.data(), part.size());
    if (auto* texts = std::get_if<Texts*>(&place_); texts != nullptr && in_list_) {
      (*texts)->push_back(std::move(text_));
    } else if (auto* text = std::get_if<std::string*>(&place_)) {
      **text = std::move(text_);
    } else if (auto* optional = std::get_if<std::optional<std::string>*>(&place_)) {
      **optional = std::move(text_);
    } else {
      refuse_type();
    }
    text_.clear();
    return true;
  }

  bool on_number_part(boost::json::string_view, error_code&) { return true; }
  bool on_int64(std::int64_t number, boost::json::string_view, error_code&) {
    require_object();
    if (auto* numbers = std::get_if<Numbers*>(&place_); numbers != nullptr && in_list_) {
      (*numbers)->push_back(number);
    } else if (auto* totals = std::get_if<std::optional<Numbers>*>(&place_); totals != nullptr && in_list_) {
      (**totals)->push_back(number);
    } else if (auto* optional = std::get_if<std::optional<std::int64_t>*>(&place_)) {
      **optional = number;
    } else {
      refuse_type();
    }
    return true;
  }
  // Only what exceeds the signed numbers comes here.
  bool on_uint64(std::uint64_t, boost::json::string_view, error_code&) { refuse_number(); }
  bool on_double(double, boost::json::string_view, error_code&) { refuse_number(); }

  bool on_bool(bool value, error_code&) {
    require_object();
    auto* flag = std::get_if<std::optional<bool>*>(&place_);
    if (flag == nullptr) refuse_type();
    **flag = value;
    return true;
  }
  /// As if the key were absent.
  bool on_null(error_code&) {
    require_object();
    if (in_list_) refuse_type();
    return true;
  }

  bool on_comment_part(boost::json::string_view, error_code&) { return true; }
  bool on_comment(boost::json::string_view, error_code&) { return true; }

 private:
  void require_object() const {
    if (!inside_) throw Objection("a line must be a JSON object: {\"variant\": ..., \"deal\": [...]}");
  }
  [[noreturn]] void refuse_type() const { object_to(key_, "must be " + std::string(std::visit(TypeName(), place_))); }
  [[noreturn]] void refuse_number() const {
    require_object();
    refuse_type();
  }

  bool inside_ = false;   // in the line's object
  bool in_list_ = false;  // in a list of it
  std::string text_;      // of a key or text that comes in parts
  std::string_view key_;
  Place place_;
  std::array<bool, kKeys.size()> seen_{};
};

}  // namespace

HandLine parse_hand_line(std::string_view text) {
  // The object and a list in it; a third level is refused by the handler before it opens a fourth.
  boost::json::parse_options options;
  options.max_depth = 3;
  boost::json::basic_parser<LineHandler> parser(options);
  boost::system::error_code error;
  const std::size_t parsed = parser.write_some(false, text.data(), text.size(), error);
  if (!error && parsed < text.size()) error = boost::json::error::extra_data;
  if (error) throw Objection("no JSON, byte " + std::to_string(parsed + 1) + ": " + error.message());
  for (const char* key : {"variant", "deal"}) {
    if (!parser.handler().seen(key)) throw Objection("\"" + std::string(key) + "\" is missing");
  }
  return std::move(parser.handler().line);
}

}  // namespace arena
