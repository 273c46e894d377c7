/**
 * The model that is being written, kept in the window so that closing never asks.
 */
import type { Offering } from '../../../contracts/offering.ts'

const key = 'headroom.model-draft'

/** What was written and not discarded; null where nothing was. */
export function readModelDraft(storage: Storage): string | null {
  return storage.getItem(key)
}

/** Keeps the text; null discards it. False where it is too long to be kept in the window. */
export function keepModelDraft(storage: Storage, text: string | null): boolean {
  storage.removeItem(key)
  if (text === null) return true
  try {
    storage.setItem(key, text)
    return true
  } catch {
    // Chromium takes some millions of characters of all that a page keeps.
    return false
  }
}

/** A model to begin with: another one under an id of its own, without what was published of it. */
export function copyOfModel(offering: Offering): string {
  const { evidence: _evidence, calibration: _calibration, ...rest } = offering
  const copy = { ...rest, id: `my-${offering.id}`, name: `My ${offering.name}` }
  return `${JSON.stringify(copy, null, 2)}\n`
}

/** True for a text that is more than another model as it stands: something would be lost with it. */
export function isWritten(text: string, offerings: readonly Offering[]): boolean {
  return text.trim() !== '' && !offerings.some((each) => copyOfModel(each) === text)
}
