#include "arena/results/ratings/duel_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <utility>

#include "arena/results/ratings/figure_text.h"
#include "engine/typed_text.h"

namespace arena {
namespace {

using hearts::counted;

std::string_view unit(const SequentialTest& test) {
  return test.measure == SequentialTest::Measure::elo ? "Elo" : "points a hand";
}

/// "20 Elo", "0.5 points a hand"
std::string amount(double value, const SequentialTest& test) {
  return fmt::format("{:g} {}", std::abs(value), unit(test));
}

/// "+20", "0"
std::string bound(double value) { return value == 0 ? "0" : fmt::format("{:+g}", value); }

std::string difference_text(const DuelFigures& figures, const SequentialTest& test) {
  if (figures.identical)
    return fmt::format("the two played identically: {} level",
                       figures.blocks == 1 ? "the block was" : fmt::format("all {} blocks were", figures.blocks));
  const int decimals = test.measure == SequentialTest::Measure::elo ? 0 : 2;
  return fmt::format("{} ± {} {}", fixed(figures.difference, decimals, true), width_text(figures.plus_minus, decimals),
                     unit(test));
}

/// What is shown if H1 is accepted, which rules H0 out.
std::string claim(const DuelReport& duel) {
  const double low = duel.test.low;
  const std::string& second = duel.second;
  if (low < 0) return fmt::format("{} is not weaker than {} by {} or more", duel.first, second, amount(low, duel.test));
  if (low == 0) return fmt::format("{} is stronger than {}", duel.first, second);
  return fmt::format("{} is stronger than {} by more than {}", duel.first, second, amount(low, duel.test));
}

/// What is shown if H0 is accepted, which rules H1 out. With bounds from 0 on only the claim is denied, because the
/// first bot may be stronger by less than H1.
std::string denial(const DuelReport& duel) {
  const auto [low, high] = std::pair(duel.test.low, duel.test.high);
  const std::string& second = duel.second;
  const std::string more = amount(high, duel.test);
  if (low > 0)
    return fmt::format("{} is not shown to be stronger than {} by more than {}", duel.first, second,
                       amount(low, duel.test));
  if (low == 0) return fmt::format("{} is not shown to be stronger than {}", duel.first, second);
  if (high > 0) return fmt::format("{} is not stronger than {} by {} or more", duel.first, second, more);
  if (high == 0) return fmt::format("{} is weaker than {}", duel.first, second);
  return fmt::format("{} is weaker than {} by more than {}", duel.first, second, more);
}

/// "duck forfeited in 384 of its 384 seats"
std::string forfeits_text(const std::string& bot, const DuelSeats& side) {
  return fmt::format("{} forfeited in {} of its {}", bot, side.forfeits, counted(side.seats, "seat"));
}

/// Says how often bots forfeited, for those for which `counts` returns true, or nothing if there are none.
template <class Predicate>
std::optional<std::string> forfeits_of(const DuelReport& duel, Predicate counts) {
  std::vector<std::string> texts;
  for (const auto& [bot, side] : {std::pair(&duel.first, &duel.state.sides[0]), {&duel.second, &duel.state.sides[1]}}) {
    if (counts(*side)) texts.push_back(forfeits_text(*bot, *side));
  }
  return texts.empty() ? std::nullopt : std::optional(hearts::listed(texts));
}

/// Says which bots forfeited so often that there is no result, or nothing if none did.
std::optional<std::string> spoiling_forfeits(const DuelReport& duel) {
  return forfeits_of(duel, [&](const DuelSeats& side) { return forfeits_too_often(side, duel.test); });
}

/// The sentence that says who forfeited too often.
std::string no_result_text(const DuelReport& duel) {
  return fmt::format(
      "No result: {}, and above {:g}% the games do not show who is stronger. 'arena check BOT' shows what is wrong "
      "with a bot; with --forfeits-max 1 forfeits count as losses.",
      spoiling_forfeits(duel).value(), 100 * duel.test.forfeits_max);
}

std::string verdict_text(const DuelReport& duel) {
  const DuelState& state = duel.state;
  const SequentialTest& test = duel.test;
  const std::string figures = difference_text(state.all, test);
  switch (state.verdict) {
    case DuelVerdict::stronger:
      return fmt::format("{}: {} (accepted H1: {} or more, alpha {:g}).", claim(duel), figures, bound(test.high),
                         test.alpha);
    case DuelVerdict::not_stronger:
      return fmt::format("{}: {} (accepted H0: {} or less, beta {:g}).", denial(duel), figures, bound(test.low),
                         test.beta);
    case DuelVerdict::no_result:
      return no_result_text(duel);
    case DuelVerdict::undecided:
      break;
  }
  if (duel.is_over) {
    return fmt::format("After {} it is undecided whether {}: {} (accepted neither H0: {} or less, nor H1: {} or more).",
                       counted(state.all.blocks, "block"), claim(duel), figures, bound(test.low), bound(test.high));
  }
  const std::string progress = duel_progress(duel);
  return fmt::format("The duel of {} and {} is in progress: {}.", duel.first, duel.second,
                     progress.empty() ? "no block is complete" : progress);
}

}  // namespace

std::string duel_progress(const DuelReport& duel) {
  const DuelState& state = duel.state;
  if (state.all.blocks == 0) return {};
  if (const auto forfeits = spoiling_forfeits(duel))
    return fmt::format("no result if it stays so, because {} (the limit is {:g}%)", *forfeits,
                       100 * duel.test.forfeits_max);
  const std::string figures = difference_text(state.all, duel.test);
  if (state.all.blocks < kDuelBlocksMin)
    return fmt::format("{} of the {} blocks that a verdict takes, {}", state.all.blocks, kDuelBlocksMin, figures);
  const bool is_up = state.llr >= 0;
  const double aim = is_up ? state.upper : state.lower;
  const std::string verdict = verdict_words(is_up ? DuelVerdict::stronger : DuelVerdict::not_stronger, duel.test);
  if (std::abs(state.llr) >= std::abs(aim))
    return fmt::format("'{}' at the next look if it stays so (LLR {}, bound {}), {}", verdict, fixed(state.llr, 2),
                       fixed(aim, 2), figures);
  return fmt::format("{:.0f}% of the way to '{}' (LLR {} of {}), {}", std::floor(100 * state.llr / aim), verdict,
                     fixed(state.llr, 2), fixed(aim, 2), figures);
}

std::vector<std::string> duel_sentences(const DuelReport& duel) {
  const DuelState& state = duel.state;
  std::vector<std::string> sentences = {verdict_text(duel)};
  if (state.all.blocks == 0) return sentences;
  std::string figures = fmt::format("{}; {} won {}% of the points between the two.", counted(state.all.blocks, "block"),
                                    duel.first, fixed(100 * state.all.share, 1));
  if (duel.is_over) {
    if (!state.all.identical)
      figures +=
          fmt::format(" LLR {}, bounds {} and {}.", fixed(state.llr, 2), fixed(state.lower, 2), fixed(state.upper, 2));
    if (state.all.plus_minus && state.verdict != DuelVerdict::no_result)
      figures += " The difference and its 95% interval allow for the moment at which the duel ended.";
  }
  sentences.push_back(std::move(figures));
  // If a bot forfeited too often, the first sentence says so.
  const auto forfeits = forfeits_of(duel, [](const DuelSeats& side) { return side.forfeits > 0; });
  if (forfeits && !spoiling_forfeits(duel))
    sentences.push_back(fmt::format("{}. A seat that forfeits is placed last.", *forfeits));
  const auto lacks_width = [](const DuelFigures& one) { return one.blocks > 0 && !one.identical && !one.plus_minus; };
  const bool has_parts = duel.variants.size() > 1;
  if (lacks_width(state.all) || (has_parts && std::ranges::any_of(state.by_variant, lacks_width)))
    sentences.emplace_back("± -: too few blocks to estimate it.");
  if (duel.counts_left_out)
    sentences.emplace_back("This counts all blocks of the duel, also those that are left out of the ratings.");
  if (!has_parts) return sentences;
  if (duel.is_over && state.all.plus_minus)
    sentences.emplace_back(
        "The lines of the variants take no account of the moment at which the duel ended, so their differences are on "
        "average too far from 0.");
  for (std::size_t v = 0; v < duel.variants.size() && v < state.by_variant.size(); ++v) {
    const DuelFigures& one = state.by_variant[v];
    sentences.push_back(fmt::format(
        "{}: {}", duel.variants[v],
        one.blocks == 0 ? "no blocks."
                        : fmt::format("{}; {}.", difference_text(one, duel.test), counted(one.blocks, "block"))));
  }
  return sentences;
}

}  // namespace arena
