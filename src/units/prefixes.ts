/**
 * Factors of prefixes and units. Everywhere in Headroom, 1 MB is 10^6 bytes and 1 MiB is 2^20.
 */

/** Factors of the decimal prefixes of bytes and bits, by lower-case letter. */
export const decimalPrefixes: Readonly<Record<string, number>> = {
  '': 1,
  k: 1e3,
  m: 1e6,
  g: 1e9,
  t: 1e12,
  p: 1e15,
}

/** Factors of the binary prefixes of bytes, by lower-case letter. */
export const binaryPrefixes: Readonly<Record<string, number>> = {
  k: 2 ** 10,
  m: 2 ** 20,
  g: 2 ** 30,
  t: 2 ** 40,
  p: 2 ** 50,
}

/** Factors that people write before records, partitions or connections, such as "3k" or "1.5 million". */
export const countFactors: Readonly<Record<string, number>> = {
  '': 1,
  k: 1e3,
  thousand: 1e3,
  m: 1e6,
  mio: 1e6,
  million: 1e6,
  g: 1e9,
  bn: 1e9,
  mrd: 1e9,
  billion: 1e9,
}

/** Milliseconds in each unit of time that people write, by lower-case word. */
export const timeUnitsMs: Readonly<Record<string, number>> = {
  us: 1e-3,
  µs: 1e-3,
  μs: 1e-3,
  ms: 1,
  msec: 1,
  millisecond: 1,
  milliseconds: 1,
  s: 1e3,
  sec: 1e3,
  secs: 1e3,
  second: 1e3,
  seconds: 1e3,
  m: 6e4,
  min: 6e4,
  mins: 6e4,
  minute: 6e4,
  minutes: 6e4,
  h: 3.6e6,
  hr: 3.6e6,
  hrs: 3.6e6,
  hour: 3.6e6,
  hours: 3.6e6,
  d: 8.64e7,
  day: 8.64e7,
  days: 8.64e7,
  w: 6.048e8,
  week: 6.048e8,
  weeks: 6.048e8,
  month: 2.592e9,
  months: 2.592e9,
  year: 3.1536e10,
  years: 3.1536e10,
}

/** The entry of a table; undefined if there is none. Inherited properties such as "constructor" are not entries. */
export function lookUp(table: Readonly<Record<string, number>>, name: string): number | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined
}
