#include "tests/house/rooms.h"

#include <regex>
#include <sstream>
#include <stdexcept>

namespace house {

std::vector<Room> read_rooms(const std::string& cmake_lists) {
  static const std::regex call(R"(\n\s*arena_room\(([^)]*)\))");
  std::vector<Room> rooms = {{"engine/", {}, {}}};
  const auto folder = [](const std::string& word) { return word == "engine" ? "engine/" : "arena/" + word + "/"; };
  const std::string text = "\n" + cmake_lists;
  for (std::sregex_iterator at(text.begin(), text.end(), call), end; at != end; ++at) {
    std::istringstream words(at->str(1));
    std::string word;
    if (!(words >> word)) throw std::runtime_error("arena_room() without a name");
    Room room{folder(word), {}, {}};
    std::vector<std::string>* list = nullptr;
    while (words >> word) {
      if (word == "KNOWS") {
        list = &room.knows;
      } else if (word == "LIBRARIES") {
        list = &room.libraries;
      } else if (list != nullptr) {
        list->push_back(list == &room.knows ? folder(word) : word);
      }
    }
    rooms.push_back(std::move(room));
  }
  return rooms;
}

const Room* room_of(const std::vector<Room>& rooms, std::string_view path) {
  for (const Room& room : rooms) {
    if (path.starts_with(room.name)) return &room;
  }
  return nullptr;
}

}  // namespace house
