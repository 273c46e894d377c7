import { describe, expect, it } from 'vitest'
import { type EditorAction, reduceEditor } from '../../../src/renderer/features/sizing/scenario-editor.ts'
import { average, edited, rate, size, type } from './edited-scenario.ts'

describe('a rate given by another one', () => {
  it('is a multiple of the average, or a share of the peak', () => {
    const editor = edited(type(average, '40k/s'), type(rate, '3x'))
    expect(editor.scenario.workload.producers[0]?.peakRecordsPerSec).toBe(120_000)
    const less = reduceEditor(editor, type(average, '25 %'))
    expect(less.scenario.workload.producers[0]?.averageRecordsPerSec).toBe(30_000)
  })

  it('stays in its field if the average is not given', () => {
    const editor = edited(type(average, ''), type(rate, '3x'))
    expect(editor.refused[rate]?.problem).toContain('multiple of the average rate, which is not given')
  })

  it('is read when the average was typed and its field is left', () => {
    const key = ['4', '40', '40k', '40k/', '40k/s'].map((text) => type(average, text))
    const editor = edited(type(average, ''), type(rate, '3x'), { type: 'settled' }, ...key, { type: 'settled' })
    expect(editor.scenario.workload.producers[0]?.peakRecordsPerSec).toBe(120_000)
    expect(editor).toMatchObject({ refused: {}, typed: null })
  })

  it('is not read again if another field of the producer changes', () => {
    const editor = edited(type(average, ''), type(rate, '3x'), type(size, '2 kB'), { type: 'settled' })
    expect(editor.refused[rate]?.text).toBe('3x')
  })
})

describe('consumers in total', () => {
  const groups = 'workload.consumerGroups[0].count'
  const members = 'workload.consumerGroups[0].members'

  it('are divided among the groups, also if the groups are typed afterwards', () => {
    const editor = edited(type(groups, '5'), type(members, '60 in total'))
    expect(editor.scenario.workload.consumerGroups[0]).toMatchObject({ count: 5, members: 12 })
    const settled: EditorAction = { type: 'settled' }
    const later = edited(type(groups, '5'), type(members, '7 in total'), settled, type(groups, '7'), settled)
    expect(later.scenario.workload.consumerGroups[0]).toMatchObject({ count: 7, members: 1 })
    expect(later.refused).toEqual({})
  })

  it('stay in their field if they cannot be divided evenly', () => {
    const editor = edited(type(groups, '7'), type(members, '60 in total'))
    expect(editor.refused[members]?.problem).toMatch(/^60 consumers cannot be .* among 7 groups; write 56 in total/)
  })
})
