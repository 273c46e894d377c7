/* A wall clock that is ahead, for every program that loads this before the C library.

   AHEAD_MS: by how much; a negative number is behind. BEGINS_WHEN: a file. If it is named, the clock is right until the file is
   there. Both are given to the compiler, because a runner passes no variables of its environment on that it does not know. */
#define _GNU_SOURCE
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#ifndef AHEAD_MS
#define AHEAD_MS 200
#endif

int clock_gettime(clockid_t id, struct timespec *now) {
  int outcome = syscall(SYS_clock_gettime, id, now);
  if (outcome != 0 || (id != CLOCK_REALTIME && id != CLOCK_REALTIME_COARSE)) return outcome;
#ifdef BEGINS_WHEN
  if (access(BEGINS_WHEN, F_OK) != 0) return 0;
#endif
  long ns = now->tv_nsec + AHEAD_MS % 1000 * 1000000L;
  now->tv_sec += AHEAD_MS / 1000;
  if (ns >= 1000000000 || ns < 0) {
    now->tv_sec += ns < 0 ? -1 : 1;
    ns += ns < 0 ? 1000000000 : -1000000000;
  }
  now->tv_nsec = ns;
  return 0;
}

int gettimeofday(struct timeval *now, void *zone) {
  (void)zone;
  struct timespec time;
  clock_gettime(CLOCK_REALTIME, &time);
  now->tv_sec = time.tv_sec;
  now->tv_usec = time.tv_nsec / 1000;
  return 0;
}
