#include "arena/results/export/row.h"

#include "arena/base/text/printable.h"
#include "arena/records/league_label.h"

namespace arena {

std::string plain(std::string_view text) {
  return is_label_line(text, text.size()) ? std::string(text) : printable(text, text.size());
}

}  // namespace arena
