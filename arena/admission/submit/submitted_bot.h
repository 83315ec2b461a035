#pragma once

#include <string>
#include <vector>

namespace arena {

/// A version of a bot that was handed in and entered.
struct SubmittedVersion {
  int number = 0;       ///< from 1, of this bot
  std::string version;  ///< as its bot.json says
  std::string hash;     ///< of command and files as they play, see hash_bot()
  std::string archive;  ///< hex BLAKE2b-256 of the file that was handed in; empty: it was a folder
  std::string time;     ///< when it was entered, UTC, as 2031-05-17T07:30:00Z
  std::string isolation;
  bool is_entering = false;  ///< it is about to be entered: whether it was the league file says
};

/// A bot that was handed in: its name is its owner's.
struct SubmittedBot {
  std::string name;
  std::string author;
  std::string token;                       ///< see kept_token()
  std::vector<SubmittedVersion> versions;  ///< in order; not empty
};

/// A bot that was handed in and not taken. Its texts are safe on a terminal.
struct RefusedBot {
  std::string time;  ///< when it was refused, UTC, as in SubmittedVersion
  std::string name;  ///< as its bot.json says, and so the next two; empty: it was refused before that was known
  std::string author;
  std::string version;
  std::string archive;  ///< as in SubmittedVersion
  std::string step;     ///< the one that refused it, see step_name()
  std::string why;      ///< a sentence without its point, of kWhyBytesMax bytes at most
};

}  // namespace arena
