/* A wall clock that is 200 ms ahead, for every program of a host that loads this before the C library. */
#define _GNU_SOURCE
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static const long ahead_ns = 200000000;

int clock_gettime(clockid_t id, struct timespec *now) {
  int outcome = syscall(SYS_clock_gettime, id, now);
  if (outcome != 0 || (id != CLOCK_REALTIME && id != CLOCK_REALTIME_COARSE)) return outcome;
  now->tv_nsec += ahead_ns;
  if (now->tv_nsec >= 1000000000) {
    now->tv_nsec -= 1000000000;
    now->tv_sec += 1;
  }
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
