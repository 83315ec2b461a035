#pragma once

namespace arena {

/// The most processes and threads that the user whom bots run as may have, bots included: for levels without namespaces,
/// where the kernel counts by user only. What he has now and a part of what the machine can number, so that no bot can
/// take all of it. Found out once.
unsigned task_room();

}  // namespace arena
