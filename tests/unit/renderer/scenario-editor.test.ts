import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { scenario as scenarioSchema } from '../../../src/contracts/scenario.ts'
import { readDraft, writeDraft } from '../../../src/renderer/features/sizing/draft-text.ts'
import { type EditorAction, editorOf, reduceEditor } from '../../../src/renderer/features/sizing/scenario-editor.ts'
import { valueAt } from '../../../src/renderer/features/sizing/scenario-path.ts'
import { first } from '../capacity/known-files.ts'
import { average, edited, partitions, rate, size, type } from './edited-scenario.ts'

describe('typing', () => {
  it('accepts quantities as people write them', () => {
    const editor = edited(type(rate, '60k/s'), type(size, '1 KiB'), type(partitions, '1,200'))
    expect(editor.scenario.workload.producers[0]).toMatchObject({ peakRecordsPerSec: 60_000, recordValueBytes: 1024 })
    expect(editor.scenario.workload.topics[0]?.partitions).toBe(1200)
    expect(editor).toMatchObject({ refused: {}, isChanged: true })
  })

  it('accepts a count with the noun of its field, and a size with the unit of the offering', () => {
    const unit = { singular: 'CKU', plural: 'CKUs' }
    const place = 'deployment.size'
    const editor = edited(type(partitions, '18 partitions'), { type: 'typed', place, text: '3 CKUs', unit })
    expect(editor.scenario.workload.topics[0]?.partitions).toBe(18)
    expect(editor.scenario.deployment.size).toBe(3)
    const other = edited(type(partitions, '18 topics'), { type: 'typed', place, text: '3 brokers', unit })
    expect(Object.keys(other.refused)).toEqual([partitions, place])
  })

  it('accepts a rate in bytes and keeps it when the record size changes', () => {
    const editor = edited(type(size, '500 B'), type(rate, '50 MB/s'))
    expect(editor.scenario.workload.producers[0]?.peakRecordsPerSec).toBe(100_000)
    const larger = reduceEditor(editor, type(size, '1 kB'))
    expect(larger.scenario.workload.producers[0]?.peakRecordsPerSec).toBe(50_000)
    const inRecords = reduceEditor(reduceEditor(larger, type(rate, '10k/s')), type(size, '2 kB'))
    expect(inRecords.scenario.workload.producers[0]?.peakRecordsPerSec).toBe(10_000)
  })

  it('keeps a rate in bytes when keys are applied, unless a rate is applied with them', () => {
    const editor = edited(type(size, '1 kB'), type(rate, '50 MB/s'))
    const keys = { place: 'workload.producers[0].recordKeyBytes', value: 250 }
    const rates = (values: readonly { place: string; value: unknown }[]) =>
      reduceEditor(editor, { type: 'applied', values }).scenario.workload.producers[0]?.peakRecordsPerSec
    expect(rates([keys])).toBe(40_000)
    expect(rates([keys, { place: rate, value: 7_000 }])).toBe(7_000)
  })

  it('removes an average in bytes again', () => {
    const with20 = edited(type(average, '20 MB/s'))
    const without = reduceEditor(with20, type(average, ''))
    expect(without.scenario.workload.producers[0]).not.toHaveProperty('averageRecordsPerSec')
    const later = reduceEditor(without, type(size, '2 kB'))
    expect(later.scenario.workload.producers[0]).not.toHaveProperty('averageRecordsPerSec')
  })

  it('does not let an invalid rate block other fields and choices', () => {
    const editor = edited(type(rate, '50 MB/s'), type(rate, '0 MB/s'))
    expect(editor.refused[rate]?.text).toBe('0 MB/s')
    const typed = reduceEditor(editor, type(partitions, '30'))
    expect(typed.refused[partitions]).toBeUndefined()
    expect(typed.scenario.workload.topics[0]?.partitions).toBe(30)
    const chosen = reduceEditor(typed, { type: 'chosen', place: 'deployment.zones', value: 'multi' })
    expect(chosen.scenario.deployment.zones).toBe('multi')
    // The rate of the existing entry is still in bytes.
    const larger = reduceEditor(chosen, type(size, '2 kB'))
    expect(larger.scenario.workload.producers[0]?.peakRecordsPerSec).toBe(25_000)
  })

  it('keeps a rate in bytes after an invalid rate in records was tried', () => {
    const editor = edited(type(rate, '50 MB/s'), type(rate, '0/s'), type(size, '2 kB'))
    expect(editor.scenario.workload.producers[0]?.peakRecordsPerSec).toBe(25_000)
  })

  it.each([rate, 'workload.producers[0].averageRecordsPerSec'])('accepts every form of a rate at %s', (place) => {
    const inRecords = (text: string): number => {
      const { scenario, refused } = edited(type(place, text))
      expect(refused).toEqual({})
      return Number(valueAt(scenario, place))
    }
    expect(inRecords('50 MB/s')).toBe(50_000)
    expect(inRecords('60k/s')).toBe(60_000)
    expect(inRecords('2 TB/day')).toBeCloseTo(23_148.148, 3)
    expect(inRecords('500 M events/day')).toBeCloseTo(5_787.037, 3)
    expect(inRecords('1.2 GiB/min')).toBeCloseTo((1.2 * 2 ** 30) / 60_000, 6)
    expect(inRecords('400 Mbit/s')).toBe(50_000)
  })

  it('shows how to write a rate in bytes if bytes were probably meant', () => {
    expect(edited(type(rate, '50 MB')).refused[rate]?.problem).toMatch(/like 50 MB\/s/)
    expect(edited(type(rate, '50 mb/s')).refused[rate]?.problem).toMatch(/can mean bytes or bits/)
    expect(edited(type(rate, '50 blobs/s')).refused[rate]?.problem).toMatch(/not a rate of records/)
  })

  it('keeps an invalid text beside the last valid scenario, and says what is expected', () => {
    const editor = edited(type(rate, 'fast'), type(partitions, '0'))
    expect(editor.scenario).toEqual(first)
    expect(editor.refused[rate]?.text).toBe('fast')
    expect(editor.refused[rate]?.problem).toMatch(/write it like 60,000 records\/s/)
    expect(editor.refused[partitions]).toEqual({ text: '0', problem: 'Needs at least 1.' })
  })

  it.each([
    ['-5', /not a count/],
    ['1.5', /not a whole number/],
    ['300k', 'At most 200,000.'],
    ['', /empty value/],
  ])('refuses %j partitions', (text, problem) => {
    expect(edited(type(partitions, text)).refused[partitions]?.problem).toMatch(problem)
  })

  it('names a bound in the unit of the field', () => {
    const linger = 'workload.producers[0].lingerMs'
    expect(edited(type(linger, '1 h')).refused[linger]?.problem).toBe('At most 15 min.')
    expect(edited(type(size, '30 MB')).refused[size]?.problem).toBe('At most 20 MB.')
    const ratio = 'workload.producers[0].compressionRatio'
    expect(edited(type(ratio, '120 %')).refused[ratio]?.problem).toBe('At most 100 %.')
  })

  it('refuses a compression ratio without compression, and resets it when compression is turned off', () => {
    const ratio = 'workload.producers[0].compressionRatio'
    const codec = (value: string): EditorAction => ({
      type: 'chosen',
      place: 'workload.producers[0].compression',
      value,
    })
    expect(edited(type(ratio, '50 %')).refused[ratio]?.problem).toMatch(/does not compress.*expected 1; name the codec/)
    const packed = edited(codec('lz4'), type(ratio, '50 %'))
    expect(packed.scenario.workload.producers[0]).toMatchObject({ compression: 'lz4', compressionRatio: 0.5 })
    const plain = reduceEditor(packed, codec('none'))
    expect(plain.scenario.workload.producers[0]).toMatchObject({ compression: 'none', compressionRatio: 1 })
    expect(reduceEditor(packed, codec('zstd')).scenario.workload.producers[0]?.compressionRatio).toBe(0.5)
  })

  it('removes a field that is emptied if it may be empty', () => {
    const retention = 'workload.topics[0].retentionMs'
    const with7Days = edited(type(retention, '7 days'))
    expect(with7Days.scenario.workload.topics[0]?.retentionMs).toBe(604_800_000)
    const without = reduceEditor(with7Days, type(retention, ' '))
    expect(without.scenario.workload.topics[0]).not.toHaveProperty('retentionMs')
    expect(without.refused).toEqual({})
  })

  it('removes the problem of a field when its text becomes valid', () => {
    expect(edited(type(partitions, '12x'), type(partitions, '12')).refused).toEqual({})
  })

  it('renames a topic together with its clients', () => {
    const { workload } = edited(type('workload.topics[0].name', 'payments')).scenario
    expect(new Set([...workload.producers, ...workload.consumerGroups].map((client) => client.topic))).toEqual(
      new Set(['payments']),
    )
  })

  it('refuses a topic name that Kafka would', () => {
    const place = 'workload.topics[0].name'
    expect(edited(type(place, 'pay ments')).refused[place]?.problem).toMatch(/^Expected a Kafka topic name/)
  })

  it('never makes the scenario invalid, whatever is typed anywhere', () => {
    const place = fc.constantFrom(rate, size, partitions, 'workload.topics[0].name', 'deployment.size', 'name')
    const text = fc.oneof(fc.string(), fc.constantFrom('', '-1', '1e400', 'NaN', '50 MB/s', '0', '1.2 GiB', '60k/s'))
    fc.assert(
      fc.property(fc.array(fc.tuple(place, text), { maxLength: 8 }), (steps) => {
        const editor = edited(...steps.map(([where, what]) => type(where, what)))
        expect(scenarioSchema.safeParse(editor.scenario).success).toBe(true)
        expect(readDraft(writeDraft(editor))).toEqual({ ...editor, typed: null })
      }),
    )
  })
})

describe('a choice', () => {
  const keys = 'workload.producers[0].keys'
  const zipf = { kind: 'zipf', distinct: 1_000_000, exponent: 1 }
  const choose = (place: string, value: unknown): EditorAction => ({ type: 'chosen', place, value })

  it('discards the texts of fields that it removes', () => {
    const editor = edited(choose(keys, zipf), type(`${keys}.exponent`, 'much'), type(`${keys}.distinct`, 'many'))
    expect(Object.keys(editor.refused)).toHaveLength(2)
    expect(Object.keys(reduceEditor(editor, choose(keys, { kind: 'uniform', distinct: 5 })).refused)).toEqual([
      `${keys}.distinct`,
    ])
    expect(reduceEditor(editor, choose(keys, { kind: 'none' })).refused).toEqual({})
  })

  it('keeps the texts of fields that stay, including those that may be empty', () => {
    const host = 'deployment.host'
    const editor = edited(
      choose(host, { cores: 4 }),
      type(`${host}.networkBytesPerSec`, 'fast'),
      type('deployment.size', 'some'),
      type('workload.connections.attemptsPerSec', 'few'),
    )
    const { host: _host, ...kept } = editor.scenario.deployment
    const elsewhere = reduceEditor(editor, choose('deployment', kept))
    expect(Object.keys(elsewhere.refused).sort()).toEqual(['deployment.size', 'workload.connections.attemptsPerSec'])
    const larger = reduceEditor(editor, choose(host, { cores: 8 }))
    expect(larger.refused[`${host}.networkBytesPerSec`]?.text).toBe('fast')
  })
})

describe('entries', () => {
  it('that are copied from one with a rate in bytes have a rate in bytes too', () => {
    const editor = edited(type(size, '500 B'), type(rate, '50 MB/s'), { type: 'added', list: 'producers' })
    const larger = reduceEditor(editor, type('workload.producers[1].recordValueBytes', '1 kB'))
    const rates = larger.scenario.workload.producers.map(({ peakRecordsPerSec }) => peakRecordsPerSec)
    expect(rates).toEqual([100_000, 50_000])
  })

  it('are added as a copy with a new name, and removed with their texts', () => {
    const added = edited({ type: 'added', list: 'topics' })
    expect(added.scenario.workload.topics.map((topic) => topic.name)).toEqual(['orders', 'orders-2'])
    const typed = reduceEditor(added, type('workload.topics[1].partitions', 'many'))
    const removed = reduceEditor(typed, { type: 'removed', list: 'topics', index: 1 })
    expect(removed.scenario.workload.topics).toHaveLength(1)
    expect(removed.refused).toEqual({})
  })

  it('that move up keep their invalid texts', () => {
    const editor = edited({ type: 'added', list: 'consumerGroups' }, type('workload.consumerGroups[2].members', 'x'))
    const removed = reduceEditor(editor, { type: 'removed', list: 'consumerGroups', index: 0 })
    expect(Object.keys(removed.refused)).toEqual(['workload.consumerGroups[1].members'])
  })

  it('cannot be removed if the schema needs them', () => {
    const editor = editorOf(first, null)
    expect(reduceEditor(editor, { type: 'removed', list: 'producers', index: 0 })).toBe(editor)
    expect(reduceEditor(editor, { type: 'removed', list: 'topics', index: 0 })).toBe(editor)
  })
})

describe('a recommendation that is applied', () => {
  const apply = (value: number): EditorAction => ({
    type: 'applied',
    values: [{ place: partitions, value }],
    isRecommended: true,
  })

  it('keeps the scenario before the first one, until another scenario is opened', () => {
    expect(edited(type(rate, '10k/s')).beforeApplied).toBeNull()
    const editor = edited(type(rate, '10k/s'), apply(48), apply(60), type(partitions, '72'))
    expect(editor.beforeApplied?.workload.topics[0]?.partitions).toBe(24)
    expect(editor.beforeApplied?.workload.producers[0]?.peakRecordsPerSec).toBe(10_000)
    expect(reduceEditor(editor, { type: 'opened', editor: editorOf(first, null) }).beforeApplied).toBeNull()
  })

  it('is not a choice of the form that sets several fields', () => {
    expect(edited({ type: 'applied', values: [{ place: partitions, value: 48 }] }).beforeApplied).toBeNull()
  })
})

describe('the draft', () => {
  it('restores the texts of all fields, including invalid ones', () => {
    const editor = edited(type(rate, '50 MB/s'), type(partitions, 'twelve'))
    expect(readDraft(writeDraft(editor))).toEqual({ ...editor, typed: null })
  })

  it('restores the scenario before an applied recommendation', () => {
    const editor = edited({ type: 'applied', values: [{ place: partitions, value: 48 }], isRecommended: true })
    expect(editor.beforeApplied).toBe(first)
    expect(readDraft(writeDraft(editor))).toEqual({ ...editor, typed: null })
  })

  it.each(['', '{}', 'x', '{"kind":"headroom.draft","schemaVersion":2}', 'null'])(
    'is null if the text is %j',
    (text) => {
      expect(readDraft(text)).toBeNull()
    },
  )
})

describe('applying several values at once', () => {
  const values = [
    { place: 'workload.producers[0].lingerMs', value: 50 },
    { place: 'deployment.size', value: 3 },
  ]

  it('takes all of them and the texts that were refused in their fields', () => {
    const editor = edited(type('deployment.size', 'many'), { type: 'applied', values })
    expect(editor.scenario.workload.producers[0]?.lingerMs).toBe(50)
    expect(editor.scenario.deployment.size).toBe(3)
    expect(editor).toMatchObject({ refused: {}, typed: null, isChanged: true })
  })

  it('takes none if one of them is not valid', () => {
    const editor = edited()
    const wrong = [...values, { place: partitions, value: 0 }]
    expect(reduceEditor(editor, { type: 'applied', values: wrong })).toBe(editor)
  })
})
