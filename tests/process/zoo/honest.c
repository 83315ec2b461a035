// Takes the first words offered. With a number: leaves instead of giving its answer of that number. With a second:
// takes so many milliseconds for each answer.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

int main(int argc, char** argv) {
  const int last = argc > 1 ? atoi(argv[1]) : 0;
  const long think_ms = argc > 2 ? atol(argv[2]) : 0;
  const struct timespec think = {think_ms / 1000, think_ms % 1000 * 1000000};
  int asked = 0;
  char line[8192];
  setvbuf(stdout, NULL, _IOFBF, sizeof line);
  while (fgets(line, sizeof line, stdin) != NULL) {
    if (strncmp(line, "hello ", 6) == 0) {
      puts("ready");
      fflush(stdout);
    } else if (strncmp(line, "ask ", 4) == 0) {
      if (++asked == last) return 0;
      if (think_ms > 0) nanosleep(&think, NULL);
      int id = 0;
      int count = 0;
      if (sscanf(line, "ask %d %*s %d", &id, &count) != 2) return 1;
      char* words = strstr(line, " : ");
      if (words == NULL) return 1;
      printf("%d", id);
      char* rest = words + 3;
      for (int i = 0; i < count; ++i) printf(" %s", strtok_r(rest, " \n", &rest));
      putchar('\n');
      fflush(stdout);
    } else if (strcmp(line, "quit\n") == 0) {
      break;
    }
  }
  return 0;
}
