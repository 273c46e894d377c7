/*
 * Types a text, and Return, into a window of an X display: type-into-window TITLE TEXT. For dialogs of the system, which belong
 * to no page. Only small letters, digits and the signs / . - can be typed.
 *
 * The functions are declared here, because the libraries are installed with the libraries of Electron, and their headers are not.
 */
#include <stdio.h>
#include <string.h>
#include <time.h>

typedef struct Display Display;
typedef unsigned long Window;

extern Display *XOpenDisplay(const char *name);
extern Window XDefaultRootWindow(Display *display);
extern int XQueryTree(Display *display, Window window, Window *root, Window *parent, Window **children, unsigned int *count);
extern int XFetchName(Display *display, Window window, char **name);
extern int XFree(void *data);
extern int XSetInputFocus(Display *display, Window window, int revert, unsigned long time);
extern int XSync(Display *display, int discard);
extern unsigned long XStringToKeysym(const char *name);
extern unsigned char XKeysymToKeycode(Display *display, unsigned long keysym);
extern int XTestFakeKeyEvent(Display *display, unsigned int keycode, int press, unsigned long delay);

static void pause_ms(long ms) {
  struct timespec span = {ms / 1000, ms % 1000 * 1000000};
  nanosleep(&span, NULL);
}

/* The top-level window with this title; 0 if there is none yet. */
static Window find(Display *display, const char *title) {
  Window root, parent, *children = NULL, found = 0;
  unsigned int count = 0;
  if (!XQueryTree(display, XDefaultRootWindow(display), &root, &parent, &children, &count)) return 0;
  for (unsigned int index = 0; index < count; index += 1) {
    char *name = NULL;
    if (!XFetchName(display, children[index], &name) || name == NULL) continue;
    if (strcmp(name, title) == 0) found = children[index];
    XFree(name);
  }
  if (children != NULL) XFree(children);
  return found;
}

static void press(Display *display, const char *keysym) {
  unsigned int code = XKeysymToKeycode(display, XStringToKeysym(keysym));
  XTestFakeKeyEvent(display, code, 1, 0);
  XTestFakeKeyEvent(display, code, 0, 0);
  XSync(display, 0);
  pause_ms(30);
}

static void type(Display *display, char character) {
  char name[2] = {character, 0};
  press(display, character == '/' ? "slash" : character == '.' ? "period" : character == '-' ? "minus" : name);
}

int main(int count, char **words) {
  Display *display = count == 3 ? XOpenDisplay(NULL) : NULL;
  if (display == NULL) return fprintf(stderr, "no display, or not two words\n"), 2;
  Window window = 0;
  for (int tries = 0; tries < 300 && window == 0; tries += 1, pause_ms(100)) window = find(display, words[1]);
  if (window == 0) return fprintf(stderr, "no window has the title %s\n", words[1]), 1;
  pause_ms(1000);
  XSetInputFocus(display, window, 1, 0);
  for (const char *at = words[2]; *at != 0; at += 1) type(display, *at);
  pause_ms(500);
  press(display, "Return");
  return 0;
}
