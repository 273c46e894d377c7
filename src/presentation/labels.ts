/**
 * Names of what answers are about, one table each, typed by the contract's union: a new member needs a name to compile.
 */

/** Results of a benchmark's short profile. */
export const smokeLabel = 'smoke: shape only'
