/* Names are resolved late, for a program that loads this before the C library. SLOW_NAMES_SECONDS: how late. The name
   slow.invalid is then that of this machine; all others are resolved as ever. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <netdb.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef int (*resolver)(const char *, const char *, const struct addrinfo *, struct addrinfo **);

int getaddrinfo(const char *name, const char *service, const struct addrinfo *hints, struct addrinfo **found) {
  resolver real = (resolver)dlsym(RTLD_NEXT, "getaddrinfo");
  const char *seconds = getenv("SLOW_NAMES_SECONDS");
  if (seconds != NULL) sleep((unsigned)atoi(seconds));
  return real(name != NULL && strcmp(name, "slow.invalid") == 0 ? "127.0.0.1" : name, service, hints, found);
}
