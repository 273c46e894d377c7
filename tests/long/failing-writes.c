/* Lets one write to the files of a folder fail, or all from that one on, for a program that loads this before the C library.

   FAILING_FOLDER: the folder. FAILING_CALL: which of the calls, from 1; 0 for none. FAILING_WAY: how.
     error    it fails with an error of the disk
     full     it and all later ones that need room fail because the disk is full
     short    a part is written, and the rest and all later ones that need room fail because the disk is full
     killed   a part is written, then the process is gone
     readonly it and all later ones fail because the file system is read-only
   FAILING_WHEN: a file instead of a number. All calls fail in that way while it is there.
   FAILING_COUNT: a file that gets the number of calls, and 1 where one was made to fail. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

static long calls;
static int has_failed;

static int is_inside(const char *path) {
  const char *folder = getenv("FAILING_FOLDER");
  return folder != NULL && path != NULL && strncmp(path, folder, strlen(folder)) == 0;
}

static int is_file_inside(int file) {
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length <= 0) return 0;
  path[length] = 0;
  return is_inside(path);
}

static int is_way(const char *name) {
  const char *way = getenv("FAILING_WAY");
  return way != NULL && strcmp(way, name) == 0;
}

/* What becomes of a call. */
enum { SUCCEEDS, FAILS, FAILS_FIRST };

/* Counts one call. FAILS_FIRST for the one that was asked for, FAILS for those that fail because of it. */
static int falls(int needs_room) {
  const char *wanted = getenv("FAILING_CALL");
  const char *when = getenv("FAILING_WHEN");
  calls += 1;
  if (when != NULL) return access(when, F_OK) == 0 && (needs_room || is_way("readonly")) ? FAILS : SUCCEEDS;
  if (wanted != NULL && calls == atol(wanted)) {
    has_failed = 1;
    return FAILS_FIRST;
  }
  return has_failed && needs_room && (is_way("full") || is_way("short")) ? FAILS : SUCCEEDS;
}

static void die(void) {
  kill(getpid(), SIGKILL);
  for (;;) pause();
}

static int refuse(void) {
  if (is_way("killed")) die();
  errno = is_way("error") ? EIO : is_way("readonly") ? EROFS : ENOSPC;
  return -1;
}

__attribute__((destructor)) static void report(void) {
  const char *path = getenv("FAILING_COUNT");
  FILE *file = path == NULL ? NULL : fopen(path, "w");
  if (file == NULL) return;
  fprintf(file, "%ld %d", calls, has_failed);
  fclose(file);
}

#define REAL(name, type) ((type)dlsym(RTLD_NEXT, name))

/* Whether a part of it is written. */
static int is_cut(int fall, size_t length) {
  return fall == FAILS_FIRST && length > 1 && (is_way("short") || is_way("killed"));
}

ssize_t pwrite64(int file, const void *bytes, size_t length, off64_t at) {
  int fall = is_file_inside(file) ? falls(1) : SUCCEEDS;
  if (fall == SUCCEEDS) return syscall(SYS_pwrite64, file, bytes, length, at);
  if (is_cut(fall, length)) {
    ssize_t written = syscall(SYS_pwrite64, file, bytes, length / 2, at);
    if (is_way("killed")) die();
    return written;
  }
  return refuse();
}

ssize_t pwrite(int file, const void *bytes, size_t length, off_t at) { return pwrite64(file, bytes, length, at); }

ssize_t write(int file, const void *bytes, size_t length) {
  int fall = is_file_inside(file) ? falls(1) : SUCCEEDS;
  if (fall == SUCCEEDS) return syscall(SYS_write, file, bytes, length);
  if (is_cut(fall, length)) {
    ssize_t written = syscall(SYS_write, file, bytes, length / 2);
    if (is_way("killed")) die();
    return written;
  }
  return refuse();
}

int fsync(int file) { return is_file_inside(file) && falls(0) ? refuse() : (int)syscall(SYS_fsync, file); }
int fdatasync(int file) { return is_file_inside(file) && falls(0) ? refuse() : (int)syscall(SYS_fdatasync, file); }

int ftruncate64(int file, off64_t length) {
  return is_file_inside(file) && falls(1) ? refuse() : (int)syscall(SYS_ftruncate, file, length);
}
int ftruncate(int file, off_t length) { return ftruncate64(file, length); }

int unlink(const char *path) { return is_inside(path) && falls(0) ? refuse() : REAL("unlink", int (*)(const char *))(path); }
int rename(const char *from, const char *to) {
  return is_inside(to) && falls(1) ? refuse() : REAL("rename", int (*)(const char *, const char *))(from, to);
}
int link(const char *from, const char *to) {
  return is_inside(to) && falls(1) ? refuse() : REAL("link", int (*)(const char *, const char *))(from, to);
}
int mkdir(const char *path, mode_t mode) {
  return is_inside(path) && falls(1) ? refuse() : REAL("mkdir", int (*)(const char *, mode_t))(path, mode);
}

/* Only a call that may make a file counts. */
static int open_any(const char *name, const char *path, int flags, mode_t mode) {
  if ((flags & O_CREAT) != 0 && is_inside(path) && falls(1)) return refuse();
  return REAL(name, int (*)(const char *, int, mode_t))(path, flags, mode);
}
int open64(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  mode_t mode = (flags & O_CREAT) != 0 ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  return open_any("open64", path, flags, mode);
}
int open(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  mode_t mode = (flags & O_CREAT) != 0 ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  return open_any("open", path, flags, mode);
}
