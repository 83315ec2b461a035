#include "arena/base/text/legible.h"

#include <fmt/format.h>
#include <unicode/locid.h>
#include <unicode/normalizer2.h>
#include <unicode/ubidi.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>
#include <unicode/uspoof.h>
#include <unicode/utf8.h>

#include <algorithm>
#include <array>
#include <memory>
#include <stdexcept>

namespace arena {
namespace {

void check(UErrorCode error) {
  if (U_FAILURE(error)) throw std::runtime_error(std::string("ICU: ") + ::u_errorName(error));
}

/// Returns the letter that a character shows as a small capital or in a filled box, and any other character as it is.
/// The tables of Technical Standard 39 do not have these letters.
UChar32 letter_shown_by(UChar32 character) {
  constexpr std::string_view kKinds[] = {"LATIN LETTER SMALL CAPITAL ", "NEGATIVE CIRCLED LATIN CAPITAL LETTER ",
                                         "NEGATIVE SQUARED LATIN CAPITAL LETTER ", "REGIONAL INDICATOR SYMBOL LETTER "};
  std::array<char, 128> bytes;
  UErrorCode error = U_ZERO_ERROR;
  const std::int32_t size =
      ::u_charName(character, U_UNICODE_CHAR_NAME, bytes.data(), static_cast<std::int32_t>(bytes.size()), &error);
  if (U_FAILURE(error) || size <= 0) return character;
  const std::string_view name(bytes.data(), static_cast<std::size_t>(size));
  const bool is_shown = std::ranges::any_of(
      kKinds, [&](std::string_view kind) { return name.starts_with(kind) && name.size() == kind.size() + 1; });
  return is_shown ? static_cast<UChar32>(name.back()) : character;
}

/// Puts the characters into the order in which a reader sees them on a line that runs from left to right. A number
/// before a Hebrew or an Arabic word, for example, is seen where the same number after that word is.
icu::UnicodeString visual_order_of(const icu::UnicodeString& text) {
  UErrorCode error = U_ZERO_ERROR;
  const std::unique_ptr<UBiDi, void (*)(UBiDi*)> line(::ubidi_open(), ::ubidi_close);
  ::ubidi_setPara(line.get(), text.getBuffer(), text.length(), UBIDI_LTR, nullptr, &error);
  icu::UnicodeString seen;
  char16_t* const room = seen.getBuffer(text.length() + 1);
  const std::int32_t size =
      ::ubidi_writeReordered(line.get(), room, text.length() + 1,
                             UBIDI_DO_MIRRORING | UBIDI_KEEP_BASE_COMBINING | UBIDI_REMOVE_BIDI_CONTROLS, &error);
  seen.releaseBuffer(U_FAILURE(error) ? 0 : size);
  check(error);
  return seen;
}

/// Skeletons as in Unicode's Technical Standard 39, section 4: in each, one character stands for all that look like it.
class Skeletons {
 public:
  Skeletons() {
    UErrorCode error = U_ZERO_ERROR;
    checker_.reset(::uspoof_open(&error));
    folding_ = icu::Normalizer2::getNFKCCasefoldInstance(error);
    parting_ = icu::Normalizer2::getNFDInstance(error);
    check(error);
  }

  /// Returns one text for all that look like this one. A character that case folding or the skeleton brings in may
  /// itself have a skeleton, so they are repeated; three times is enough for all characters.
  icu::UnicodeString look_of(icu::UnicodeString text) const {
    UErrorCode error = U_ZERO_ERROR;
    for (int time = 0; time < 3; ++time) {
      icu::UnicodeString skeleton;
      ::uspoof_getSkeletonUnicodeString(checker_.get(), 0, text, skeleton, &error);
      text = folding_->normalize(skeleton, error);
      check(error);
    }
    text = parting_->normalize(text, error);
    check(error);
    // All long dashes have the skeleton of this letter, and so has the Chinese one, of which two are no longer one.
    constexpr UChar32 kLongDash = 0x30FC;
    icu::UnicodeString look;
    UChar32 last = 0;
    for (std::int32_t at = 0; at < text.length(); at = text.moveIndex32(at, 1)) {
      const UChar32 character = text.char32At(at);
      if (::u_isUWhiteSpace(character) != 0 || !unseen_kind(character, Unseen::all).empty()) continue;
      const bool is_dash = character == '_' || character == '.' || ::u_hasBinaryProperty(character, UCHAR_DASH) != 0;
      const UChar32 seen = is_dash ? UChar32{'_'} : character;
      // Two dashes look like one, and so does a mark that a letter has twice.
      if (seen == last && (is_dash || is_mark(seen))) continue;
      look.append(character == kLongDash ? UChar32{'_'} : seen);
      last = seen;
    }
    return look.findAndReplace("w", "vv");  // the skeleton of m is rn, but that of w is w
  }

  /// Returns what the text looks like as it is, in lower case and in upper case: characters of two alphabets may look
  /// alike in one case only.
  std::array<icu::UnicodeString, 3> looks_of(std::string_view utf8) const {
    const auto given = visual_order_of(
        icu::UnicodeString::fromUTF8(icu::StringPiece(utf8.data(), static_cast<std::int32_t>(utf8.size()))));
    icu::UnicodeString text;
    for (std::int32_t at = 0; at < given.length(); at = given.moveIndex32(at, 1))
      text.append(letter_shown_by(given.char32At(at)));
    const icu::Locale root = icu::Locale::getRoot();
    return {look_of(text), look_of(icu::UnicodeString(text).toLower(root)),
            look_of(icu::UnicodeString(text).toUpper(root))};
  }

 private:
  struct Close {
    void operator()(USpoofChecker* checker) const { ::uspoof_close(checker); }
  };
  std::unique_ptr<USpoofChecker, Close> checker_;
  const icu::Normalizer2* folding_ = nullptr;
  const icu::Normalizer2* parting_ = nullptr;  ///< separates letters from the marks on them
};

}  // namespace

std::int32_t cut_character(std::string_view& text) {
  const char* bytes = text.data();
  const auto size = static_cast<std::int32_t>(std::min<std::size_t>(text.size(), U8_MAX_LENGTH));
  std::int32_t end = 0;
  UChar32 character = 0;
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"  // the macro narrows an int to eight bits
  U8_NEXT(bytes, end, size, character);
#pragma GCC diagnostic pop
  text.remove_prefix(static_cast<std::size_t>(end));
  return character;
}

std::string_view unseen_kind(std::int32_t character, Unseen which) {
  const auto type = static_cast<UCharCategory>(::u_charType(character));
  if (type == U_CONTROL_CHAR) return "control character";
  if (type == U_LINE_SEPARATOR || type == U_PARAGRAPH_SEPARATOR) return "line separator";
  if (::u_hasBinaryProperty(character, UCHAR_BIDI_CONTROL) != 0) return "direction mark";
  if (which == Unseen::misleading) return {};
  if (type == U_PRIVATE_USE_CHAR) return "private character";
  if (type == U_UNASSIGNED) return "unassigned character";
  constexpr UChar32 kBrailleBlank = 0x2800;   // a space that has no property of one
  constexpr UChar32 kNullNotehead = 0x1D159;  // a symbol of music that draws nothing
  // Unlike all other format characters, some Arabic ones show: they enclose the digits after them.
  const bool is_format =
      type == U_FORMAT_CHAR && ::u_hasBinaryProperty(character, UCHAR_PREPENDED_CONCATENATION_MARK) == 0;
  const bool is_ignorable = ::u_hasBinaryProperty(character, UCHAR_DEFAULT_IGNORABLE_CODE_POINT) != 0;
  return is_format || is_ignorable || character == kBrailleBlank || character == kNullNotehead ? "invisible character"
                                                                                               : "";
}

bool is_mark(std::int32_t character) {
  const auto type = static_cast<UCharCategory>(::u_charType(character));
  return type == U_NON_SPACING_MARK || type == U_ENCLOSING_MARK || type == U_COMBINING_SPACING_MARK;
}

std::size_t columns_of_character(std::int32_t character) {
  const auto type = static_cast<UCharCategory>(::u_charType(character));
  if (type == U_NON_SPACING_MARK || type == U_ENCLOSING_MARK || type == U_FORMAT_CHAR) return 0;
  const int width = ::u_getIntPropertyValue(character, UCHAR_EAST_ASIAN_WIDTH);
  return width == U_EA_WIDE || width == U_EA_FULLWIDTH ? 2 : 1;
}

bool is_utf16(std::string_view text) {
  if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF")) return true;
  const auto zeros = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\0'));
  const bool has_two =
      std::ranges::adjacent_find(text, [](char a, char b) { return (a == '\0') == (b == '\0'); }) != text.end();
  return text.size() > 2 && zeros > 0 && !has_two;
}

std::optional<std::string> unseen_flaw(std::string_view text, Unseen which) {
  for (int position = 1; !text.empty(); ++position) {
    const UChar32 character = cut_character(text);
    if (character < 0) return "is not UTF-8";
    if (const std::string_view kind = unseen_kind(character, which); !kind.empty())
      return fmt::format("has the {} U+{:04X} at position {}", kind, static_cast<unsigned>(character), position);
  }
  return std::nullopt;
}

std::optional<std::string> line_flaw(std::string_view text, std::size_t bytes_max) {
  if (text.size() > bytes_max) return fmt::format("has {} bytes; at most {} are allowed", text.size(), bytes_max);
  if (auto flaw = unseen_flaw(text, Unseen::all)) return flaw;
  const icu::StringPiece piece(text.data(), static_cast<std::int32_t>(text.size()));
  const auto line = icu::UnicodeString::fromUTF8(piece);
  for (const bool at_end : {false, true}) {
    const UChar32 character = line.char32At(at_end ? line.moveIndex32(line.length(), -1) : 0);
    if (!line.isEmpty() && ::u_isUWhiteSpace(character) != 0)
      return fmt::format("{} with the white space U+{:04X}", at_end ? "ends" : "begins",
                         static_cast<unsigned>(character));
  }
  UErrorCode error = U_ZERO_ERROR;
  const bool is_normal = icu::Normalizer2::getNFCInstance(error)->isNormalizedUTF8(piece, error) != 0;
  check(error);
  if (!is_normal) return "is not in Unicode's normal form NFC";
  return std::nullopt;
}

bool resembles(std::string_view one, std::string_view other) {
  static const Skeletons skeletons;
  const auto looks = skeletons.looks_of(one);
  const auto others = skeletons.looks_of(other);
  return std::ranges::find_first_of(looks, others) != looks.end();
}

}  // namespace arena
