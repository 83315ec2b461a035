#pragma once

#include <boost/json/fwd.hpp>
#include <string>
#include <string_view>

#include "arena/records/manifest.h"
#include "arena/records/run_folder.h"

namespace arena {

/// What a page shows about a run: `Run` of web/data.ts. If the summary has a digest, the page shows it.
boost::json::object run_json(const RunSummary& run);

/// A variant with its rules in plain words: `Variant` of web/data.ts. `shown` is its id in the field.
boost::json::object variant_json(const ManifestVariant& variant, std::string_view shown);

/// A bot: `Bot` of web/data.ts, without what is counted. `shown` is its name in the field.
boost::json::object bot_json(const BotEntry& bot, std::string_view shown);

}  // namespace arena
