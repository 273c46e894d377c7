/**
 * Values that people give by another field of the same entry: a peak of "3x", a skew of "8 %", "60 in total".
 */
import type { Reading } from '../units/reading.ts'
import { readSkew } from './key-skew.ts'
import { readRelativeRate } from './relative-rate.ts'
import { readTotalMembers } from './total-members.ts'

/**
 * Reads a text that refers to another field of `owner`, the object with the field. Null if the text is a value of its
 * own.
 */
export function readRelativeValue(field: string, text: string, owner: unknown): Reading | null {
  return readRelativeRate(field, text, owner) ?? readSkew(field, text, owner) ?? readTotalMembers(field, text, owner)
}
