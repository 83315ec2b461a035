// instant_bot [THINK_US]
// The fastest bot there is: takes the first words offered, reads and writes whole blocks. With THINK_US it computes so
// many microseconds for each answer.
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static char buffer[1 << 16];

static long long now_ns(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static void compute(long long ns) {
  const long long until = now_ns() + ns;
  while (now_ns() < until) continue;
}

// Answers the ask in `line`, which ends in a newline.
static void answer(const char* line) {
  char out[512];
  size_t size = 0;
  const char* at = line + 4;
  while (*at != ' ') out[size++] = *at++;
  const char* count_at = strchr(at + 1, ' ');
  int count = atoi(count_at + 1);
  at = strstr(count_at, " :") + 2;
  while (count-- > 0) {
    out[size++] = *at++;
    while (*at != ' ' && *at != '\n') out[size++] = *at++;
  }
  out[size++] = '\n';
  if (write(1, out, size) < 0) exit(1);
}

int main(int argc, char** argv) {
  const long long think_ns = argc > 1 ? atoll(argv[1]) * 1000 : 0;
  size_t used = 0;
  if (read(0, buffer, sizeof buffer) <= 0 || write(1, "ready\n", 6) < 0) return 1;
  for (;;) {
    ssize_t got = read(0, buffer + used, sizeof buffer - used - 1);
    if (got <= 0) return 0;
    used += (size_t)got;
    buffer[used] = '\0';
    if (buffer[used - 1] != '\n') continue;
    // An ask is always the last line of what has been sent.
    char* line = buffer + used - 1;
    while (line > buffer && line[-1] != '\n') --line;
    used = 0;
    if (strncmp(line, "ask ", 4) == 0) {
      if (think_ns > 0) compute(think_ns);
      answer(line);
    }
    if (strncmp(line, "quit", 4) == 0) return 0;
  }
}
