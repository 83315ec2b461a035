/* Answers every question with different words picked at random. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned long long state;

static unsigned below(unsigned bound) { /* the high bits of a linear congruential generator */
  state = state * 6364136223846793005ULL + 1442695040888963407ULL;
  return (unsigned)((state >> 33) % bound);
}

int main(void) {
  char line[8192], number[16], *word[128];
  unsigned left, words;
  while (fgets(line, sizeof line, stdin) && strncmp(line, "quit", 4) != 0) {
    char *seed = strstr(line, "botseed="), *list = strstr(line, " : ");
    if (strncmp(line, "hello ", 6) == 0) puts("ready name=random_c");
    if (strncmp(line, "game ", 5) == 0) state = seed ? strtoull(seed + 8, NULL, 10) : 0;
    if (list && sscanf(line, "ask %15s %*s %u", number, &left) == 2) {
      words = 0;
      for (char* w = strtok(list + 3, " \r\n"); w && words < 128; w = strtok(NULL, " \r\n")) word[words++] = w;
      fputs(number, stdout);
      for (; left > 0 && words > 0; left--) {
        unsigned i = below(words);
        printf(" %s", word[i]);
        word[i] = word[--words];
      }
      putchar('\n');
    }
    fflush(stdout); /* a newline does not flush a pipe */
  }
  return 0;
}
