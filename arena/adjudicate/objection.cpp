#include "arena/adjudicate/objection.h"

namespace arena {

void object_to(std::string_view field, const std::string& message) {
  Objection objection(message);
  objection.field = field;
  throw objection;
}

}  // namespace arena
