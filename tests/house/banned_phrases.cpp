#include "tests/house/banned_phrases.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <unordered_map>
#include <vector>

namespace house {

namespace {

constexpr auto kPhrases = std::to_array<BannedPhrase>({
    {"at once", "immediately, or at the same time"},
    {"by chance", "at random"},
    {"likewise", "also, or repeat the words"},
    {"caretaker|caretakers", "reaper"},
    {"mend|mends|mended|mending", "fix, or correct"},
    {"may|can truly", "may, or can"},
    {"to be had", "available"},
    {"reckon|reckons|reckoned|reckoning", "compute, or count"},
    {"anew", "again"},
    {"handed|handing in", "submit"},
    {"to|may|can|must|might hand in", "submit"},
    {"hand|hands it|them in", "submit"},
    {"is|are|be|was|were|been taken up", "resumed, or started"},
    {"starts spent", "restarts used up"},
    {"errs", "makes a mistake"},
    {"who|that|which|may|might|must err", "makes a mistake"},
    {"take|takes|taken|taking apart", "parse"},
    {"at most so", "at most this many, or no longer than this"},
    {"told that", "a verb for the one who says it: prints, reports, asks"},
    {"stand|stands|stood|lie|lies in !for", "is in"},
    {"stand|stands|stood beside|below|before|twice|at|on|first|by|over|there|under", "is, or comes"},
    {"lie|lies upon|beside|elsewhere|unread|below|beneath|among|where", "is"},
    {"goes on", "continues, or is resumed"},
    {"go on", "continue, or resume"},
    {"outgrow|outgrows|outgrown|outgrew", "extended"},
    {"is|are no terminal", "is not a terminal"},
    {"news", "what changed, or a stage"},
    {"trust so", "trust that far"},
    {"killed by a hand", "killed by something outside the arena"},
    {"nowhere else", "only here"},
    {"take|takes a|the bot|bots in", "accept"},
    {"take|takes in a bot", "accept"},
    {"program|command|doctor|report|run|verification|message|page|help|record|records|file|files|watch|session|outcome "
     "tell|tells",
     "print, show, or report"},
    {"bot|bots|seat|seats|player|arena hear|hears", "read, or receive"},
    {"run|league|gauntlet|tournament grow|grows|grew", "is extended"},
    {"run|league|gauntlet|tournament that grows", "is extended"},
    {"so often a|the|each", "a limit per hand"},
    {"told of|with", "reported, or shown"},
    {"what is no", "is not"},
});

constexpr std::string_view kOwnFiles = "tests/house/banned_phrases";

// Other languages than C and C++, whose code is read like prose: a phrase of several words is rarely an identifier.
constexpr std::array<std::string_view, 16> kWholeTexts = {".md",   ".txt", ".cmake", ".py",   ".js",  ".mjs",
                                                          ".ts",   ".sh",  ".css",   ".html", ".awk", ".go",
                                                          ".java", ".lua", ".pl",    ".rs"};
constexpr std::array<std::string_view, 4> kCSources = {".h", ".cpp", ".c", ".inc"};

bool ends_with_one_of(const std::string& path, std::span<const std::string_view> ends) {
  return std::ranges::any_of(ends, [&](std::string_view end) { return path.ends_with(end); });
}

using Words = std::vector<std::string_view>;

Words split(std::string_view text, char separator) {
  Words parts;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find(separator, at), text.size());
    parts.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return parts;
}

struct Phrase {
  std::vector<Words> words;  // the alternatives of each
  Words allowed_before;
  std::string_view instead;
};

// The phrases by their first word, each alternative of it.
using Index = std::unordered_map<std::string_view, std::vector<Phrase>>;

Index indexed_phrases() {
  Index index;
  for (const BannedPhrase& banned : banned_phrases()) {
    Phrase phrase{{}, {}, banned.instead};
    for (const std::string_view word : split(banned.pattern, ' ')) {
      if (word.starts_with('!')) {
        phrase.allowed_before = split(word.substr(1), '|');
      } else {
        phrase.words.push_back(split(word, '|'));
      }
    }
    for (const std::string_view first : phrase.words.front()) index[first].push_back(phrase);
  }
  return index;
}

// Overwrites `code` between backquotes on one line. Fences, which are three, stay.
void blank_quoted_code(std::string& text) {
  for (std::size_t at = text.find('`'); at < text.size(); at = text.find('`', at)) {
    const std::size_t after = std::min(text.find_first_not_of('`', at), text.size());
    const std::size_t end = text.find_first_of("`\n", after);
    if (after - at == 1 && end < text.size() && text[end] == '`') {
      std::fill(text.begin() + static_cast<std::ptrdiff_t>(after), text.begin() + static_cast<std::ptrdiff_t>(end),
                ' ');
      at = end + 1;
    } else {
      at = after;
    }
  }
}

// The prose of the file in small letters, with lines where they were.
std::string prose_of(const SourceFile& file) {
  const bool is_c = ends_with_one_of(file.path, kCSources);
  std::string text = is_c ? blanked(file.text, Blank::code) : file.text;
  if (is_c || file.path.ends_with(".md")) blank_quoted_code(text);
  std::ranges::transform(text, text.begin(),
                         [](char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); });
  return text;
}

struct Word {
  std::string_view text;  // empty: a character that ends phrases
  std::size_t line = 0;
};

// A phrase continues over spaces and the quotes of adjacent literals, and over the mark of a comment on a new line.
std::vector<Word> prose_words(std::string_view text) {
  const auto is_part = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  std::vector<Word> words;
  std::size_t line = 1;
  bool on_new_line = true;  // no word of the line yet
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    if (is_part(c)) {
      std::size_t end = at;
      while (end < text.size() && is_part(text[end])) ++end;
      words.push_back({text.substr(at, end - at), line});
      on_new_line = false;
      at = end;
      continue;
    }
    if (c == '\n') {
      ++line;
      on_new_line = true;
    } else if (c != ' ' && c != '\t' && c != '\r' && c != '"' && !(on_new_line && (c == '/' || c == '*' || c == '#'))) {
      words.push_back({{}, line});
    }
    // An escaped character is not part of a word: \n in a literal.
    at += c == '\\' && text.substr(at + 1, 1) != "\n" ? 2 : 1;
  }
  return words;
}

bool is_at(const Phrase& phrase, std::span<const Word> words) {
  const auto has = [](const Words& alternatives, const Word& word) {
    return std::ranges::find(alternatives, word.text) != alternatives.end();
  };
  const std::size_t length = phrase.words.size();
  if (words.size() < length) return false;
  for (std::size_t i = 0; i < length; ++i) {
    if (!has(phrase.words[i], words[i])) return false;
  }
  return words.size() == length || !has(phrase.allowed_before, words[length]);
}

}  // namespace

std::span<const BannedPhrase> banned_phrases() { return kPhrases; }

bool has_prose(const std::string& path) {
  if (path.starts_with(kOwnFiles)) return false;
  if (ends_with_one_of(path, kWholeTexts) || ends_with_one_of(path, kCSources)) return true;
  return (path.starts_with("scripts/") || path.starts_with(".ci/")) &&
         path.find('.', path.rfind('/')) == std::string::npos;
}

Findings banned_phrases_in(const SourceTree& tree) {
  static const Index index = indexed_phrases();
  Findings findings;
  for (const SourceFile& file : tree) {
    if (!has_prose(file.path)) continue;
    const std::string text = prose_of(file);
    const std::vector<Word> words = prose_words(text);
    for (std::size_t i = 0; i < words.size(); ++i) {
      const auto phrases = index.find(words[i].text);
      if (phrases == index.end()) continue;
      const std::span<const Word> rest = std::span(words).subspan(i);
      for (const Phrase& phrase : phrases->second) {
        if (!is_at(phrase, rest)) continue;
        std::string found;
        for (std::size_t k = 0; k < phrase.words.size(); ++k) found += (k > 0 ? " " : "") + std::string(rest[k].text);
        findings.push_back(finding(file.path, words[i].line, "'" + found + "': write " + std::string(phrase.instead)));
      }
    }
  }
  return findings;
}

}  // namespace house
