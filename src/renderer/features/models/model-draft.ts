/**
 * The draft of the user's model, in the storage of the window, so that closing never asks.
 */
import type { Offering } from '../../../contracts/offering.ts'

const key = 'headroom.model-draft'

/** The text of the draft; null if there is none. */
export function readModelDraft(storage: Storage): string | null {
  return storage.getItem(key)
}

/** Stores the text; null deletes it. Returns false if it is too long for the storage of the window. */
export function keepModelDraft(storage: Storage, text: string | null): boolean {
  storage.removeItem(key)
  if (text === null) return true
  try {
    storage.setItem(key, text)
    return true
  } catch {
    // Chromium limits the storage of a page to some millions of characters.
    return false
  }
}

/** A model to start from: a copy of another one under a new id, without its published figures. */
export function copyOfModel(offering: Offering): string {
  const { evidence: _evidence, calibration: _calibration, ...rest } = offering
  const copy = { ...rest, id: `my-${offering.id}`, name: `My ${offering.name}` }
  return `${JSON.stringify(copy, null, 2)}\n`
}

/** True if the text is not just an unchanged copy of a model, so that work would be lost with it. */
export function isWritten(text: string, offerings: readonly Offering[]): boolean {
  return text.trim() !== '' && !offerings.some((each) => copyOfModel(each) === text)
}
