#define _GNU_SOURCE
#include "arena/bots/sandbox/launcher/processes.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/// This process and all below it, parents before their children.
enum { kBelowMax = 8192 };
static pid_t below[kBelowMax];
static int below_count;

// Bots are stopped and continued around each question of a game, so nothing here allocates: with musl's malloc the
// streams of stdio and dirent cost more than the system calls.

/// Calls `found` for each number in a file of numbers.
static void each_number(const char* path, void (*found)(pid_t number, int signal), int signal) {
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return;  // there is no such thread, or it has gone
  char bytes[1024];
  int number = 0;
  for (ssize_t count; (count = read(file, bytes, sizeof bytes)) > 0;) {
    for (const char* byte = bytes; byte < bytes + count; ++byte) {
      if (*byte >= '0' && *byte <= '9') {
        number = 10 * number + (*byte - '0');
      } else if (number > 0) {
        found(number, signal);
        number = 0;
      }
    }
  }
  if (number > 0) found(number, signal);
  close(file);
}

static void add_child(pid_t child, int signal) {
  if (below_count == kBelowMax) return;
  if (signal != 0) kill(child, signal);
  below[below_count++] = child;
}

/// Adds the children of the threads that a folder of /proc names.
static void add_children(const char* folder, int signal) {
  const int threads = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (threads < 0) return;  // it has gone
  _Alignas(struct dirent) char bytes[2048];
  for (long count; (count = syscall(SYS_getdents64, threads, bytes, sizeof bytes)) > 0;) {
    for (long at = 0; at < count;) {
      const struct dirent* thread = (const struct dirent*)(bytes + at);  // on 64 bits musl's is the kernel's
      char path[128];
      snprintf(path, sizeof path, "%.63s/%.16s/children", folder, thread->d_name);
      if (thread->d_name[0] != '.') each_number(path, add_child, signal);
      at += thread->d_reclen;
    }
  }
  close(threads);
}

/// Each gets the signal, or none (0), before its children are listed: one that is stopped starts none that is missed.
static void find_below(int signal) {
  below[0] = getpid();
  below_count = 1;
  for (int parent = 0; parent < below_count; ++parent) {
    char folder[64];
    snprintf(folder, sizeof folder, "/proc/%d/task", (int)below[parent]);
    add_children(folder, signal);
  }
}

int watch_children(bool stops) {
  const struct sigaction wanted = {.sa_handler = SIG_DFL, .sa_flags = stops ? 0 : SA_NOCLDSTOP};
  sigset_t child;
  sigemptyset(&child);
  sigaddset(&child, SIGCHLD);
  if (sigprocmask(SIG_BLOCK, &child, NULL) != 0 || sigaction(SIGCHLD, &wanted, NULL) != 0) return -1;
  return signalfd(-1, &child, SFD_CLOEXEC);
}

void continue_when_parent_dies(void) { prctl(PR_SET_PDEATHSIG, SIGCONT, 0, 0, 0); }

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
  // Finds all before the first one continues: a running parent could exit, and its children would be lost.
  find_below(0);
  for (int i = 1; i < below_count; ++i) kill(below[i], SIGCONT);
}

static void kill_child(pid_t child, int signal) { kill(child, signal); }

static void kill_children(void) {
  if (getpid() == 1) {
    kill(-1, SIGKILL);  // all of the namespace but itself
    return;
  }
  char path[64];
  snprintf(path, sizeof path, "/proc/self/task/%d/children", (int)getpid());
  each_number(path, kill_child, SIGKILL);
}

/// Each round reaps what the last one killed; the orphans of a dying parent come to this process and are killed in the
/// next. The number of rounds is bounded, since a fork bomb may outrun any loop: when pid 1 exits, the kernel kills the
/// rest.
int kill_all(void) {
  int killed = 0;
  // Most bots have no other process. A signal to all would look at every process of the machine.
  if (waitpid(-1, NULL, WNOHANG) < 0 && errno == ECHILD) return 0;
  for (int round = 0; round < 1000; ++round) {
    kill_children();
    int status = 0;
    const pid_t reaped = waitpid(-1, &status, 0);
    if (reaped < 0 && errno == ECHILD) return killed;
    if (reaped > 0 && WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL) ++killed;
  }
  return killed;
}
