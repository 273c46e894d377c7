/*
 * Logarithm and powers that are the same to the last bit as those of exact-math.ts: both use only operations that IEEE
 * 754 rounds exactly, in the same order. C's own functions differ from JavaScript's in the last digits, so that a key could be
 * another one in the engine than in the reference loop.
 */
#ifndef HEADROOM_EXACT_MATH_H
#define HEADROOM_EXACT_MATH_H

/* Natural logarithm of a positive, normal number. */
double exact_log(double x);

/* e to the power of x: 0 below -708, infinity above 709. */
double exact_exp(double x);

/* A number of at least 0 to any power. */
double exact_power(double base, double exponent);

#endif
