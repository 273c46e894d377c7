import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type EditHistory,
  type HistoryAction,
  historyOf,
  maxUndoSteps,
  reduceHistory,
} from '../../../src/renderer/features/sizing/edit-history.ts'
import { editorOf } from '../../../src/renderer/features/sizing/scenario-editor.ts'
import { first, whitePaper } from '../capacity/known-files.ts'

const partitions = 'workload.topics[0].partitions'
const rate = 'workload.producers[0].peakRecordsPerSec'
const undone: HistoryAction = { type: 'undone' }
const redone: HistoryAction = { type: 'redone' }
const settled: HistoryAction = { type: 'settled' }
const type = (place: string, text: string): HistoryAction => ({ type: 'typed', place, text })

function made(...actions: readonly HistoryAction[]): EditHistory {
  return actions.reduce(reduceHistory, historyOf(editorOf(first, null)))
}
const partitionsOf = ({ present }: EditHistory) => present.scenario.workload.topics[0]?.partitions

describe('undo', () => {
  it('undoes what was typed into a field as one step, and the next visit to it as another', () => {
    const history = made(type(partitions, '3'), type(partitions, '30'), settled, type(partitions, '48'), settled)
    const once = reduceHistory(history, undone)
    expect(partitionsOf(once)).toBe(30)
    expect(partitionsOf(reduceHistory(once, undone))).toBe(24)
    expect(partitionsOf(reduceHistory(reduceHistory(once, undone), undone))).toBe(24)
  })

  it('undoes and redoes an invalid text', () => {
    const history = made(type(partitions, 'many'), undone)
    expect(history.present.refused).toEqual({})
    expect(reduceHistory(history, redone).present.refused[partitions]?.text).toBe('many')
  })

  it('undoes the opening of another scenario', () => {
    const history = made(type(rate, '50 MB/s'), { type: 'opened', editor: editorOf(whitePaper, '/a.json') }, undone)
    expect(history.present.scenario.name).toBe(first.name)
    expect(history.present.byteRates).toEqual({ [rate]: 50e6 })
    expect(history.present.filePath).toBeNull()
  })

  it('cannot be redone after another change', () => {
    const history = made(type(partitions, '30'), undone, type(rate, '10k/s'))
    expect(reduceHistory(history, redone).present).toEqual({ ...history.present, typed: null })
  })

  it('shows the restored value of a field, not what was typed into it', () => {
    expect(made(type(partitions, '30'), undone).present.typed).toBeNull()
  })

  it('to a state before a save keeps the file and counts as changed', () => {
    const edited = made(type(partitions, '30'))
    const history = reduceHistory(edited, {
      type: 'saved',
      filePath: '/mine.json',
      written: edited.present.scenario,
    })
    expect(history.present).toMatchObject({ filePath: '/mine.json', isChanged: false })
    expect(reduceHistory(history, undone).present).toMatchObject({ filePath: '/mine.json', isChanged: true })
  })

  it('after a save still has the changes that were made while the file was written', () => {
    const { scenario: written } = made(type(partitions, '30')).present
    const later = made(type(partitions, '30'), settled, type(rate, '10k/s'), {
      type: 'saved',
      filePath: '/mine.json',
      written,
    })
    expect(later.present).toMatchObject({ filePath: '/mine.json', isChanged: true })
  })

  it('keeps a bounded number of steps', () => {
    const many = Array.from({ length: maxUndoSteps + 50 }, (_, step) => [
      type(partitions, String(step + 1)),
      settled,
    ]).flat()
    expect(made(...many).past).toHaveLength(maxUndoSteps)
  })

  it('of all steps restores the first state, and redo of all steps the last, for any actions', () => {
    const action = fc.oneof(
      fc
        .tuple(fc.constantFrom(partitions, rate, 'name'), fc.constantFrom('7', '60k/s', 'x', '', '20 MB/s'))
        .map(([place, text]) => type(place, text)),
      fc.constantFrom<HistoryAction>(
        settled,
        undone,
        redone,
        { type: 'added', list: 'topics' },
        { type: 'removed', list: 'topics', index: 1 },
      ),
    )
    fc.assert(
      fc.property(fc.array(action, { maxLength: 25 }), (actions) => {
        const end = made(...actions)
        const back = end.past.reduce((history) => reduceHistory(history, undone), end)
        expect(back.present).toEqual(editorOf(first, null))
        const forth = back.future.reduce((history) => reduceHistory(history, redone), back)
        const last = end.future.at(-1) ?? end.present
        expect(forth.present).toEqual({ ...last, typed: null })
      }),
    )
  })
})
