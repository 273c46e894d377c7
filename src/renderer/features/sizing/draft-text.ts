/**
 * The draft that is stored in the workspace: the scenario and the invalid texts of its fields. Because it is stored, the
 * window closes without asking.
 */
import { draft } from '../../../contracts/draft.ts'
import { isFieldPlace } from './field-table.ts'
import type { ScenarioEditor } from './scenario-editor.ts'

/** The draft of an editor, as JSON. */
export function writeDraft({ typed: _typed, beforeApplied, ...editor }: ScenarioEditor): string {
  // Left out if null, so that earlier versions of Headroom can read the draft.
  const applied = beforeApplied === null ? {} : { beforeApplied }
  return JSON.stringify({ kind: 'headroom.draft', schemaVersion: 1, ...editor, ...applied })
}

/** The editor of a draft; null if the text is not a draft of this version. */
export function readDraft(text: string): ScenarioEditor | null {
  const parsed = draft.safeParse(parseJson(text))
  if (!parsed.success) return null
  const { refused, byteRates, filePath, isChanged, beforeApplied } = parsed.data
  const isKnown = ([place]: readonly [string, unknown]): boolean => isFieldPlace(place)
  return {
    scenario: parsed.data.scenario,
    typed: null,
    refused: Object.fromEntries(Object.entries(refused).filter(isKnown)),
    byteRates: Object.fromEntries(Object.entries(byteRates).filter(isKnown)),
    filePath,
    isChanged,
    beforeApplied: beforeApplied ?? null,
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The text is not a draft.
    return null
  }
}
