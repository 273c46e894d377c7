/**
 * The scenario while it is edited: the last scenario that could be, and the texts that could not.
 *
 * Pure. What is typed either becomes the scenario at once or stays in its field with the reason; nothing is lost.
 */

import { formatPath } from '../../../contracts/parse.ts'
import { type Scenario, scenario as scenarioSchema } from '../../../contracts/scenario.ts'
import { describeFieldIssue } from './field-problem.ts'
import { fieldRow, isFieldPlace } from './field-table.ts'
import { quantityRules, readAsByteRate } from './quantity-kinds.ts'
import { stepsOfPlace, valueAt, withValueAt } from './scenario-path.ts'

/** A text that could not be taken, and why. */
export interface RefusedText {
  readonly text: string
  readonly problem: string
}

/** What is being edited. */
export interface ScenarioEditor {
  /** The last scenario that follows the schema: what is predicted and validated. */
  readonly scenario: Scenario
  /** What is typed in the field that has the focus, kept as it is until the field is left. */
  readonly typed: { readonly place: string; readonly text: string } | null
  /** By place: what stands in a field and is not part of the scenario. */
  readonly refused: Readonly<Record<string, RefusedText>>
  /** By place of a producer's rate: bytes/s, where it was given in bytes and so must follow the record size. */
  readonly byteRates: Readonly<Record<string, number>>
  /** File that the scenario was read from or written to; null for a new one. */
  readonly filePath: string | null
  readonly isChanged: boolean
}

/** What can be done to it. */
export type EditorAction =
  | { readonly type: 'typed'; readonly place: string; readonly text: string }
  /** The field was left: it shows the canonical form of what it holds. */
  | { readonly type: 'settled' }
  /** A choice; undefined takes the field away. */
  | { readonly type: 'chosen'; readonly place: string; readonly value: unknown }
  | { readonly type: 'added'; readonly list: EntryList }
  | { readonly type: 'removed'; readonly list: EntryList; readonly index: number }
  | { readonly type: 'opened'; readonly editor: ScenarioEditor }
  /** `written` is in the file now; what was changed while it was being written is not. */
  | { readonly type: 'saved'; readonly filePath: string; readonly written: Scenario }

export type EntryList = 'topics' | 'producers' | 'consumerGroups'

/** An editor on a scenario as it is. */
export function editorOf(scenario: Scenario, filePath: string | null): ScenarioEditor {
  return { scenario, typed: null, refused: {}, byteRates: {}, filePath, isChanged: false }
}

/** The editor after an action. */
export function reduceEditor(editor: ScenarioEditor, action: EditorAction): ScenarioEditor {
  switch (action.type) {
    case 'typed':
      return { ...takeText(editor, action.place, action.text), typed: { place: action.place, text: action.text } }
    case 'settled':
      return editor.typed === null ? editor : { ...editor, typed: null }
    case 'chosen':
      return takeValue(editor, { ...action, text: null, byteRates: editor.byteRates })
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

function takeText(editor: ScenarioEditor, place: string, text: string): ScenarioEditor {
  const row = fieldRow(place)
  const byteRates = withoutRate(editor.byteRates, place)
  if (row.whenEmpty !== undefined && text.trim() === '') {
    return takeValue(editor, { place, value: undefined, text, byteRates })
  }
  if (row.kind === 'text') return takeValue(editor, { place, value: text, text, byteRates })
  const bytesPerSec = row.kind === 'record-rate' ? readAsByteRate(text) : null
  if (bytesPerSec !== null) {
    const value = bytesPerSec / recordBytesAt(editor.scenario, place)
    return takeValue(editor, { place, value, text, byteRates: { ...byteRates, [place]: bytesPerSec } })
  }
  const reading = quantityRules[row.kind].parse(text)
  if (!reading.ok) return refuse(editor, place, text, reading.problem)
  return takeValue(editor, { place, value: reading.value, text, byteRates })
}

/** The rates that are given in bytes but for the one at a place: the same object where it is none of them. */
function withoutRate(byteRates: ScenarioEditor['byteRates'], place: string): ScenarioEditor['byteRates'] {
  if (byteRates[place] === undefined) return byteRates
  const { [place]: _given, ...rest } = byteRates
  return rest
}

/** Payload bytes of one record of the producer that a place belongs to. */
export function recordBytesAt(scenario: Scenario, place: string): number {
  const producer = scenario.workload.producers[Number(stepsOfPlace(place)[2])]
  return producer === undefined ? 1 : producer.recordValueBytes + producer.recordKeyBytes
}

/** A value for a place. */
interface Change {
  readonly place: string
  /** Undefined takes the field away. */
  readonly value: unknown
  /** As it was typed; null for a choice. */
  readonly text: string | null
  /** What is given in bytes once the value is taken. One that cannot be leaves all rates as they were. */
  readonly byteRates: ScenarioEditor['byteRates']
}

function takeValue(editor: ScenarioEditor, { place, value, text, byteRates }: Change): ScenarioEditor {
  const changed = withoutRatioOfNone(withValueAt(editor.scenario, place, value), place)
  const candidate = keepByteRates(renameTopic(editor.scenario, changed, place), byteRates)
  const parsed = scenarioSchema.safeParse(candidate)
  if (parsed.success) {
    const { [place]: _taken, ...refused } = editor.refused
    return {
      ...editor,
      scenario: parsed.data,
      byteRates,
      refused: text === null ? withoutGoneFields(refused, place, parsed.data) : refused,
      isChanged: true,
    }
  }
  // A choice offers what can be; only what is typed can be wrong.
  if (!isFieldPlace(place)) return editor
  const own = parsed.error.issues.find((issue) => formatPath(issue.path) === place) ?? parsed.error.issues[0]
  const problem = own === undefined ? 'This value is not valid.' : problemOf(own, place)
  return refuse(editor, place, text ?? String(value), problem)
}

/** Without the texts of fields that a choice took away: they would be counted and stand nowhere. */
function withoutGoneFields(refused: ScenarioEditor['refused'], chosen: string, scenario: Scenario) {
  const isGone = (place: string): boolean => {
    if (!place.startsWith(`${chosen}.`) || valueAt(scenario, place) !== undefined) return false
    // One that may be left empty is there as long as what it belongs to.
    const owner = valueAt(scenario, place.slice(0, place.lastIndexOf('.')))
    return fieldRow(place).whenEmpty === undefined || owner === undefined
  }
  return Object.fromEntries(Object.entries(refused).filter(([place]) => !isGone(place)))
}

function problemOf(issue: Parameters<typeof describeFieldIssue>[0], place: string): string {
  const elsewhere = formatPath(issue.path)
  if (elsewhere === place) return describeFieldIssue(issue, fieldRow(place))
  const where = isFieldPlace(elsewhere) ? `${fieldRow(elsewhere).label}: ` : `${elsewhere}: `
  return where + describeFieldIssue(issue, isFieldPlace(elsewhere) ? fieldRow(elsewhere) : { label: '', kind: 'text' })
}

function refuse(editor: ScenarioEditor, place: string, text: string, problem: string): ScenarioEditor {
  return { ...editor, refused: { ...editor.refused, [place]: { text, problem } }, isChanged: true }
}

/** A producer that compresses no more has no ratio any more either. */
function withoutRatioOfNone(scenario: Scenario, place: string): Scenario {
  const isNone = /^workload\.producers\[\d+\]\.compression$/.test(place) && valueAt(scenario, place) === 'none'
  return isNone ? withValueAt(scenario, `${place}Ratio`, 1) : scenario
}

/** Clients follow the new name of their topic. */
function renameTopic(before: Scenario, after: Scenario, place: string): Scenario {
  if (!/^workload\.topics\[\d+\]\.name$/.test(place)) return after
  const [from, to] = [valueAt(before, place), valueAt(after, place)]
  const follow = <T extends { topic: string }>(entry: T): T =>
    entry.topic === from && typeof to === 'string' ? { ...entry, topic: to } : entry
  const { producers, consumerGroups } = after.workload
  return {
    ...after,
    workload: { ...after.workload, producers: producers.map(follow), consumerGroups: consumerGroups.map(follow) },
  }
}

/** A rate given in bytes stays what it was when the size of a record changes. */
function keepByteRates(scenario: Scenario, byteRates: Readonly<Record<string, number>>): Scenario {
  let kept = scenario
  for (const [place, bytesPerSec] of Object.entries(byteRates)) {
    const recordBytes = recordBytesAt(kept, place)
    if (recordBytes > 0) kept = withValueAt(kept, place, bytesPerSec / recordBytes)
  }
  return kept
}

/** The scenario as it would be with another number at a place, not yet checked: what typing that number would make. */
export function scenarioWith(
  editor: Pick<ScenarioEditor, 'scenario' | 'byteRates'>,
  place: string,
  value: number,
): Scenario {
  return keepByteRates(withValueAt(editor.scenario, place, value), withoutRate(editor.byteRates, place))
}

function addEntry(editor: ScenarioEditor, list: EntryList): ScenarioEditor {
  const { workload } = editor.scenario
  const entries: readonly { readonly name: string }[] = workload[list]
  const pattern = entries.at(-1) ?? { name: 'readers', topic: workload.topics[0]?.name ?? '' }
  const added = { ...pattern, name: freeName(pattern.name, new Set(entries.map((entry) => entry.name))) }
  const place = `workload.${list}[${entries.length}]`
  const copied = ratesOfCopy(editor.byteRates, `workload.${list}[${entries.length - 1}]`, place)
  return takeValue(editor, { place, value: added, text: null, byteRates: { ...editor.byteRates, ...copied } })
}

/** Rates of an entry that are given in bytes are so in a copy of it. */
function ratesOfCopy(byteRates: ScenarioEditor['byteRates'], from: string, to: string): Record<string, number> {
  return Object.fromEntries(
    Object.entries(byteRates).flatMap(([place, rate]): [string, number][] =>
      place.startsWith(`${from}.`) ? [[to + place.slice(from.length), rate]] : [],
    ),
  )
}

/** "orders" gives "orders-2", "orders-2" gives "orders-3". */
function freeName(name: string, taken: ReadonlySet<string>): string {
  const stem = name.replace(/-\d+$/, '')
  let number = 2
  while (taken.has(`${stem}-${number}`)) number += 1
  return `${stem}-${number}`
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

/** What is kept by place, after an entry is gone and those behind it moved up. */
function withoutEntry<T>(byPlace: Readonly<Record<string, T>>, list: EntryList, gone: number): Record<string, T> {
  const prefix = new RegExp(`^workload\\.${list}\\[(\\d+)\\]`)
  const kept = Object.entries(byPlace).flatMap(([place, value]): [string, T][] => {
    const index = Number(prefix.exec(place)?.[1] ?? -1)
    if (index === gone) return []
    return [[index > gone ? place.replace(prefix, `workload.${list}[${index - 1}]`) : place, value]]
  })
  return Object.fromEntries(kept)
}
