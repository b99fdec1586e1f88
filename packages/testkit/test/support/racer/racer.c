/*
 * Exchanges pairs of paths without end, so that tests can show that no name is trusted between two system calls.
 *
 *   racer [--pause N] [--seed N] A B [A B ...]
 *
 * Each round picks a pair at random and swaps what its two paths name: atomically where the system can
 * (renameat2 with RENAME_EXCHANGE on Linux, renameatx_np with RENAME_SWAP on macOS), else by three renames.
 * The folders of all paths are opened at the start, so that a pair may lie in a folder that another pair swaps.
 * Between two rounds it spins for a random number of up to N steps, so that every window is hit.
 *
 * Prints "racing" after the first rounds. Ends when its standard input is closed: then it puts every pair back as it
 * was, and prints the number of exchanges. Exit code 0; 1 when a call fails, with a message on standard error.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#if defined(__linux__)
#include <sys/syscall.h>
#ifndef RENAME_EXCHANGE
#define RENAME_EXCHANGE (1 << 1)
#endif
#endif

enum { max_pairs = 64, rounds_before_ready = 64, rounds_between_polls = 256 };

struct place {
  int folder;
  const char *name;
};

struct pair {
  struct place left, right;
  int is_swapped;
};

static uint64_t state;

static uint64_t next_random(void) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return state;
}

static int open_place(struct place *place, const char *path) {
  const char *slash = strrchr(path, '/');
  char folder[4096];
  size_t length = slash == NULL ? 1 : (size_t)(slash - path);
  if (length >= sizeof folder) return -1;
  memcpy(folder, slash == NULL ? "." : path, length);
  folder[length] = '\0';
  place->name = slash == NULL ? path : slash + 1;
  place->folder = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  return place->folder < 0 ? -1 : 0;
}

static int exchange_at_once(const struct place *left, const struct place *right) {
#if defined(__linux__) && defined(SYS_renameat2)
  return (int)syscall(SYS_renameat2, left->folder, left->name, right->folder, right->name, RENAME_EXCHANGE);
#elif defined(__APPLE__) && defined(RENAME_SWAP)
  return renameatx_np(left->folder, left->name, right->folder, right->name, RENAME_SWAP);
#else
  (void)left;
  (void)right;
  errno = ENOSYS;
  return -1;
#endif
}

static int exchange(struct pair *pair) {
  static int is_unsupported = 0;
  const struct place *left = &pair->left, *right = &pair->right;
  char spare[256];
  pair->is_swapped = !pair->is_swapped;
  if (!is_unsupported) {
    if (exchange_at_once(left, right) == 0) return 0;
    if (errno != ENOSYS && errno != EINVAL && errno != ENOTSUP) return -1;
    is_unsupported = 1;
  }
  if (snprintf(spare, sizeof spare, "%s.spare", right->name) >= (int)sizeof spare) return -1;
  if (renameat(left->folder, left->name, right->folder, spare) != 0) return -1;
  if (renameat(right->folder, right->name, left->folder, left->name) != 0) return -1;
  return renameat(right->folder, spare, right->folder, right->name);
}

/* True if the program that started this one closed the pipe, or is gone. */
static int is_over(void) {
  struct pollfd input = {.fd = 0, .events = POLLIN};
  return poll(&input, 1, 0) > 0;
}

static int fail(const char *name) {
  fprintf(stderr, "racer: %s: %s\n", name, strerror(errno));
  return 1;
}

static int race(struct pair *pairs, uint64_t count, uint64_t pause) {
  uint64_t rounds = 0;
  for (;;) {
    struct pair *pair = &pairs[next_random() % count];
    if (exchange(pair) != 0) return fail(pair->left.name);
    rounds += 1;
    if (rounds == rounds_before_ready) {
      printf("racing\n");
      fflush(stdout);
    }
    if (rounds % rounds_between_polls == 0 && is_over()) break;
    uint64_t steps = pause == 0 ? 0 : next_random() % pause;
    for (volatile uint64_t step = 0; step < steps; step += 1) {
    }
  }
  for (uint64_t at = 0; at < count; at += 1) {
    if (pairs[at].is_swapped && exchange(&pairs[at]) != 0) return fail(pairs[at].left.name);
  }
  printf("%llu\n", (unsigned long long)rounds);
  return 0;
}

int main(int count, char **words) {
  static struct pair pairs[max_pairs];
  uint64_t pause = 2000, seed = 1;
  int first = 1;
  for (; first + 1 < count && strncmp(words[first], "--", 2) == 0; first += 2) {
    uint64_t value = strtoull(words[first + 1], NULL, 10);
    if (strcmp(words[first], "--pause") == 0) pause = value;
    else if (strcmp(words[first], "--seed") == 0) seed = value;
  }
  int paths = count - first;
  if (paths < 2 || paths % 2 != 0 || paths > 2 * max_pairs) {
    fprintf(stderr, "usage: racer [--pause N] [--seed N] A B [A B ...]\n");
    return 2;
  }
  for (int at = 0; at < paths; at += 1) {
    struct pair *pair = &pairs[at / 2];
    if (open_place(at % 2 == 0 ? &pair->left : &pair->right, words[first + at]) != 0) return fail(words[first + at]);
  }
  state = seed * 2654435769u + 88172645463325252u;
  return race(pairs, (uint64_t)(paths / 2), pause);
}
