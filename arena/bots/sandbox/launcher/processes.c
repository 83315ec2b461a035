#define _GNU_SOURCE
#include "arena/bots/sandbox/launcher/processes.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

/// This process and all below it, parents before their children.
enum { kBelowMax = 8192 };
static pid_t below[kBelowMax];
static int below_count;

static void add_children(const char* threads, const char* thread, int signal) {
  char path[128];
  snprintf(path, sizeof path, "%.63s/%.16s/children", threads, thread);
  FILE* children = fopen(path, "r");
  if (children == NULL) return;  // no thread, or it has gone
  int pid = 0;
  while (below_count < kBelowMax && fscanf(children, "%d", &pid) == 1) {
    if (signal != 0) kill(pid, signal);
    below[below_count++] = pid;
  }
  fclose(children);
}

/// Each gets the signal, or none (0), before its children are listed: one that is stopped starts none that is missed.
static void find_below(int signal) {
  below[0] = getpid();
  below_count = 1;
  for (int parent = 0; parent < below_count; ++parent) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/task", (int)below[parent]);
    DIR* threads = opendir(path);
    if (threads == NULL) continue;  // it has gone
    for (const struct dirent* thread; (thread = readdir(threads)) != NULL;) add_children(path, thread->d_name, signal);
    closedir(threads);
  }
}

void stop_all(void) {
  if (getpid() == 1) {
    kill(-1, SIGSTOP);  // all of the namespace but itself
  } else {
    find_below(SIGSTOP);
  }
}

void continue_all(void) {
  if (getpid() == 1) {
    kill(-1, SIGCONT);
    return;
  }
  // They are found before the first one goes on, and could lose others.
  find_below(0);
  for (int i = 1; i < below_count; ++i) kill(below[i], SIGCONT);
}

static void kill_children(void) {
  if (getpid() == 1) {
    kill(-1, SIGKILL);  // all of the namespace but itself
    return;
  }
  char path[64];
  snprintf(path, sizeof path, "/proc/self/task/%d/children", (int)getpid());
  FILE* children = fopen(path, "r");
  if (children == NULL) return;
  for (int pid = 0; fscanf(children, "%d", &pid) == 1;) kill(pid, SIGKILL);
  fclose(children);
}

/// Each round reaps what the last one killed; the orphans of a dying parent come to this process and are killed in the
/// next. The number of rounds is bounded, since a fork bomb may outrun any loop: when pid 1 exits, the kernel kills the
/// rest.
int kill_all(void) {
  int killed = 0;
  for (int round = 0; round < 1000; ++round) {
    kill_children();
    int status = 0;
    const pid_t reaped = waitpid(-1, &status, 0);
    if (reaped < 0 && errno == ECHILD) return killed;
    if (reaped > 0 && WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL) ++killed;
  }
  return killed;
}
