/*
 * A slow disk for brokers: preloaded into their JVM, it makes each sync of a topic's log and each msync take longer, and
 * counts them. Sleeps and counts are in a small file that the laboratory maps too, so that it changes the disk under
 * running brokers. Syncs of the cluster's own metadata stay as fast as they are.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

/* Order and size are those of slow-sync.ts. */
struct disk {
  _Atomic uint64_t sync_sleep_us, msync_sleep_us, syncs, msyncs, slept_us;
};

static struct disk *disk;

__attribute__((constructor)) static void open_disk(void) {
  const char *path = getenv("LAB_DISK");
  int fd = path == NULL ? -1 : open(path, O_RDWR);
  if (fd < 0) return;
  void *mapped = mmap(NULL, sizeof *disk, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  close(fd);
  if (mapped != MAP_FAILED) disk = mapped;
}

static uint64_t now_us(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000000ull + t.tv_nsec / 1000;
}

static int is_topic_log(int fd) {
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 4) return 0;
  path[length] = 0;
  return strcmp(path + length - 4, ".log") == 0 && strstr(path, "__cluster_metadata") == NULL;
}

/* Sleeps what is asked for, and notes how long it really was. */
static void wait_for_disk(uint64_t us) {
  if (us == 0) return;
  uint64_t start = now_us();
  struct timespec left = {us / 1000000, (us % 1000000) * 1000};
  while (nanosleep(&left, &left) != 0) continue;
  disk->slept_us += now_us() - start;
}

static int slow_sync(const char *name, int fd) {
  int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, name);
  if (disk != NULL && is_topic_log(fd)) {
    disk->syncs += 1;
    wait_for_disk(disk->sync_sleep_us);
  }
  return real(fd);
}

int fsync(int fd) { return slow_sync("fsync", fd); }
int fdatasync(int fd) { return slow_sync("fdatasync", fd); }

int msync(void *address, size_t length, int flags) {
  int (*real)(void *, size_t, int) = (int (*)(void *, size_t, int))dlsym(RTLD_NEXT, "msync");
  if (disk != NULL) {
    disk->msyncs += 1;
    wait_for_disk(disk->msync_sleep_us);
  }
  return real(address, length, flags);
}
