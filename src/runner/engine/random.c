#include "random.h"

#include <math.h>
#include <stdbool.h>

#include "exact-math.h"

double random_next(random_numbers *numbers) {
  numbers->state += 0x6d2b79f5;
  uint32_t state = numbers->state;
  uint32_t mixed = (state ^ state >> 15) * (state | 1);
  mixed ^= mixed + (mixed ^ mixed >> 7) * (mixed | 61);
  return (double)(mixed ^ mixed >> 14) / 4294967296.0;
}

static bool is_harmonic(double exponent) { return fabs(1 - exponent) < 1e-9; }

static double integral(double exponent, double x) {
  if (is_harmonic(exponent)) return exact_log(x);
  return (exact_power(x, 1 - exponent) - 1) / (1 - exponent);
}

static double inverse(double exponent, double y) {
  if (is_harmonic(exponent)) return exact_exp(y);
  return exact_power(fmax(0, 1 + y * (1 - exponent)), 1 / (1 - exponent));
}

zipf_law zipf_create(double distinct, double exponent) {
  return (zipf_law){
      .distinct = distinct,
      .exponent = exponent,
      .low = integral(exponent, 1.5) - 1,
      .high = integral(exponent, distinct + 0.5),
      .squeeze = 2 - inverse(exponent, integral(exponent, 2.5) - exact_power(2, -exponent)),
  };
}

double zipf_draw(const zipf_law *law, random_numbers *numbers) {
  for (;;) {
    double drawn = law->high + random_next(numbers) * (law->low - law->high);
    double x = inverse(law->exponent, drawn);
    double rank = fmin(law->distinct, fmax(1, floor(x + 0.5)));
    if (rank - x <= law->squeeze) return rank;
    if (drawn >= integral(law->exponent, rank + 0.5) - exact_power(rank, -law->exponent)) return rank;
  }
}
