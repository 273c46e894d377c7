#include "exact-math.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

static const double log_of_2 = 0.6931471805599453;
static const double root_of_2 = 1.4142135623730951;

enum { exponent_bias = 1023, fraction_bits = 52, log_terms = 12, exp_terms = 14 };

double exact_log(double x) {
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  double exponent = (double)((int)(bits >> fraction_bits & 0x7ff) - exponent_bias);
  bits = (bits & ((UINT64_C(1) << fraction_bits) - 1)) | (uint64_t)exponent_bias << fraction_bits;
  double fraction;
  memcpy(&fraction, &bits, sizeof fraction);
  if (fraction > root_of_2) {
    fraction /= 2;
    exponent += 1;
  }
  // log f = 2 (s + s^3/3 + s^5/5 + ...) with s = (f - 1) / (f + 1), which is at most 0.172.
  double s = (fraction - 1) / (fraction + 1);
  double square = s * s;
  double sum = 0;
  for (int term = log_terms; term >= 0; term -= 1) sum = sum * square + 1 / (double)(2 * term + 1);
  return exponent * log_of_2 + 2 * s * sum;
}

double exact_exp(double x) {
  if (x < -708) return 0;
  if (x > 709) return INFINITY;
  double twos = floor(x / log_of_2 + 0.5);
  double rest = x - twos * log_of_2;
  double sum = 1;
  for (int term = exp_terms; term >= 1; term -= 1) sum = 1 + sum * rest / (double)term;
  uint64_t bits = (uint64_t)((int)twos + exponent_bias) << fraction_bits;
  double scale;
  memcpy(&scale, &bits, sizeof scale);
  return sum * scale;
}

double exact_power(double base, double exponent) {
  if (base > 0) return exact_exp(exponent * exact_log(base));
  return exponent > 0 ? 0 : INFINITY;
}
