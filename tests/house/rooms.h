#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace house {

// A folder of the house, and what its headers and sources may include, as arena/CMakeLists.txt declares it.
struct Room {
  std::string name;                    // the folder from the root with its slash, as in arena/bots/process/; or engine/
  std::vector<std::string> knows;      // names of other rooms
  std::vector<std::string> libraries;  // as in Boost.JSON
};

// The rooms in the order of the calls of arena_room() in the text of arena/CMakeLists.txt, after engine/. Throws
// std::runtime_error for a call without a name.
std::vector<Room> read_rooms(const std::string& cmake_lists);

// The room in which a file is; nullptr when it is in none.
const Room* room_of(const std::vector<Room>& rooms, std::string_view path);

}  // namespace house
