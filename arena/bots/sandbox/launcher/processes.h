#pragma once

// All processes of the bot together: those of this process's pid namespace where it is pid 1, else its descendants.

/// Stops them. One whose parent ends meanwhile may be missed: the news of that parent's end, or of the bot's stop,
/// brings the next call.
void stop_all(void);

/// Lets them go on.
void continue_all(void);

/// Kills and reaps them. Returns how many died of it.
int kill_all(void);
