/* A bot to start from. It gets rid of heavy cards and plays light ones. Improve choose(). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What the bot knows about this game. Add whatever else your bot needs. */
struct table {
  unsigned long long chance;
  int points[128][128]; /* what a card costs, by the letters of its rank and suit: points['Q']['S'] */
  char trick[8][3];     /* the cards of this trick, in the order played */
  int played;           /* how many cards that is */
};

static int* points_of(struct table* table, const char* card) {
  return &table->points[card[0] & 127][card[0] ? card[1] & 127 : 0];
}

/* Returns a number from 0 to 1. Use no other random numbers: the same game must lead to the same answers. */
static double chance(struct table* table) {
  table->chance = table->chance * 6364136223846793005ULL + 1442695040888963407ULL;
  return (double)(table->chance >> 32) / 4294967296.0;
}

static double weight(struct table* table, const char* card) {
  static const char ranks[] = "X23456789TJQKA";
  const char* rank = strchr(ranks, card[0]);
  return (rank ? (double)(rank - ranks) : 0) + 4 * *points_of(table, card) + chance(table);
}

/* Moves any n of the words to the front. All of them are legal. This is the function to change. */
static void choose(const char* kind, int n, char** words, int count, struct table* table) {
  const int passing = strcmp(kind, "pass") == 0;
  if (!passing && strcmp(kind, "play") != 0) return; /* other questions: the first words are always safe */

  const int cannot_follow = table->played > 0 && words[0][1] != table->trick[0][1];
  for (int i = 0; i < n; i++) {
    int best = i;
    double most = 0;
    for (int j = i; j < count; j++) {
      double wish = weight(table, words[j]);
      if (!passing && !cannot_follow) wish = -wish;
      if (j == i || wish > most) best = j, most = wish;
    }
    char* word = words[i];
    words[i] = words[best];
    words[best] = word;
  }
}

static void hear(struct table* table, char** words, int count) {
  if (strcmp(words[0], "points") == 0) { /* points QS=13 2H=1 ... */
    memset(table->points, 0, sizeof table->points);
    for (int i = 1; i < count; i++) {
      const char* value = strchr(words[i], '=');
      if (value) *points_of(table, words[i]) = atoi(value + 1);
    }
  } else if (strcmp(words[0], "trick") == 0) { /* trick NUMBER lead=SEAT */
    table->played = 0;
  } else if (strcmp(words[0], "play") == 0 && count > 2 && table->played < 8) { /* play SEAT CARD */
    snprintf(table->trick[table->played++], sizeof table->trick[0], "%s", words[2]);
  }
}

static struct table table;

int main(void) {
  static char line[8192];
  static char* words[sizeof line / 2 + 1];
  while (fgets(line, sizeof line, stdin)) {
    int count = 0;
    for (char* word = strtok(line, " \r\n"); word; word = strtok(NULL, " \r\n")) words[count++] = word;
    if (count == 0) continue;
    if (strcmp(words[0], "hello") == 0) {
      puts("ready");
    } else if (strcmp(words[0], "game") == 0) { /* forget everything: answers may depend only on this game */
      memset(&table, 0, sizeof table);
      for (int i = 1; i < count; i++) {
        if (strncmp(words[i], "botseed=", 8) == 0) table.chance = strtoull(words[i] + 8, NULL, 10);
      }
    } else if (strcmp(words[0], "ask") == 0 && count > 4) { /* ask ID KIND N MOVE BANK : WORD ... */
      const int n = atoi(words[3]);
      int first = 4;
      while (first < count && strcmp(words[first++], ":") != 0) continue;
      if (n > count - first) continue;
      choose(words[2], n, words + first, count - first, &table);
      fputs(words[1], stdout);
      for (int i = first; i < first + n; i++) printf(" %s", words[i]);
      putchar('\n');
    } else if (strcmp(words[0], "quit") == 0) {
      break;
    } else {
      hear(&table, words, count);
    }
    fflush(stdout); /* a newline does not flush a pipe */
  }
  return 0;
}
