#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "arena/bots/sandbox/resources.h"

namespace arena {

/// What the canary knows about the world outside its sandbox, and tries to get at. All of it is made for the canary, so
/// no harm is done.
struct Decoys {
  int arena_pid = 0;
  std::string secret;             ///< a file that anybody may read: stands for the key
  std::string records;            ///< a file that anybody may write: stands for the records
  std::string other_bot;          ///< a folder with a readable file named bot.json
  std::string host_tmp;           ///< a folder that anybody may write, where the machine keeps temporary files
  std::string path_socket;        ///< a listening Unix socket in a folder
  std::string abstract_socket;    ///< the name of a listening abstract one, without its NUL
  int port = 0;                   ///< TCP, listening on 127.0.0.1
  std::string machine;            ///< the name of this machine
  std::uint64_t names_space = 0;  ///< inode of the arena's /proc/self/ns/uts
  Resources resources;            ///< what the canary may use

  bool operator==(const Decoys&) const = default;
};

/// Returns the decoys as arguments of the canary, each KEY=VALUE.
std::vector<std::string> decoys_words(const Decoys& decoys);

/// Parses such arguments. Returns nothing if one of them is unknown or malformed.
std::optional<Decoys> read_decoys(const std::vector<std::string>& words);

}  // namespace arena
