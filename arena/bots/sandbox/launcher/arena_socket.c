#define _GNU_SOURCE
#include "arena/bots/sandbox/launcher/arena_socket.h"

#include <errno.h>
#include <linux/filter.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "arena/bots/sandbox/descriptors.h"

void die(const char* what) {
  fprintf(stderr, "arena-launcher: %s: %s\n", what, strerror(errno));
  _Exit(125);
}

static uint64_t filter_bytes(const struct LaunchOrder* order) {
  return (uint64_t)order->filter_length * sizeof(struct sock_filter);
}

static _Noreturn void die_of_order(void) {
  errno = EBADMSG;
  die("the arena's first message");
}

void receive_launch(int control, struct Launch* launch) {
  struct LaunchOrder* order = &launch->order;
  const ssize_t got = recv(control, order, sizeof *order, MSG_WAITALL);
  if (got == 0) _Exit(0);  // the arena has gone
  if (got < 0) die("recv");
  if (got != sizeof *order) die_of_order();
  const uint64_t rest = filter_bytes(order) + order->path_bytes + order->mount_bytes;
  if (rest > sizeof launch->tail) die_of_order();
  if (rest > 0 && recv(control, launch->tail, rest, MSG_WAITALL) != (ssize_t)rest) die_of_order();
}

void* filter_of(struct Launch* launch) { return launch->tail; }

const char* path_rules_of(const struct Launch* launch) { return launch->tail + filter_bytes(&launch->order); }

const char* mounts_of(const struct Launch* launch) { return path_rules_of(launch) + launch->order.path_bytes; }

const char* take_streams(int control) {
  char last = 0;
  int pipes[2];
  if (receive_with_descriptors(control, &last, 1, pipes, 2, MSG_WAITALL) != 1) return "the order's last byte";
  if (dup2(pipes[0], STDIN_FILENO) < 0 || dup2(pipes[1], STDOUT_FILENO) < 0) return "the bot's streams";
  return NULL;
}

static __attribute__((format(printf, 2, 3))) void report(int control, const char* format, ...) {
  char line[128];
  va_list figures;
  va_start(figures, format);
  const int size = vsnprintf(line, sizeof line, format, figures);
  va_end(figures);
  // A dead arena does not matter here: the main loop sees it.
  if (send(control, line, (size_t)size, MSG_NOSIGNAL) < 0) return;
}

bool report_started(int control, pid_t bot) {
  static const char kLine[] = "started\n";
  const int pidfd = open_pidfd(bot);
  const bool sent = pidfd >= 0 && send_with_descriptors(control, kLine, sizeof kLine - 1, &pidfd, 1) > 0;
  close(pidfd);
  return sent;
}

void report_failed(int control, int error) { report(control, "failed %d\n", error); }

static long long micros(const struct timeval* time) { return (long long)time->tv_sec * 1000000 + time->tv_usec; }

void report_end(int control, int status, const struct rusage* usage) {
  const bool exited = WIFEXITED(status);
  report(control, "%s %d %lld %lld %ld\n", exited ? "exited" : "signaled",
         exited ? WEXITSTATUS(status) : WTERMSIG(status), micros(&usage->ru_utime), micros(&usage->ru_stime),
         usage->ru_maxrss);
}

void report_left(int control, int processes) { report(control, "left %d\n", processes); }
