#pragma once

#include <vector>

namespace arena {

struct Manifest;
struct ScheduleRules;

/// The manifest as the schedule sees it: who takes part in which variant, who is whose author, what was played before.
/// Its commitment breaks ties. A bot without an author is its own.
ScheduleRules schedule_rules(const Manifest& manifest);

/// Throws InputError that names the variant when its tables cannot be filled.
void check_schedule(const Manifest& manifest);

/// Sets how many blocks the manifest has, and so how many games: `blocks`; or, if that is 0, whole blocks until there
/// are `games`; or, if both are 0, every set of bots once, or four games, or with more bots than seats as many blocks of
/// each variant as there are bots. The commitment must be known, since ties, and with them the number of games of a
/// block, follow from it.
void plan_blocks(Manifest& manifest, int blocks, int games);

/// How many blocks the manifest has of each of its variants, in their order.
std::vector<int> blocks_by_variant(const Manifest& manifest);

}  // namespace arena
