/**
 * Reasons of a verdict that a busy machine may cause, so that another try may succeed. Every other unexpected verdict
 * is a fault. A record that is not accounted for, a visible secret, or leftovers after a kill are never noise.
 */

/** @type {readonly string[]} `reasonCode`s of a verdict */
export const noiseReasons = ['too-noisy', 'straddles-band', 'not-settled', 'too-short', 'client-bound']
