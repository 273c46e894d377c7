/**
 * The draft of the user's own model. Because it is kept in `localStorage`, the window closes without asking.
 */
import type { Offering } from '../../../contracts/offering.ts'

const key = 'headroom.model-draft'

/** The text of the draft; null if there is none. */
export function readModelDraft(storage: Storage): string | null {
  return storage.getItem(key)
}

/** Stores the draft; null deletes it. Returns false if the text is too long to be stored; then no draft is stored. */
export function keepModelDraft(storage: Storage, text: string | null): boolean {
  storage.removeItem(key)
  if (text === null) return true
  try {
    storage.setItem(key, text)
    return true
  } catch {
    // Chromium limits the storage of a page to a few million characters.
    return false
  }
}

/** The initial text of the user's own model: a copy under a new id, without published figures and calibration. */
export function copyOfModel(offering: Offering): string {
  const { evidence: _evidence, calibration: _calibration, ownFile: _ownFile, ...rest } = offering
  const copy = { ...rest, id: `my-${offering.id}`, name: `My ${offering.name}` }
  return `${JSON.stringify(copy, null, 2)}\n`
}

/** True if the user has changed the text. An empty text and an unchanged copy of a model can be replaced without loss. */
export function isWritten(text: string, offerings: readonly Offering[]): boolean {
  return text.trim() !== '' && !offerings.some((offering) => copyOfModel(offering) === text)
}
