/**
 * The draft as the workspace keeps it: the scenario and the texts of all fields, so that closing never asks.
 */
import { draft } from '../../../contracts/draft.ts'
import { isFieldPlace } from './field-table.ts'
import type { ScenarioEditor } from './scenario-editor.ts'

/** The editor as text. */
export function writeDraft({ typed: _typed, ...editor }: ScenarioEditor): string {
  return JSON.stringify({ kind: 'headroom.draft', schemaVersion: 1, ...editor })
}

/** The editor of a draft; null where the text is none, for example one of another version. */
export function readDraft(text: string): ScenarioEditor | null {
  const parsed = draft.safeParse(parseJson(text))
  if (!parsed.success) return null
  const { refused, byteRates, filePath, isChanged } = parsed.data
  const isKnown = ([place]: readonly [string, unknown]): boolean => isFieldPlace(place)
  return {
    scenario: parsed.data.scenario,
    typed: null,
    refused: Object.fromEntries(Object.entries(refused).filter(isKnown)),
    byteRates: Object.fromEntries(Object.entries(byteRates).filter(isKnown)),
    filePath,
    isChanged,
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Whatever it is, it is no draft.
    return null
  }
}
