// burning_bot THINK_MS THREADS [between | worker]
// Takes the first words offered, and works THINK_MS of processor time for every third answer. So many threads of it
// never rest; `between`: only from the end of a game to the next one. `worker`: another thread works while the first one
// waits.

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static atomic_bool burning;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static void* burn(void* nothing) {
  for (;;) {
    pthread_mutex_lock(&lock);
    while (!burning) pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);
    while (burning) continue;
  }
  return nothing;
}

static void set_burning(int on) {
  pthread_mutex_lock(&lock);
  burning = on;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&lock);
}

static long long thread_us(void) {
  struct timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return time.tv_sec * 1000000LL + time.tv_nsec / 1000;
}

static void* think(void* us) {
  const long long until = thread_us() + *(const long long*)us;
  while (thread_us() < until) continue;
  return NULL;
}

static int work(long long think_us, int by_worker) {
  pthread_t worker;
  if (by_worker) return pthread_create(&worker, NULL, think, &think_us) == 0 && pthread_join(worker, NULL) == 0;
  think(&think_us);
  return 1;
}

static int answer(char* line, long long think_us, int by_worker) {
  int id = 0;
  int count = 0;
  char* words = strstr(line, " : ");
  if (words == NULL || sscanf(line, "ask %d %*s %d", &id, &count) != 2) return 0;
  if (id % 3 == 0 && !work(think_us, by_worker)) return 0;
  printf("%d", id);
  char* rest = words + 3;
  for (int i = 0; i < count; ++i) printf(" %s", strtok_r(rest, " \n", &rest));
  putchar('\n');
  fflush(stdout);
  return 1;
}

int main(int argc, char** argv) {
  char line[8192];
  if (argc < 3) return 1;
  const long long think_us = atoll(argv[1]) * 1000;
  const int between = argc > 3 && strcmp(argv[3], "between") == 0;
  const int by_worker = argc > 3 && strcmp(argv[3], "worker") == 0;
  setvbuf(stdout, NULL, _IOFBF, sizeof line);
  for (int i = 0; i < atoi(argv[2]); ++i) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, burn, NULL) != 0) return 1;
  }
  while (fgets(line, sizeof line, stdin) != NULL) {
    if (strncmp(line, "hello ", 6) == 0) {
      puts("ready");
      fflush(stdout);
    }
    if (strncmp(line, "game ", 5) == 0) set_burning(!between);
    if (strncmp(line, "end ", 4) == 0) set_burning(1);
    if (strcmp(line, "quit\n") == 0) break;
    if (strncmp(line, "ask ", 4) == 0 && !answer(line, think_us, by_worker)) return 1;
  }
  return 0;
}
