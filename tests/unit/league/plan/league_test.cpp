#include "arena/league/plan/resolve_league.h"

#include <algorithm>

#include "arena/base/text/input_error.h"
#include "arena/bots/package/bot_name.h"
#include "arena/game/deals/given_deals.h"
#include "tests/catch.h"
#include "tests/scratch_folder.h"

namespace league_test {

using namespace arena;
using namespace arena::test;
namespace fs = std::filesystem;
using Words = std::vector<std::string>;

namespace {

/// A folder with bots, and leagues of them.
class Bots {
 public:
  explicit Bots(const Words& files = {}) {
    for (const std::string& file : files) write_program(file);
  }
  void write_program(const std::string& file) const { test::write_program(folder_ / file); }
  /// A folder with bot.json that plays those variants.
  void write_bot(const std::string& name, const std::string& plays) const {
    fs::create_directory(folder_ / name);
    write_program(name + "/run");
    write_file(folder_ / name / "bot.json",
               R"({"name": ")" + name + R"(", "command": ["./run"], "author": "Ada", "plays": [")" + plays + "\"]}");
  }
  fs::path folder() const { return folder_.path(); }

  /// As a file "spring.json" in the folder asks for it.
  League in_file(const Words& bots, const Words& variants = {"black-lady@4"}) const {
    League league;
    league.file = "spring.json";
    league.folder = folder_.path();
    for (const std::string& bot : bots) league.entrants.push_back({bot, {}, {}});
    for (const std::string& spec : variants) league.variants.push_back({spec, 1, 0});
    return league;
  }
  League on_command_line(const Words& bots, const Words& variants = {"black-lady@4"}) const {
    League league = in_file(bots, variants);
    league.file.clear();
    return league;
  }

 private:
  ScratchFolder folder_;
};

std::string error_of(const League& league) {
  try {
    resolve_league(league);
  } catch (const InputError& error) {
    CHECK(std::string(error.what()).find('\n') == std::string::npos);
    return error.what();
  }
  return "resolved";
}

Words names_of(const League& league) {
  Words names;
  for (const BotEntry& bot : resolve_league(league).bots) names.push_back(bot.name);
  return names;
}

}  // namespace

TEST_CASE("a league that freezes has no bots of several processes, of which it would freeze one") {
  const Bots bots({"duck", "goose"});
  League league = bots.in_file({"duck", "goose"});
  league.blocks = 1;
  league.limits.freeze = true;
  CHECK(error_of(league) == "resolved");
  league.resources.each.processes = 2;
  CHECK(error_of(league).ends_with(
      "duck may have 2 processes, but where waiting bots are frozen each bot may have only one"));
  league.limits.freeze = false;
  CHECK(error_of(league) == "resolved");
}

TEST_CASE("a league becomes a manifest of its bots, variants and terms") {
  const Bots bots({"duck", "goose"});
  League league = bots.in_file({"duck", "goose"}, {"black-lady", "royal-classic@3+match.limit=50"});
  league.variants[1].weight = 7;
  league.variants[1].hands = 5;
  league.blocks = 12;
  league.limits.tries = 9;
  league.reveal_names = true;
  league.one_author_a_table = true;
  const Manifest manifest = resolve_league(league);
  REQUIRE(manifest.variants.size() == 2);
  CHECK(manifest.variants[0].id == "black-lady@4");
  CHECK(manifest.variants[0].seats == 4);
  CHECK(manifest.variants[0].weight == 1);
  CHECK(manifest.variants[0].rules_hash.size() == 64);
  CHECK(manifest.variants[0].length.hands_max == 50);
  CHECK_FALSE(manifest.variants[0].length.fixed);
  CHECK(manifest.variants[1].id == "royal-classic@3+match.limit=50");
  CHECK(manifest.variants[1].seats == 3);
  CHECK(manifest.variants[1].weight == 7);
  CHECK(manifest.variants[1].length.hands_max == 5);
  CHECK(manifest.variants[1].length.fixed);
  CHECK(manifest.bots == std::vector<BotEntry>{find_bot((bots.folder() / "duck").string()),
                                               find_bot((bots.folder() / "goose").string())});
  CHECK(manifest.blocks == 12);
  CHECK(manifest.limits == league.limits);
  CHECK(manifest.reveal_names);
  CHECK(manifest.one_author_a_table);
  CHECK(manifest.commitment.empty());
}

TEST_CASE("a bot that comes twice on a command line gets a name of its own each time") {
  const std::string longest(32, 'x');
  const Bots bots({"a", "a-2", longest});
  const auto names = [&](const Words& files) { return names_of(bots.on_command_line(files)); };
  CHECK(names({"a", "a", "a"}) == Words{"a", "a-2", "a-3"});
  CHECK(names({"a", "a-2", "a"}) == Words{"a", "a-2", "a-3"});
  CHECK(names({"a", "a", "a-2"}) == Words{"a", "a-2", "a-2-2"});
  CHECK(names({longest, longest}) == Words{longest, std::string(30, 'x') + "-2"});
  const Words many = names(Words(12, longest));
  CHECK(many.back() == std::string(29, 'x') + "-12");
  for (const std::string& name : many) CHECK(is_bot_name(name));
}

TEST_CASE("no bot is called like an option") {
  const Bots bots({"-rf", "b"});
  CHECK(names_of(bots.on_command_line({"-rf", "b"})) == Words{"_rf", "b"});
  CHECK_FALSE(is_bot_name("-rf"));
}

TEST_CASE("two entrants of one name are refused in a file, and a name of their own helps") {
  const Bots bots({"duck", "goose"});
  League league = bots.in_file({"goose", "duck", "duck"});
  CHECK(error_of(league) ==
        "spring.json: entrants[2]: entrants[1] is also called duck; give one of them another \"name\"");
  league.entrants[2].name = "goose";
  CHECK(error_of(league) ==
        "spring.json: entrants[2]: entrants[0] is also called goose; give one of them another \"name\"");
  league.entrants[2].name = "drake";
  CHECK(names_of(league) == Words{"goose", "duck", "drake"});
}

TEST_CASE("strangers' bots get deals of their own in each game, unless the league wants the same ones") {
  const Bots bots({"duck"});
  bots.write_bot("ada", "*");
  bots.write_bot("eve", "*");
  League league = bots.in_file({"duck", "ada", "eve"});
  const auto note = [&] {
    return own_deals_note(league, resolve_league(league).bots, "--duplicate-deals").value_or("");
  };
  CHECK(resolve_league(league).duplicate_deals);  // Ada's, and one without an author
  CHECK(note().empty());
  league.entrants[2].author = "Eve";
  CHECK_FALSE(resolve_league(league).duplicate_deals);
  CHECK(
      note() ==
      "each game of a block has deals of its own, because its bots have 2 authors: a bot could otherwise recognise a "
      "deal from an earlier game. Ratings need 1.5 to 1.6 times as many games for this. To play the same deals in all "
      "games of a block: --duplicate-deals");
  league.duplicate_deals = true;
  CHECK(resolve_league(league).duplicate_deals);
  CHECK(note().empty());
  league = bots.on_command_line({"duck", "ada"});
  league.takes_submissions = true;
  CHECK_FALSE(resolve_league(league).duplicate_deals);
  CHECK_THAT(note(), Catch::Matchers::ContainsSubstring("because the league takes submissions"));
}

TEST_CASE("a league may give its bots other names and authors than their own") {
  const Bots bots({"duck"});
  bots.write_bot("ada", "*");
  League league = bots.in_file({"duck", "ada"});
  CHECK(resolve_league(league).bots[0].author.empty());
  CHECK(resolve_league(league).bots[1].author == "Ada");
  league.entrants[0] = {"duck", "quack", "Bob"};
  league.entrants[1] = {"ada", "", "Countess"};
  const Manifest manifest = resolve_league(league);
  CHECK(manifest.bots[0].name == "quack");
  CHECK(manifest.bots[0].author == "Bob");
  CHECK(manifest.bots[1].name == "ada");
  CHECK(manifest.bots[1].author == "Countess");
}

TEST_CASE("an entrant that is not there is reported with the file and its number") {
  const Bots bots({"duck"});
  bots.write_bot("ada", "*");
  write_file(bots.folder() / "ada/bot.json", R"({"name": "ada", "command": ["./gone"]})");
  CHECK(error_of(bots.in_file({"duck", "nosuch"})) ==
        "spring.json: entrants[1]: there is no bot 'nosuch': a bot is an executable file, a folder with bot.json, or a "
        "command in quotes (\"python3 bot.py\")");
  CHECK(error_of(bots.in_file({"ada", "duck"})) ==
        "spring.json: entrants[0]: " + (bots.folder() / "ada/bot.json").string() +
            ": ./gone does not exist; build it first, or correct \"command\"");
  CHECK(error_of(bots.on_command_line({"duck", "nosuch"})).starts_with("there is no bot 'nosuch': "));
}

TEST_CASE("the paths of entrants start in the folder of the league file") {
  const Bots bots({"duck"});
  fs::create_directory(bots.folder() / "deep");
  bots.write_program("deep/duck");
  League league = bots.in_file({"duck", "python3 deep/duck"});
  league.entrants[1].name = "other";
  const Manifest manifest = resolve_league(league);
  CHECK(manifest.bots[0].command.folder == bots.folder());
  CHECK(manifest.bots[1].command.folder == bots.folder() / "deep");
  CHECK(manifest.bots[1].command.words == Words{"python3", "./duck"});
  league.folder = bots.folder() / "deep";
  CHECK(resolve_league(bots.in_file({"deep/../duck"})).bots[0].command.folder == bots.folder());
  CHECK(error_of(league).starts_with("spring.json: entrants[1]: "));
  league.entrants.pop_back();
  CHECK(resolve_league(league).bots[0].command.folder == bots.folder() / "deep");
}

TEST_CASE("a variant that cannot be played is reported with the file and its number") {
  const Bots bots({"duck", "goose"});
  const auto error = [&](const std::string& spec) {
    return error_of(bots.in_file({"duck", "goose"}, {"black-lady@4", spec}));
  };
  CHECK(
      error("whist@4") ==
      "spring.json: variants[1]: there is no variant 'whist'; the variants are: royal-classic, royal, tournament-laws, "
      "black-lady, omnibus, deluxe, green-queen, green-queen-jokers");
  CHECK(error("black-lady@4+no_bloood").starts_with("spring.json: variants[1]: "));
  CHECK(error("black-lady@4+no_bloood").find("no_bloood") != std::string::npos);
  CHECK(error("black-lady@7").starts_with("spring.json: variants[1]: "));
  CHECK(error("black-lady@7").find("7") != std::string::npos);
  CHECK(error("black-lady@1") != "resolved");
  CHECK(error("") != "resolved");
  CHECK(error_of(bots.on_command_line({"duck"}, {"whist@4"})) ==
        "there is no variant 'whist'; the variants are: royal-classic, royal, tournament-laws, black-lady, omnibus, "
        "deluxe, green-queen, green-queen-jokers");
}

TEST_CASE("table laws are resolved to rules that refuse illegal acts, and the organiser gets a note") {
  const Bots bots({"duck", "goose"});
  const League league =
      bots.in_file({"duck", "goose"}, {"black-lady@4", "tournament-laws", "tournament-laws+with_passing"});
  const Manifest manifest = resolve_league(league);
  CHECK(manifest.variants[0].id == "black-lady@4");
  CHECK(manifest.variants[1].id == "tournament-laws@4+reject_illegal");
  CHECK(manifest.variants[2].id == "tournament-laws@4+reject_illegal+with_passing");
  CHECK(league_notes(league, manifest) ==
        Words{"tournament-laws@4 is played as tournament-laws@4+reject_illegal: the arena refuses illegal acts, so the "
              "laws on them never apply. To play under these laws, use tournament-laws@4+table_laws",
              "tournament-laws@4+with_passing is played as tournament-laws@4+reject_illegal+with_passing: the arena "
              "refuses illegal acts, so the laws on them never apply. To play under these laws, use "
              "tournament-laws@4+with_passing+table_laws"});
  const League plain = bots.in_file({"duck", "goose"}, {"tournament-laws+reject_illegal"});
  CHECK(league_notes(plain, resolve_league(plain)).empty());
  const League pattern = bots.in_file({"duck", "goose"}, {"*@4"});
  CHECK(league_notes(pattern, resolve_league(pattern)).empty());
}

TEST_CASE("what contradicts the refusal of illegal acts is named as what to leave out") {
  const Bots bots({"duck", "goose"});
  const auto error = [&](const std::string& spec) {
    return error_of(bots.in_file({"duck", "goose"}, {"black-lady@4", spec}));
  };
  CHECK(error("tournament-laws+all_penalty_cards") ==
        "spring.json: variants[1]: tournament-laws@4+all_penalty_cards cannot be played in a league that refuses "
        "illegal acts; remove +all_penalty_cards, or add +table_laws");
  CHECK(error("tournament-laws+laws.illegal_action=reject") == "resolved");
  CHECK(error_of(bots.in_file({"duck", "goose"}, {"tournament-laws", "tournament-laws+reject_illegal"})) ==
        "spring.json: variants[1]: tournament-laws@4+reject_illegal is already in the league; to play it more "
        "often, give it a weight");
}

TEST_CASE("a pattern stands for all variants whose names it matches") {
  const Bots bots({"duck", "goose"});
  const auto ids = [&](const Words& variants) {
    Words found;
    for (const ManifestVariant& variant : resolve_league(bots.in_file({"duck", "goose"}, variants)).variants)
      found.push_back(variant.id);
    return found;
  };
  CHECK(ids({"*@4"}) == Words{"royal-classic@4", "royal@4", "tournament-laws@4+reject_illegal", "black-lady@4",
                              "omnibus@4", "deluxe@4", "green-queen@4", "green-queen-jokers@4"});
  CHECK(ids({"black-lady@*"}) == Words{"black-lady@3", "black-lady@4", "black-lady@5", "black-lady@6"});
  // Without players: as many as usual.
  CHECK(ids({"green*"}) == Words{"green-queen@4", "green-queen-jokers@4"});
  CHECK(ids({"*@*"}).size() == 24);
  CHECK(ids({"black-lady@*+match.limit=50"}).front() == "black-lady@3+match.limit=50");
  // A named variant keeps its place and its own weight, and comes only once.
  League league = bots.in_file({"duck", "goose"}, {"*@6", "omnibus@6", "*@*+reject_illegal"});
  league.variants[0].weight = 2;
  league.variants[1].weight = 3;
  league.variants.pop_back();
  const Manifest manifest = resolve_league(league);
  REQUIRE(manifest.variants.size() == 2);
  CHECK(manifest.variants[0].id == "black-lady@6");
  CHECK(manifest.variants[0].weight == 2);
  CHECK(manifest.variants[1].id == "omnibus@6");
  CHECK(manifest.variants[1].weight == 3);
  CHECK(ids({"*@6", "black-lady@*"}) ==
        Words{"black-lady@6", "omnibus@6", "black-lady@3", "black-lady@4", "black-lady@5"});
}

TEST_CASE("a pattern that stands for nothing, or for what cannot be, is refused") {
  const Bots bots({"duck", "goose"});
  const auto error = [&](const std::string& spec) {
    return error_of(bots.in_file({"duck", "goose"}, {"deluxe", spec}));
  };
  CHECK(error("*@7") == "spring.json: variants[1]: no variant matches '*@7'; to list all: arena variants");
  CHECK(error("whist*") == "spring.json: variants[1]: no variant matches 'whist*'; to list all: arena variants");
  CHECK(error("*@6+no_such_option").starts_with("spring.json: variants[1]: "));
  const Bots shy;
  shy.write_program("duck");
  shy.write_bot("goose", "black-lady");
  CHECK(error_of(shy.in_file({"duck", "goose"}, {"black-lady", "*@6"})) ==
        "spring.json: variants[1]: only one bot of the league plays omnibus@6 (\"plays\" in their bot.json)");
}

TEST_CASE("a rated league has chosen deals only where it says so") {
  const Bots bots({"duck", "goose"});
  League league = bots.in_file({"duck", "goose"}, {"tournament-laws+table_laws", "black-lady@4"});
  write_file(bots.folder() / "given.jsonl",
             R"({"variant":"black-lady@4+deck.ranks=J,Q,K,A","deal":["JC KC QD JS","QC KD AD JH","AC JD QS KH",)"
             R"("KS AS QH AH"]})");
  league.deals = "given.jsonl";
  CHECK(error_of(league) ==
        "spring.json: \"deals\": the games would be rated, although deals that somebody chose may favour a bot; to "
        "allow this: \"rate_any_deals\": true");
  league.deals.clear();
  league.faulty_deals = 3;
  CHECK(error_of(league) ==
        "spring.json: \"faulty_deals\": the games would be rated, although deals that somebody chose may favour a bot; "
        "to allow this: \"rate_any_deals\": true");
  league.file.clear();
  CHECK(error_of(league) ==
        "--faulty-deals: the games would be rated, although deals that somebody chose may favour a bot; to allow this: "
        "--rate-any-deals");
  league.rate_any_deals = true;
  CHECK(resolve_league(league).faulty_deals == 3);
  league.variants.erase(league.variants.begin());
  CHECK(error_of(league) ==
        "--faulty-deals: faulty deals need a variant that is played under the laws of the table; add +table_laws to a "
        "variant");
  league.faulty_deals = 0;
  CHECK(resolve_league(league).faulty_deals == 0);
  CHECK(resolve_league(league).given_deals == 0);
}

TEST_CASE("given deals are those of the league's variants, by the names that the league has for them") {
  const Bots bots({"duck", "goose"});
  const std::string small = "+deck.ranks=J,Q,K,A";
  League league = bots.in_file({"duck", "goose"}, {"black-lady@4", "tournament-laws" + small});
  league.rate_any_deals = true;
  league.deals = "given.jsonl";
  const auto give = [&](const std::string& variant, const std::string& more) {
    write_file(bots.folder() / "given.jsonl",
               R"({"variant":")" + variant + R"(","deal":["JC KC QD JS","QC KD AD JH","AC JD QS KH","KS AS QH AH"])" +
                   more + "}\n");
  };
  const std::string file = (bots.folder() / "given.jsonl").string();
  CHECK(error_of(league) == file + ": No such file or directory");
  give("tournament-laws" + small, "");
  const Manifest refused = resolve_league(league);
  CHECK(refused.given_deals == 1);
  CHECK(refused.deals->of("tournament-laws@4+reject_illegal+deck.ranks=J,Q,K,A").size() == 1);
  CHECK(league_notes(league, refused).back() == "tournament-laws@4+reject_illegal+deck.ranks=J,Q,K,A has 1 given deal");
  CHECK(league_notes(league, refused)[1] == "no deal of black-lady@4 is given, so its deals are shuffled");
  give("tournament-laws" + small, R"(,"faulty":true)");
  CHECK(error_of(league) == file + ":1: faulty: this variant has no laws of the table");
  league.table_laws = true;
  const Manifest manifest = resolve_league(league);
  CHECK(manifest.given_deals_hash == manifest.deals->hash());
  CHECK(manifest.deals->of("tournament-laws@4+table_laws+deck.ranks=J,Q,K,A").size() == 1);
  give("omnibus@4" + small, "");
  CHECK(error_of(league) == file + ":1: variant: omnibus@4+deck.ranks=J,Q,K,A is not played here");
}

TEST_CASE("who asks for the laws of the table gets them and time for them") {
  const Bots bots({"duck", "goose"});
  const auto resolved = [&](const std::string& spec, bool laws) {
    League league = bots.in_file({"duck", "goose"}, {"black-lady@4", spec});
    league.table_laws = laws;
    const Manifest manifest = resolve_league(league);
    CHECK(league_notes(league, manifest).empty());
    CHECK(manifest.limits.laws == std::chrono::milliseconds(3000));
    CHECK(manifest.variants[0].id == "black-lady@4");
    return manifest.variants[1].id;
  };
  CHECK(resolved("tournament-laws+table_laws", false) == "tournament-laws@4+table_laws");
  CHECK(resolved("tournament-laws+table_laws", true) == "tournament-laws@4+table_laws");
  CHECK(resolved("tournament-laws", true) == "tournament-laws@4+table_laws");
  CHECK(resolved("tournament-laws+all_penalty_cards", true) == "tournament-laws@4+all_penalty_cards+table_laws");
  CHECK(resolved("tournament-laws+laws.illegal_action=table_laws", false) ==
        "tournament-laws@4+laws.illegal_action=table_laws");
  CHECK(resolved("black-lady@3+laws.illegal_action=table_laws+laws.revoke=true+laws.revoke_discovery=by_claim"
                 "+laws.penalty_scope=hearts_only",
                 false)
            .starts_with("black-lady@3+laws.illegal_action=table_laws"));

  League without = bots.in_file({"duck", "goose"}, {"tournament-laws"});
  CHECK(resolve_league(without).limits.laws == std::chrono::milliseconds(0));
  without.limits.laws = std::chrono::milliseconds(500);
  CHECK(error_of(without) ==
        "spring.json: a time for the laws of the table is set, but no variant is played under them; add +table_laws to "
        "a variant");
  without.table_laws = true;
  CHECK(resolve_league(without).limits.laws == std::chrono::milliseconds(500));
}

TEST_CASE("a variant of a league has the league's limits but for its own") {
  const Bots bots({"duck", "goose"});
  League league = bots.in_file({"duck", "goose"}, {"royal@*", "black-lady@4", "royal-classic@3"});
  const auto key = [](std::string_view name) { return &*std::ranges::find(limit_keys(), name, &LimitKey::name); };
  league.limits.tries = 9;
  league.limits.faults = 4;
  league.variants[0].limits = {{key("move_ms"), 60}};
  league.variants[1].limits = {{key("faults"), 4}};
  league.variants[2].limits = {{key("tries"), 9}, {key("faults"), 1}};
  const Manifest manifest = resolve_league(league);
  Limits royal = league.limits;
  royal.move = std::chrono::milliseconds(60);
  Limits classic = league.limits;
  classic.faults = 1;
  int royals = 0;
  for (const ManifestVariant& variant : manifest.variants) {
    if (variant.id.starts_with("royal@")) {
      ++royals;
      CHECK(variant.limits == royal);
    } else if (variant.id == "black-lady@4") {
      CHECK_FALSE(variant.limits);
    } else {
      CHECK(variant.limits == classic);
    }
  }
  CHECK(royals > 1);
  const Words notes = league_notes(league, manifest);
  CHECK(notes.back() == "royal-classic@3 has limits of its own: faults 1, not 4");
  CHECK(notes.front().ends_with(" has limits of its own: move_ms 60, not 500"));
}

TEST_CASE("a variant has time of its own for the laws only where they are in force") {
  const Bots bots({"duck", "goose"});
  League league = bots.in_file({"duck", "goose"}, {"black-lady@4", "tournament-laws+table_laws"});
  const LimitKey* laws = &*std::ranges::find(limit_keys(), "laws_ms", &LimitKey::name);
  league.variants[1].limits = {{laws, 70}};
  const Manifest manifest = resolve_league(league);
  CHECK(manifest.limits.laws == std::chrono::milliseconds(3000));
  CHECK(manifest.limits_of(manifest.variants[1]).laws == std::chrono::milliseconds(70));
  league.variants[0].limits = {{laws, 70}};
  CHECK(error_of(league) ==
        "spring.json: variants[0]: a time for the laws of the table is set, but black-lady@4 is not played under them; "
        "add +table_laws");
}

TEST_CASE("an anchor is an entrant by the name that it has in the league") {
  const Bots bots({"duck", "goose"});
  League league = bots.in_file({"duck", "goose"});
  league.entrants[1].name = "swan";
  league.label = {"Autumn", {"a note"}, {{"swan", 1600}}};
  CHECK(resolve_league(league).label == league.label);
  league.label.anchors = {{"goose", 1600}};
  CHECK(error_of(league) == "spring.json: anchors: goose is not an entrant of the league");
}

TEST_CASE("duplicate rules are refused, also under another name") {
  const Bots bots({"duck", "goose"});
  const auto error = [&](const Words& variants) { return error_of(bots.in_file({"duck", "goose"}, variants)); };
  CHECK(error({"black-lady@4", "royal-classic@4", "black-lady@4"}) ==
        "spring.json: variants[2]: black-lady@4 is already in the league; to play it more often, give it a weight");
  CHECK(error({"black-lady@4", "black-lady"}).starts_with("spring.json: variants[1]: black-lady@4 is already"));
  CHECK(error({"black-lady@4", "black-lady@4+match.limit=100"}).starts_with("spring.json: variants[1]: black-lady@4"));
  CHECK(error({"black-lady@4", "black-lady@4+match.limit=99"}) == "resolved");
}

TEST_CASE("a variant that nobody or only one bot plays is refused") {
  const Bots bots;
  bots.write_bot("ada", "black-lady*");
  bots.write_bot("bob", "black-lady*");
  bots.write_bot("cyd", "*");
  const Words both = {"black-lady@4", "royal-classic@4"};
  CHECK(error_of(bots.in_file({"ada", "bob"}, both)) ==
        "spring.json: variants[1]: no bot of the league plays royal-classic@4 (\"plays\" in their bot.json)");
  CHECK(error_of(bots.in_file({"ada", "bob", "cyd"}, both)) ==
        "spring.json: variants[1]: only one bot of the league plays royal-classic@4 (\"plays\" in their bot.json)");
  CHECK(error_of(bots.in_file({"ada", "bob", "cyd"})) == "resolved");
  CHECK(error_of(bots.on_command_line({"cyd"}, both)) == "resolved");
}

TEST_CASE("a bot that plays no variant of the league is refused") {
  const Bots bots({"duck", "goose"});
  bots.write_bot("ada", "whist*");
  CHECK(error_of(bots.in_file({"duck", "goose", "ada"})) ==
        "spring.json: entrants[2]: ada does not play black-lady@4 (\"plays\" in its bot.json)");
  CHECK(error_of(bots.in_file({"ada", "duck", "goose"}, {"black-lady@4", "black-lady@3"})) ==
        "spring.json: entrants[0]: ada does not play any variant of the league (\"plays\" in its bot.json)");
  CHECK(error_of(bots.on_command_line({"ada"})) == "ada does not play black-lady@4 (\"plays\" in its bot.json)");
}

TEST_CASE("a command line has bounds, too") {
  const Bots bots({"duck"});
  CHECK(error_of(bots.on_command_line(Words(kEntrantsMax + 1, "duck"))) ==
        "a league has at most 1000 entrants, not 1001");
  CHECK(error_of(bots.on_command_line({"duck"}, Words(kVariantsMax + 1, "black-lady@4"))) ==
        "a league has at most 200 variants, not 201");
}

}  // namespace league_test
