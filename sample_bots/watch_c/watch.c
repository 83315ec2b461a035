/* Plays its lowest card and watches the others. Under the laws of the table it has cards out of turn taken back as late
   as it may, when it is its turn, so that it sees what the others do. It calls a misdeal if its hand is bad. It claims
   every revoke and incorrect hand that it can prove, and no others. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SEATS = 6, TRICKS = 40, WORDS = 200 };

static struct {
  int me, hand_size, trick, high; /* high: how many queens and better it was dealt */
  char led;                       /* the suit of this trick, or 0 */
  char missed[SEATS][TRICKS];     /* the suit led that a seat did not follow in a trick, or 0 */
  char revoked[SEATS][TRICKS];    /* it later showed that it had held that suit */
  int excess[SEATS];
} game;

static int rank_of(const char* card) {
  const char* ranks = "X23456789TJQKA";
  const char* found = strchr(ranks, card[0]);
  return found ? (int)(found - ranks) : 99;
}

static void start_hand(void) {
  memset(game.missed, 0, sizeof game.missed);
  memset(game.revoked, 0, sizeof game.revoked);
  memset(game.excess, 0, sizeof game.excess);
  game.trick = 0;
}

/* A trick begins, or the arena sends it again. */
static void start_trick(int number) {
  game.trick = number > 0 && number < TRICKS ? number : 0;
  game.led = 0;
  for (int seat = 0; seat < SEATS; seat++) game.missed[seat][game.trick] = 0;
}

static void see_card(int seat, const char* card) {
  if (seat < 0 || seat >= SEATS) return;
  for (int trick = 1; trick < game.trick; trick++) {
    if (game.missed[seat][trick] == card[1]) game.revoked[seat][trick] = 1;
  }
  if (game.led == 0) game.led = card[1];
  if (card[1] != game.led) game.missed[seat][game.trick] = game.led;
}

static int is_proven(const char* claim) {
  int seat, trick;
  if (sscanf(claim, "revoke:%d:%d", &seat, &trick) == 2)
    return seat >= 0 && seat < SEATS && trick > 0 && trick < TRICKS && game.revoked[seat][trick];
  if (sscanf(claim, "hand:%d", &seat) == 1 && seat >= 0 && seat < SEATS)
    return game.trick + game.excess[seat] != game.hand_size;
  return 0;
}

static int by_rank(const void* a, const void* b) { return rank_of(*(char* const*)a) - rank_of(*(char* const*)b); }

/* Moves the words of the answer to the front. `turn` is the seat whose turn it is, or -1 if the arena did not say. */
static void choose(const char* kind, char** word, int words, int count, int turn) {
  if (strcmp(kind, "play") == 0 || strcmp(kind, "pass") == 0) {
    qsort(word, (size_t)words, sizeof *word, by_rank);
    for (int i = 0; strcmp(kind, "pass") == 0 && i < count; i++) word[i] = word[words - 1 - i];
  } else if (strcmp(kind, "demand") == 0 && words > 1 && (turn < 0 || turn == game.me)) {
    word[0] = word[1];
  } else if (strcmp(kind, "misdeal") == 0 && words > 1 && game.high > 3) {
    word[0] = word[1];
  } else if (strcmp(kind, "claim") == 0) {
    for (int i = 1; i < words; i++) {
      if (is_proven(word[i])) word[0] = word[i];
    }
  }
}

static void hear(char** word, int words) {
  const char* verb = word[0];
  if (strcmp(verb, "game") == 0) {
    memset(&game, 0, sizeof game); /* answers may depend only on this game */
    for (int i = 1; i < words; i++) (void)sscanf(word[i], "you=%d", &game.me);
  } else if (strcmp(verb, "rule") == 0 && words > 2 && strcmp(word[1], "deal.hand_size") == 0) {
    game.hand_size = atoi(word[2]);
  } else if (strcmp(verb, "hand") == 0 || strcmp(verb, "subhand") == 0) {
    start_hand();
  } else if (strcmp(verb, "deal") == 0) {
    game.high = 0;
    for (int i = 1; i < words; i++) game.high += rank_of(word[i]) > 10;
  } else if (strcmp(verb, "trick") == 0 && words > 1) {
    start_trick(atoi(word[1]));
  } else if (strcmp(verb, "play") == 0 && words > 2) {
    see_card(atoi(word[1]), word[2]);
  } else if (strcmp(verb, "excess") == 0 && words > 1 && atoi(word[1]) >= 0 && atoi(word[1]) < SEATS) {
    game.excess[atoi(word[1])] = words - 2;
  }
}

int main(void) {
  char line[8192], *word[WORDS];
  while (fgets(line, sizeof line, stdin)) {
    int words = 0, list = 0;
    for (char* w = strtok(line, " \r\n"); w && words < WORDS; w = strtok(NULL, " \r\n")) {
      if (list == 0 && strcmp(w, ":") == 0) list = words + 1;
      word[words++] = w;
    }
    if (words == 0) continue;
    if (strcmp(word[0], "quit") == 0) break;
    if (strcmp(word[0], "hello") == 0) puts("ready name=watch_c laws=all");
    if (strcmp(word[0], "ask") == 0 && list > 4) {
      const int count = atoi(word[3]);
      int turn = -1;
      for (int i = 4; i < list; i++) (void)sscanf(word[i], "turn=%d", &turn);
      choose(word[2], word + list, words - list, count, turn);
      fputs(word[1], stdout);
      for (int i = 0; i < count && list + i < words; i++) printf(" %s", word[list + i]);
      putchar('\n');
    } else {
      hear(word, words);
    }
    fflush(stdout); /* a pipe is not flushed by the newline */
  }
  return 0;
}
