/* Seeded random numbers: the same as those of random.ts. */
#ifndef HEADROOM_RANDOM_H
#define HEADROOM_RANDOM_H

#include <stdint.h>

typedef struct {
  uint32_t state;
} random_numbers;

/* A number in [0, 1). */
double random_next(random_numbers *numbers);

/* Draws ranks from 1 to `distinct` with weights 1 / rank^exponent. random.ts names the method. */
typedef struct {
  double distinct;
  double exponent;
  double low;
  double high;
  double squeeze;
} zipf_law;

zipf_law zipf_create(double distinct, double exponent);
double zipf_draw(const zipf_law *law, random_numbers *numbers);

#endif
