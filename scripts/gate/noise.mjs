/**
 * Reasons of a verdict that a machine busy with something else gives, and another try may not. Everything else that is
 * not the expected verdict is a fault: an accounting that does not close, a secret that is seen, a kill that leaves
 * something behind are never noise.
 */

/** @type {readonly string[]} `reasonCode`s of a verdict */
export const noiseReasons = ['too-noisy', 'straddles-band', 'not-settled', 'too-short', 'client-bound']
