#include "tests/unit/results/ratings/exact_text.h"

#include <cmath>

namespace arena::test {

ExactText::ExactText(const Standings& standings) {
  out_ << std::hexfloat;
  for (const std::string& bot : standings.field.bots) out_ << bot << "\n";
  for (const std::string& variant : standings.field.variants) out_ << variant << "\n";
  table(standings.overall);
  for (const StandingsTable& one : standings.by_variant) table(one);
  const LeftOut& left = standings.left_out;
  write(left.incomplete_blocks, left.incomplete_games, left.void_blocks, left.void_games);
  for (const BotTally& bot : left.bots) write(bot.bot, bot.games, bot.forfeits, bot.faults.text());
}

void ExactText::one(double number) {
  finite_ = finite_ && std::isfinite(number);
  out_ << number << " ";
}

void ExactText::one(const std::optional<double>& number) {
  if (number)
    one(*number);
  else
    out_ << "- ";
}

void ExactText::one(const Figure& figure) {
  one(figure.value);
  one(figure.plus_minus);
}

void ExactText::one(const std::optional<Figure>& figure) {
  if (figure) one(*figure);
}

void ExactText::groups(const Groups& all) {
  for (const auto& group : all) {
    for (const int row : group) out_ << row << ",";
    out_ << ";";
  }
  out_ << "\n";
}

void ExactText::table(const StandingsTable& t) {
  write(t.blocks, t.games, t.has_reference);
  for (const StandingsRow& row : t.rows) {
    write(row.bot, row.rank, row.rank_best, row.rank_worst, row.seats, row.place, row.firsts, row.elo, row.margin,
          row.games, row.blocks, static_cast<double>(row.comparisons), row.share, row.forfeits, row.faults.text(),
          row.los_next);
  }
  for (int i = 0; i < t.pairings.size(); ++i) {
    for (int j = 0; j < t.pairings.size(); ++j) {
      const Pairing& pairing = t.pairings(i, j);
      write(static_cast<double>(pairing.comparisons), pairing.points, pairing.elo, pairing.los);
    }
  }
  groups({t.unrated});
  for (const auto& [row, next] : t.margin_disagrees) write(row, next);
  groups(t.joined);
  groups(t.level);
}

}  // namespace arena::test
