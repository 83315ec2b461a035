// Takes the first words offered. Leaves a daemon in a session of its own, and a child, that want to stay for ever.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void leave_processes(void) {
  if (fork() == 0) {
    for (;;) pause();
  }
  if (fork() == 0) {
    setsid();
    if (fork() == 0) {
      for (;;) pause();
    }
    _exit(0);
  }
}

int main(void) {
  char line[8192];
  leave_processes();
  setvbuf(stdout, NULL, _IOFBF, sizeof line);
  while (fgets(line, sizeof line, stdin) != NULL) {
    if (strncmp(line, "hello ", 6) == 0) {
      puts("ready");
      fflush(stdout);
    } else if (strncmp(line, "ask ", 4) == 0) {
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
