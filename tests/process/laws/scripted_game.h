#pragma once

#include <array>
#include <string>
#include <vector>

#include "arena/records/game_record.h"
#include "tests/scratch_folder.h"

namespace laws_process_test {

/// What a bot does at each of its questions, in order: the words of its answer, "" for the first words offered, "!exit"
/// and "!silent" for what they say. After the last of them it answers with the first words.
using Script = std::vector<std::string>;

/// The scripts of the seats that together make these acts (engine/laws/act.h) of a hand; whoever else is asked lets
/// things stand. Throws std::runtime_error for an act that nobody can do at a table.
std::array<Script, 4> scripts_of(const hearts::GameRules& rules, const arena::DealtHand& dealt, int dealer,
                                 const std::string& acts);

/// One game of one hand by the arena's program, of bots in processes of their own, each with a script.
class ScriptedGame {
 public:
  /// `deal`: the rest of a line of given deals. The variant is played under its laws.
  ScriptedGame(const std::string& variant, const std::string& deal, int dealer, const std::string& acts);
  /// That seat answers its next question after them so.
  ScriptedGame(const std::string& variant, const std::string& deal, int dealer, const std::string& acts, int seat,
               const std::string& words);

  const arena::GameRecord& record() const { return record_; }
  const hearts::GameRules& rules() const { return rules_; }
  /// The acts of the n-th hand dealt, as they are recorded.
  std::string acts(std::size_t hand = 0) const;
  /// All that a seat was sent.
  std::string sent_to(int seat) const;
  /// What a command of the arena prints about the run. The run's folder comes before the words. It must succeed.
  std::string run_command(const std::string& command, const std::vector<std::string>& words = {}) const;

 private:
  std::array<Script, 4> scripts_for(const std::string& variant, const std::string& deal, int dealer,
                                    const std::string& acts);
  void play(const std::string& variant, int dealer, const std::array<Script, 4>& scripts);

  arena::test::ScratchFolder folder_;
  hearts::GameRules rules_;
  arena::GameRecord record_;
};

}  // namespace laws_process_test
