#include "arena/records/void_block.h"

#include <boost/json/object.hpp>
#include <boost/json/value_to.hpp>

#include "arena/records/manifest.h"
#include "arena/text/input_error.h"

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
  try {
    VoidBlock block;
    block.block = json::value_to<int>(line.at("block"));
    block.again = json::value_to<int>(line.at("again"));
    block.game = json::value_to<int>(line.at("game"));
    const auto fault = find_fault(json::value_to<std::string>(line.at("fault")));
    if (!fault || blame_of(*fault) == Blame::bot) throw std::runtime_error("that fault makes no block void");
    block.fault = *fault;
    block.detail = json::value_to<std::string>(line.at("detail"));
    return block;
  } catch (const std::exception& error) {
    throw InputError(std::string(place) + ": this is not a record of a void block: " + error.what());
  }
}

}  // namespace arena
