#pragma once

#include <string_view>

#include "arena/base/text/input_error.h"
#include "engine/rules.h"
#include "tests/fuzz/fuzz_target.h"

namespace fuzz {

/// What must hold of the text of an error, wherever in the input it is about: it has no source of a library in it, has
/// no character that is not seen, and is no longer than kErrorBytesMax.
inline constexpr std::size_t kErrorBytesMax = 2000;
void require_error_text(std::string_view text);

/// The same, and that it begins with the file that it is about, or that file's folder.
void require_error_text(std::string_view text, std::string_view file);

/// Reads what is of the file. False if the file was refused, in words; any other exception is a finding.
template <class Read>
bool accepts(std::string_view file, Read read) {
  try {
    read();
    return true;
  } catch (const arena::InputError& error) {
    require_error_text(error.what(), file);
  } catch (const hearts::RulesError& error) {
    require_error_text(error.what());
  }
  return false;
}

}  // namespace fuzz
