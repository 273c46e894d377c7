import {
  type EditorAction,
  editorOf,
  reduceEditor,
  type ScenarioEditor,
} from '../../../src/renderer/features/sizing/scenario-editor.ts'
import { first } from '../capacity/known-files.ts'

/** Places of the fields that most tests type into. */
export const rate = 'workload.producers[0].peakRecordsPerSec'
export const size = 'workload.producers[0].recordValueBytes'
export const average = 'workload.producers[0].averageRecordsPerSec'
export const partitions = 'workload.topics[0].partitions'

/** The editor of the first example after some actions. */
export function edited(...actions: readonly EditorAction[]): ScenarioEditor {
  return actions.reduce(reduceEditor, editorOf(first, null))
}

export const type = (place: string, text: string): EditorAction => ({ type: 'typed', place, text })
