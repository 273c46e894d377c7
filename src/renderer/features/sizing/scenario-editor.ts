/**
 * The state of the scenario editor: the last valid scenario, and the invalid texts of its fields. Pure.
 *
 * A typed text changes the scenario at once if it is valid. Otherwise it stays in its field with the reason, so no
 * input is lost.
 */

import { type CountNoun, wordsOf } from '../../../capacity/count-nouns.ts'
import { readRelativeValue } from '../../../capacity/relative-value.ts'
import { formatPath } from '../../../contracts/parse.ts'
import { type Scenario, scenario as scenarioSchema } from '../../../contracts/scenario.ts'
import type { Producer } from '../../../contracts/workload.ts'
import { ratesOfCopy, unusedName, withoutEntry } from './editor-entries.ts'
import { describeFieldIssue } from './field-problem.ts'
import { fieldRow, isFieldPlace } from './field-table.ts'
import { quantityRules, readAsByteRate } from './quantity-kinds.ts'
import { stepsOfPlace, valueAt, withValueAt } from './scenario-path.ts'

/** An invalid text of a field, and its problem. */
export interface RefusedText {
  readonly text: string
  readonly problem: string
}

/** The scenario that is being edited, with the state of its fields. */
export interface ScenarioEditor {
  /** The last valid scenario. It is the one that is predicted and validated. */
  readonly scenario: Scenario
  /** The text in the field that has the focus. It is not rewritten in its canonical form until the field is left. */
  readonly typed: { readonly place: string; readonly text: string } | null
  /** Invalid texts by place. They are shown in their fields and are not part of the scenario. */
  readonly refused: Readonly<Record<string, RefusedText>>
  /**
   * Bytes/s by place of a producer's rate, for rates that were typed in bytes. Their records/s change with the record
   * size.
   */
  readonly byteRates: Readonly<Record<string, number>>
  /** File that the scenario was read from or written to; null if there is none yet. */
  readonly filePath: string | null
  readonly isChanged: boolean
  /**
   * The scenario before the first recommendation that was applied. It shows what has to be set at clients and topics.
   * Null: none was applied.
   */
  readonly beforeApplied: Scenario | null
}

/** An action on the editor. */
export type EditorAction =
  /** `unit` is what the number counts, if the field's row cannot say it: the unit of the offering. */
  | { readonly type: 'typed'; readonly place: string; readonly text: string; readonly unit?: CountNoun | undefined }
  /** The field was left. It shows its value in canonical form again. Refused texts that refer to it are read again. */
  | { readonly type: 'settled' }
  /** A value was chosen; undefined removes the field from the scenario. */
  | { readonly type: 'chosen'; readonly place: string; readonly value: unknown }
  /** Values for several places that are changed in one step. */
  | {
      readonly type: 'applied'
      readonly values: readonly { readonly place: string; readonly value: unknown }[]
      /** True if they come from a recommendation. The settings must then be changed outside Headroom too. */
      readonly isRecommended?: boolean
    }
  | { readonly type: 'added'; readonly list: EntryList }
  | { readonly type: 'removed'; readonly list: EntryList; readonly index: number }
  | { readonly type: 'opened'; readonly editor: ScenarioEditor }
  /** The file contains `written`. Changes that were made during the write are not in it. */
  | { readonly type: 'saved'; readonly filePath: string; readonly written: Scenario }

/** The lists of a workload whose entries can be added and removed. */
export type EntryList = 'topics' | 'producers' | 'consumerGroups'

/** An editor with an unchanged scenario. */
export function editorOf(scenario: Scenario, filePath: string | null): ScenarioEditor {
  return { scenario, typed: null, refused: {}, byteRates: {}, filePath, isChanged: false, beforeApplied: null }
}

/** The editor after an action. */
export function reduceEditor(editor: ScenarioEditor, action: EditorAction): ScenarioEditor {
  switch (action.type) {
    case 'typed':
      return {
        ...applyText(editor, action.place, action.text, action.unit),
        typed: { place: action.place, text: action.text },
      }
    case 'settled':
      return editor.typed === null ? editor : { ...withWaitingTexts(editor, editor.typed.place), typed: null }
    case 'chosen':
      return applyValue(editor, { ...action, text: null, byteRates: editor.byteRates })
    case 'applied':
      return applyValues(editor, action)
    case 'added':
      return addEntry(editor, action.list)
    case 'removed':
      return removeEntry(editor, action.list, action.index)
    case 'opened':
      return action.editor
    case 'saved':
      return { ...editor, filePath: action.filePath, isChanged: editor.scenario !== action.written }
  }
}

/** Reads a typed text and sets the field to its value, or keeps the text with the reason why it is refused. */
function applyText(editor: ScenarioEditor, place: string, text: string, ofOffering?: CountNoun): ScenarioEditor {
  const row = fieldRow(place)
  const unit = ofOffering ?? row.unit
  const byteRates = withoutRate(editor.byteRates, place)
  if (row.whenEmpty !== undefined && text.trim() === '') {
    return applyValue(editor, { place, value: undefined, text, byteRates })
  }
  if (row.kind === 'text') return applyValue(editor, { place, value: text, text, byteRates })
  const relative = readRelative(editor.scenario, place, text)
  if (relative !== null) {
    if (!relative.ok) return refuse(editor, place, text, relative.problem)
    return applyValue(editor, { place, value: relative.value, text, byteRates })
  }
  const bytesPerSec = row.kind === 'record-rate' ? readAsByteRate(text) : null
  if (bytesPerSec !== null) {
    const value = bytesPerSec / recordBytesAt(editor.scenario, place)
    return applyValue(editor, { place, value, text, byteRates: { ...byteRates, [place]: bytesPerSec } })
  }
  const reading = quantityRules[row.kind].parse(text, unit === undefined ? [] : wordsOf(unit))
  if (!reading.ok) return refuse(editor, place, text, reading.problem)
  return applyValue(editor, { place, value: reading.value, text, byteRates })
}

/**
 * Reads refused texts again that depend on the changed field: a peak of "3x" that was typed before the average. Called
 * when that field is left, because its first digits alone would already be a valid value.
 */
function withWaitingTexts(editor: ScenarioEditor, changed: string): ScenarioEditor {
  const owner = changed.slice(0, changed.lastIndexOf('.') + 1)
  const waiting = Object.entries(editor.refused).filter(
    ([place, { text }]) =>
      place !== changed && place.startsWith(owner) && readRelative(editor.scenario, place, text)?.ok,
  )
  return waiting.reduce((after, [place, { text }]) => applyText(after, place, text), editor)
}

/** A value relative to another field of the same object, such as a peak of "3x" the average. Null for other texts. */
function readRelative(scenario: Scenario, place: string, text: string) {
  const owner = valueAt(scenario, place.slice(0, place.lastIndexOf('.')))
  return readRelativeValue(String(stepsOfPlace(place).at(-1)), text, owner)
}

/** `byteRates` without the rate at a place. Returns the same object if there is no such rate. */
function withoutRate(byteRates: ScenarioEditor['byteRates'], place: string): ScenarioEditor['byteRates'] {
  if (byteRates[place] === undefined) return byteRates
  const { [place]: _given, ...rest } = byteRates
  return rest
}

/** Payload bytes of one record of the producer that the place belongs to; 1 if there is no such producer. */
export function recordBytesAt(scenario: Scenario, place: string): number {
  const producer = producerAt(scenario, place)
  return producer === undefined ? 1 : producer.recordValueBytes + producer.recordKeyBytes
}

function producerAt(scenario: Scenario, place: string): Producer | undefined {
  return scenario.workload.producers[Number(stepsOfPlace(place)[2])]
}

/** A new value for a place of the scenario. */
interface Change {
  readonly place: string
  /** Undefined removes the field. */
  readonly value: unknown
  /** The typed text; null if the value was chosen. */
  readonly text: string | null
  /** The rates in bytes/s after the change. They are ignored if the value is invalid. */
  readonly byteRates: ScenarioEditor['byteRates']
}

/** Sets a value. If the scenario would be invalid with it, its text is refused with the reason. */
function applyValue(editor: ScenarioEditor, { place, value, text, byteRates }: Change): ScenarioEditor {
  const changed = withoutUnusedRatio(withValueAt(editor.scenario, place, value), place)
  const candidate = keepByteRates(renameTopic(editor.scenario, changed, place), byteRates)
  const parsed = scenarioSchema.safeParse(candidate)
  if (parsed.success) {
    const { [place]: _taken, ...refused } = editor.refused
    return {
      ...editor,
      scenario: parsed.data,
      byteRates,
      refused: text === null ? withoutRemovedFields(refused, place, parsed.data) : refused,
      isChanged: true,
    }
  }
  // Choices offer only valid values, so only a typed field can show a problem.
  if (!isFieldPlace(place)) return editor
  const issue = parsed.error.issues.find(({ path }) => formatPath(path) === place) ?? parsed.error.issues[0]
  const problem = issue === undefined ? 'This value is not valid.' : problemOf(issue, place)
  return refuse(editor, place, text ?? String(value), problem)
}

/**
 * Applies all values, or none if the scenario would be invalid with them. Invalid texts in their fields are dropped.
 */
function applyValues(
  editor: ScenarioEditor,
  { values, isRecommended = false }: EditorAction & { readonly type: 'applied' },
): ScenarioEditor {
  const changed = values.reduce((scenario, { place, value }) => withValueAt(scenario, place, value), editor.scenario)
  const byteRates = values.reduce((rates, { place }) => withoutRate(rates, place), editor.byteRates)
  const parsed = scenarioSchema.safeParse(keepByteRates(changed, byteRates))
  if (!parsed.success) return editor
  const places = new Set(values.map(({ place }) => place))
  const refused = Object.fromEntries(Object.entries(editor.refused).filter(([place]) => !places.has(place)))
  const beforeApplied = editor.beforeApplied ?? (isRecommended ? editor.scenario : null)
  return { ...editor, scenario: parsed.data, typed: null, refused, byteRates, isChanged: true, beforeApplied }
}

/**
 * Drops the invalid texts of fields that a choice removed. They would count as invalid fields, but be shown nowhere.
 */
function withoutRemovedFields(refused: ScenarioEditor['refused'], chosen: string, scenario: Scenario) {
  const isGone = (place: string): boolean => {
    if (!place.startsWith(`${chosen}.`) || valueAt(scenario, place) !== undefined) return false
    // A field that may be empty exists as long as the object that it belongs to.
    const owner = valueAt(scenario, place.slice(0, place.lastIndexOf('.')))
    return fieldRow(place).whenEmpty === undefined || owner === undefined
  }
  return Object.fromEntries(Object.entries(refused).filter(([place]) => !isGone(place)))
}

function problemOf(issue: Parameters<typeof describeFieldIssue>[0], place: string): string {
  const elsewhere = formatPath(issue.path)
  if (elsewhere === place) return describeFieldIssue(issue, fieldRow(place))
  const prefix = isFieldPlace(elsewhere) ? `${fieldRow(elsewhere).label}: ` : `${elsewhere}: `
  return prefix + describeFieldIssue(issue, isFieldPlace(elsewhere) ? fieldRow(elsewhere) : { label: '', kind: 'text' })
}

function refuse(editor: ScenarioEditor, place: string, text: string, problem: string): ScenarioEditor {
  return { ...editor, refused: { ...editor.refused, [place]: { text, problem } }, isChanged: true }
}

/** Resets the compression ratio to 1 if the changed field turned compression off. */
function withoutUnusedRatio(scenario: Scenario, place: string): Scenario {
  const isNone = /^workload\.producers\[\d+\]\.compression$/.test(place) && valueAt(scenario, place) === 'none'
  return isNone ? withValueAt(scenario, `${place}Ratio`, 1) : scenario
}

/** If the changed field is the name of a topic, its producers and consumer groups get the new name too. */
function renameTopic(before: Scenario, after: Scenario, place: string): Scenario {
  if (!/^workload\.topics\[\d+\]\.name$/.test(place)) return after
  const [from, to] = [valueAt(before, place), valueAt(after, place)]
  const renamed = <T extends { topic: string }>(entry: T): T =>
    entry.topic === from && typeof to === 'string' ? { ...entry, topic: to } : entry
  const { producers, consumerGroups } = after.workload
  return {
    ...after,
    workload: { ...after.workload, producers: producers.map(renamed), consumerGroups: consumerGroups.map(renamed) },
  }
}

/** Keeps the bytes/s of rates that were typed in bytes: adapts their records/s to the current record size. */
function keepByteRates(scenario: Scenario, byteRates: Readonly<Record<string, number>>): Scenario {
  let kept = scenario
  for (const [place, bytesPerSec] of Object.entries(byteRates)) {
    const recordBytes = recordBytesAt(kept, place)
    if (recordBytes > 0) kept = withValueAt(kept, place, bytesPerSec / recordBytes)
  }
  return kept
}

/** The scenario with another number at a place, as if that number had been typed. It is not validated. */
export function scenarioWith(
  editor: Pick<ScenarioEditor, 'scenario' | 'byteRates'>,
  place: string,
  value: number,
): Scenario {
  return keepByteRates(withValueAt(editor.scenario, place, value), withoutRate(editor.byteRates, place))
}

/** Adds a copy of the last entry under an unused name. The first consumer group is a new entry. */
function addEntry(editor: ScenarioEditor, list: EntryList): ScenarioEditor {
  const { workload } = editor.scenario
  const entries: readonly { readonly name: string }[] = workload[list]
  const template = entries.at(-1) ?? { name: 'readers', topic: workload.topics[0]?.name ?? '' }
  const added = { ...template, name: unusedName(template.name, new Set(entries.map((entry) => entry.name))) }
  const place = `workload.${list}[${entries.length}]`
  const copied = ratesOfCopy(editor.byteRates, `workload.${list}[${entries.length - 1}]`, place)
  return applyValue(editor, { place, value: added, text: null, byteRates: { ...editor.byteRates, ...copied } })
}

function removeEntry(editor: ScenarioEditor, list: EntryList, index: number): ScenarioEditor {
  const { workload } = editor.scenario
  const rest = (workload[list] as readonly unknown[]).filter((_entry, at) => at !== index)
  const parsed = scenarioSchema.safeParse({ ...editor.scenario, workload: { ...workload, [list]: rest } })
  if (!parsed.success) return editor
  return {
    ...editor,
    scenario: parsed.data,
    refused: withoutEntry(editor.refused, list, index),
    byteRates: withoutEntry(editor.byteRates, list, index),
    isChanged: true,
  }
}
