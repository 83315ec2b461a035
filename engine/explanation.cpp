#include "engine/explanation.h"

#include "engine/explained_play.h"
#include "engine/explained_score.h"

namespace hearts {

std::vector<ExplainedSection> explain(const Rules& rules) {
  return {explain_pack_and_deal(rules), explain_passing(rules),       explain_opening(rules),
          explain_playing(rules),       explain_values(rules),        explain_moon(rules),
          explain_score_and_end(rules), explain_irregularities(rules)};
}

}  // namespace hearts
