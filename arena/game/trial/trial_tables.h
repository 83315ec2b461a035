#pragma once

#include <string>
#include <vector>

#include "arena/base/seeds/run_key.h"
#include "arena/bots/package/bot_entry.h"
#include "arena/bots/protocol/limits.h"
#include "arena/game/table/game_result.h"

namespace arena {

/// The bot that is examined, and what it gets.
struct Subject {
  BotEntry bot;        ///< who it is and what it plays
  BotCommand command;  ///< starts a copy of it
  Sandbox sandbox;
  Limits limits;
  RunKey key;
  bool laws = false;                      ///< under the laws of the table, too
  std::filesystem::path keep_bytes = {};  ///< the folder for the bytes of each process; empty: they are not kept
};

/// A table at which a bot is tried: what is played, where it sits, and the chance.
struct TrialTable {
  std::string variant;  ///< canonical id
  int seats = 4;
  int seat = 0;    ///< of the bot
  int number = 0;  ///< seeds deals, partners and `botseed`; the same number and variant give the same game
  int hands = 1;
  std::vector<DealSeed> deals{};  ///< by hand; empty: as `number` says
  bool faulty_deals = false;      ///< under the laws: the bot has a card too many, another seat one too few
};

/// A game of the bot among partners, up to its first fault.
struct Trial {
  TrialTable table;
  GameResult result;
  std::vector<FaultEvent> faults;    ///< the bot's
  std::vector<std::string> answers;  ///< see Overheard
};

/// Every variant at every size, with each option and with some at random, mixed. Empty: the bot plays none of them.
std::vector<TrialTable> fuzzed_tables(const BotEntry& bot, const RunKey& key);

/// Tables that ask any bot for a choice: it cannot but shoot the moon, or plays two hands. Empty: it plays none such.
std::vector<TrialTable> choice_tables(const BotEntry& bot, const RunKey& key);

/// Tables under the laws of the table, by each of their keys, in each seat. Empty: it plays none such.
std::vector<TrialTable> law_tables(const BotEntry& bot);

/// What is usually played, or the first that the bot plays instead.
TrialTable usual_table(const std::vector<TrialTable>& tables, int number, int hands);

}  // namespace arena
