#pragma once

#include <string>
#include <vector>

#include "arena/records/manifest.h"
#include "arena/records/manifest_schedule.h"

namespace arena {

// A run can be extended: what the league changes is played as another stage of the run. A league file has only words.
// First copy_identities() finds out which bots of the run they mean, and which versions of them. Then run_changes()
// compares the league with the run, and plan_stage() plans the stage.

/// What a league changes in a run that is there already.
struct RunChanges {
  /// What another stage would change, a few words each: "goose is new".
  std::vector<std::string> changes;
  /// How much more is asked for, if nothing else changes: "12 more blocks".
  std::string more;
  /// If the league changes something that no stage can change: a sentence about it.
  std::optional<std::string> refusal{};

  bool is_stage() const { return !changes.empty() || !more.empty(); }
  bool none() const { return !is_stage() && !refusal; }
  /// Returns everything that changes, in words.
  std::string text() const;
};

/// The length that a league asks for, of all stages together. 0 means that it does not say. See plan_blocks().
struct WantedLength {
  int blocks = 0;
  int games = 0;
};

/// Returns the name that the run has for a bot. Name and hash identify a bot: if its files have changed, it is another
/// version and enters as a new bot, such as "duck~2".
std::string name_in_run(const std::vector<Manifest>& stages, const BotEntry& bot);

/// Sets how the commands of bots are shown to what the recorded manifest has, for the bots that it has.
void copy_shown_words(const Manifest& recorded, Manifest& wanted);

/// Gives bots the names and the shown commands that they have in the run, leaves out those that were withdrawn, and
/// puts bots and variants in the run's order.
void copy_identities(const std::vector<Manifest>& stages, Manifest& wanted,
                     const std::vector<std::string>& withdrawn = {});

/// Sets the length and the stage of `wanted` to what was planned for the last stage, which is resumed.
void copy_plan(const Manifest& last, Manifest& wanted);

/// Compares the league with the run's last stage. Call copy_identities() before. In a run of one stage, more blocks
/// than were planned are a change, and fewer are refused.
RunChanges run_changes(const std::vector<Manifest>& stages, const Manifest& wanted, const WantedLength& length);

/// Plans the blocks of each variant in the stage, and the number of games. The stage gets what is still left to play of
/// the wanted length. It gets at least enough for newcomers to catch up: a bot with the bots that were there, a variant
/// with the other variants by its weight. The result may be 0 blocks. The manifest's stage, its commitment and what was
/// played before must be set. Throws InputError if the run would have more than kBlocksMax blocks.
void plan_stage(Manifest& manifest, const WantedLength& length);

/// Makes the manifest of a gauntlet in which challengers meet the bots of another run's last stage, one challenger at
/// each table, under that run's rules, limits and settings. `challengers` are words as find_bot() takes them, `run` is
/// a run's folder or its games.jsonl, and `variants` are patterns of those of the run's variants to play; if it is
/// empty, all are played. Throws InputError for a bot of the run whose files have changed or are missing, for a
/// challenger that already plays there, and if no challenger plays any of the variants.
Manifest gauntlet_against(const std::string& run, const std::vector<std::string>& challengers,
                          const std::vector<std::string>& variants);

/// Makes the manifest of a duel of bots that are named as in an earlier run or in a league, with the arguments, the
/// environment and the other settings that they have there, and under its rules and limits. `from` is a run's folder or
/// its games.jsonl, or a league file or the folder of one. `names`: the two bots, then those that fill the tables.
/// `variants` are as for gauntlet_against(). Throws InputError for a name that is not there, for a bot of a run whose
/// files have changed or are missing, and if the two bots have no variant in common.
Manifest duel_from(const std::string& from, const std::vector<std::string>& names,
                   const std::vector<std::string>& variants, const SequentialTest& test);

}  // namespace arena
