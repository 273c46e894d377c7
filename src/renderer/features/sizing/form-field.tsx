import { memo } from 'react'
import type { CountNoun } from '../../../capacity/count-nouns.ts'
import { formatByteRate } from '../../../units/byte-rate.ts'
import { formatRate, formatRecordRate } from '../../../units/record-rate.ts'
import { fieldRow } from './field-table.ts'
import { QuantityField } from './quantity-field.tsx'
import type { QuantityKind } from './quantity-kinds.ts'
import { canonicalRate, quantityRules } from './quantity-kinds.ts'
import { type EditorAction, recordBytesAt, type ScenarioEditor } from './scenario-editor.ts'
import { valueAt } from './scenario-path.ts'

interface FormFieldProps {
  readonly editor: ScenarioEditor
  readonly place: string
  /** What the number counts, if it depends on the offering. */
  readonly unit?: CountNoun | undefined
  readonly isWide?: boolean
  readonly dispatch: (action: EditorAction) => void
}

/** The typed field at a place of the scenario. `echo` shows its value in another unit. */
export const FormField = memo(function FormField({ editor, place, unit, isWide = false, dispatch }: FormFieldProps) {
  return (
    <QuantityField
      place={place}
      text={textAt(editor, place)}
      shortText={shortTextAt(editor, place)}
      typed={editor.typed?.place === place ? editor.typed.text : undefined}
      echo={echoAt(editor, place)}
      refused={editor.refused[place]}
      unit={unit}
      isWide={isWide}
      dispatch={dispatch}
    />
  )
}, isSameField)

/** True if the field would be rendered unchanged, so that a keystroke in one field does not render all the others. */
function isSameField(before: FormFieldProps, after: FormFieldProps): boolean {
  const { place } = after
  const [one, other] = [before.editor, after.editor]
  if (before.place !== place || before.isWide !== after.isWide || before.dispatch !== after.dispatch) return false
  if (before.unit !== after.unit) return false
  if (one === other) return true
  if (one.typed?.place === place || other.typed?.place === place) return false
  return (
    one.refused[place] === other.refused[place] &&
    one.byteRates[place] === other.byteRates[place] &&
    valueAt(one.scenario, place) === valueAt(other.scenario, place) &&
    // A rate of records is echoed in bytes/s, which depend on the record size.
    (fieldRow(place).kind !== 'record-rate' ||
      recordBytesAt(one.scenario, place) === recordBytesAt(other.scenario, place))
  )
}

/** The value of a field in its canonical form; empty if the scenario has none. */
export function textAt(editor: ScenarioEditor, place: string): string {
  const { kind } = fieldRow(place)
  const value = valueAt(editor.scenario, place)
  if (kind === 'text') return typeof value === 'string' ? value : ''
  if (typeof value !== 'number') return ''
  const bytesPerSec = editor.byteRates[place]
  return bytesPerSec === undefined ? canonicalOf(kind, value) : canonicalRate(bytesPerSec)
}

/** A number as the field shows it: a rate of records in bytes/s if the field's rate was typed in bytes. */
export function canonicalText(editor: ScenarioEditor, place: string, value: number): string {
  const { kind } = fieldRow(place)
  if (kind === 'text') return String(value)
  return editor.byteRates[place] === undefined
    ? canonicalOf(kind, value)
    : canonicalRate(value * recordBytesAt(editor.scenario, place))
}

/** A value in canonical form. Fractional record rates are rounded: they were computed and have many digits. */
function canonicalOf(kind: QuantityKind, value: number): string {
  return kind === 'record-rate' && !Number.isInteger(value)
    ? formatRecordRate(value)
    : quantityRules[kind].canonical(value)
}

/** A rate of records without the word "records", which fits beside a label; undefined for other quantities. */
function shortTextAt(editor: ScenarioEditor, place: string): string | undefined {
  const value = valueAt(editor.scenario, place)
  const isInRecords = fieldRow(place).kind === 'record-rate' && editor.byteRates[place] === undefined
  return isInRecords && typeof value === 'number' ? `${formatRate(value)}/s` : undefined
}

/** A rate of records in bytes/s, or a rate that was typed in bytes in records/s; undefined for other quantities. */
function echoAt(editor: ScenarioEditor, place: string): string | undefined {
  if (fieldRow(place).kind !== 'record-rate') return undefined
  const value = valueAt(editor.scenario, place)
  if (typeof value !== 'number') return undefined
  if (editor.byteRates[place] !== undefined) return `${formatRate(value)}/s`
  return formatByteRate(value * recordBytesAt(editor.scenario, place))
}
