#pragma once

#include <memory>
#include <string>
#include <vector>

#include "arena/base/seeds/run_key.h"
#include "arena/bots/package/bot_entry.h"
#include "arena/bots/process/bot_log.h"
#include "arena/bots/protocol/limits.h"
#include "arena/game/table/game_result.h"

namespace arena {

/// The bot under examination, and the conditions of the check.
struct Subject {
  BotEntry bot;        ///< who it is and what it plays
  BotCommand command;  ///< the command that starts a copy of it
  Sandbox sandbox;
  Limits limits;
  RunKey key;
  bool laws = false;                       ///< also plays under the laws of the table
  bool deterministic = false;              ///< fails a bot that answers differently in equal games
  std::shared_ptr<BotLog> keep_logs = {};  ///< keeps what each process leaves; null if nothing is kept
  std::filesystem::path keep_bytes = {};   ///< the folder for the bytes of each process; empty if they are not kept
};

/// A table at which a bot is tried: the variant, the bot's seat, and the seeds.
struct TrialTable {
  std::string variant;  ///< canonical id
  int seats = 4;
  int seat = 0;    ///< the bot's seat
  int number = 0;  ///< seeds deals, partners and `botseed`; the same number and variant give the same game
  int hands = 1;
  std::vector<DealSeed> deals{};  ///< the seed of each hand; empty if they follow from `number`
  bool faulty_deals = false;      ///< under the laws: the bot gets a card too many, and another seat one too few
};

/// A game of the bot with partners, up to the bot's first fault.
struct Trial {
  TrialTable table;
  GameResult result;
  std::vector<FaultEvent> faults;    ///< the bot's faults
  std::vector<std::string> answers;  ///< see Overheard
};

// Each function returns an empty list if the bot plays none of these variants.

/// Returns tables of every variant at every size, with each option, and with some options at random, in random order.
std::vector<TrialTable> fuzzed_tables(const BotEntry& bot, const RunKey& key);

/// Returns tables that ask any bot for a choice: tables where it cannot avoid shooting the moon, or plays two hands.
std::vector<TrialTable> choice_tables(const BotEntry& bot, const RunKey& key);

/// Returns tables under the laws of the table, with each of the laws' keys, in each seat.
std::vector<TrialTable> law_tables(const BotEntry& bot);

/// Returns a table of the usual variant, or if the bot does not play it, of the first one that it plays.
TrialTable usual_table(const std::vector<TrialTable>& tables, int number, int hands);

}  // namespace arena
