#include "arena/records/void_block.h"

#include "arena/records/line_fields.h"
#include "arena/records/manifest.h"

namespace arena {

namespace json = boost::json;

json::object void_json(const VoidBlock& block, std::string_view run) {
  return {{"v", kRecordVersion},
          {"type", "void"},
          {"run", run},
          {"block", block.block},
          {"again", block.again},
          {"game", block.game},
          {"fault", fault_name(block.fault)},
          {"detail", block.detail}};
}

VoidBlock read_void(const json::object& line, std::string_view place) {
  return read_at(place, "this is not a record of a void block", [&] {
    const auto fault = find_fault(text_of(line, "fault"));
    if (!fault || blame_of(*fault) == Blame::bot) throw std::runtime_error("that fault makes no block void");
    return VoidBlock{int_of(line, "block"), int_of(line, "again"), int_of(line, "game"), *fault,
                     text_of(line, "detail")};
  });
}

}  // namespace arena
