#pragma once

// All processes of the bot together: those of this process's pid namespace where it is pid 1, else its descendants.

/// Stops them. One whose parent ends meanwhile may be missed. The launcher calls this again when it learns
/// that this parent has ended, or that the bot has stopped.
void stop_all(void);

/// Lets them continue.
void continue_all(void);

/// Kills and reaps them. Returns how many died of it.
int kill_all(void);
