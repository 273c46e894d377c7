import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { predict } from '../../../src/capacity/predict.ts'
import type { WhatIfCurve } from '../../../src/charts/what-if-regimes.ts'
import { whatIfSentences } from '../../../src/charts/what-if-sentence.ts'
import { scenario as scenarioSchema } from '../../../src/contracts/scenario.ts'
import {
  editorOf,
  reduceEditor,
  type ScenarioEditor,
  scenarioWith,
} from '../../../src/renderer/features/sizing/scenario-editor.ts'
import { gridValues, whatIfAxis } from '../../../src/renderer/features/sizing/what-if-axis.ts'
import { traceWhatIf } from '../../../src/renderer/features/sizing/what-if-curve.ts'
import { findableFields, whatIfChoices, workingValue } from '../../../src/renderer/features/sizing/what-if-fields.ts'
import { dedicated, orders2020, smallScenario, whitePaper } from '../capacity/known-files.ts'

const partitions = 'workload.topics[0].partitions'
const rate = 'workload.producers[0].peakRecordsPerSec'
const size = 'workload.producers[0].recordValueBytes'

function trace(editor: ScenarioEditor, place: string): WhatIfCurve {
  const value = workingValue(editor.scenario, place) ?? 1
  const steps = traceWhatIf({ editor, offering: dedicated, axis: whatIfAxis(null, place, value), value })
  let step = steps.next()
  while (step.done !== true) step = steps.next()
  return step.value
}

describe('the fields that can be varied', () => {
  it('are all numbers of the scenario, and the assumed round trip', () => {
    const places = whatIfChoices(orders2020).map((choice) => choice.place)
    expect(places).toEqual(expect.arrayContaining([partitions, rate, size, 'deployment.size', 'workload.roundTripMs']))
    expect(places).not.toContain('workload.connections.total')
    expect(places).not.toContain('name')
  })

  it('include the compression ratio if records are compressed', () => {
    const ratio = 'workload.producers[0].compressionRatio'
    const places = (compression: 'none' | 'lz4') => {
      const producers = orders2020.workload.producers.map((producer) => ({ ...producer, compression }))
      return whatIfChoices({ ...orders2020, workload: { ...orders2020.workload, producers } }).map(({ place }) => place)
    }
    expect(places('none')).not.toContain(ratio)
    expect(places('lz4')).toContain(ratio)
  })

  it('say which entry they belong to if there are several', () => {
    const labels = whatIfChoices(orders2020).map((choice) => choice.label)
    expect(labels).toEqual(expect.arrayContaining(['Partitions', 'Consumers (billing)', 'Consumers (shipping)']))
  })
})

describe('the fields that the palette finds', () => {
  const found = findableFields(orders2020).map(({ label }) => label)

  it('are those that can be varied, empty ones of the workload, and choices', () => {
    const places = findableFields(orders2020).map(({ place }) => place)
    expect(places).toEqual(expect.arrayContaining(whatIfChoices(orders2020).map(({ place }) => place)))
    expect(found).toEqual(expect.arrayContaining(['Connections', 'min.insync.replicas', 'Cloud', 'Compression']))
  })

  it('are not those that the form does not show', () => {
    expect(found).not.toContain('Tier')
    expect(found).not.toContain('Volume size')
    expect(found).not.toContain('Compressed to')
    expect(found).not.toContain('Keys per producer')
    const keyed = structuredClone(orders2020)
    for (const producer of keyed.workload.producers) producer.keys = { kind: 'uniform', distinct: 1_000 }
    expect(findableFields(keyed).map(({ label }) => label)).toContain('Keys per producer')
  })
})

describe('the axis', () => {
  it('stays while the value is on it, and follows a value that leaves it', () => {
    const axis = whatIfAxis(null, partitions, 24)
    expect(axis.range).toEqual({ kind: 'logarithmic', from: 2, to: 300 })
    expect(whatIfAxis(axis, partitions, 290)).toBe(axis)
    expect(whatIfAxis(axis, partitions, 400).range).toEqual({ kind: 'logarithmic', from: 30, to: 5000 })
    expect(whatIfAxis(axis, size, 24).place).toBe(size)
  })

  it('begins at zero for a field whose value is zero', () => {
    expect(whatIfAxis(null, 'workload.producers[0].recordKeyBytes', 0).range).toEqual({
      kind: 'linear',
      from: 0,
      to: 1000,
    })
  })

  it('of the bytes that a fetch waits for reaches the sizes that change the requests, from the default of 1 B on', () => {
    const { range } = whatIfAxis(null, 'workload.consumerGroups[0].fetchMinBytes', 1)
    expect(range).toMatchObject({ from: 1, to: 1e6 })
  })

  it('contains the current value, and only whole numbers for counts', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000 }), (value) => {
        const values = gridValues(whatIfAxis(null, partitions, value), value)
        expect(values).toContain(value)
        expect(values.every((each) => Number.isInteger(each) && each >= 1)).toBe(true)
        expect(values).toEqual([...new Set(values)].sort((a, b) => a - b))
      }),
    )
  })
})

describe('a traced curve', () => {
  it('is the prediction at each of its values', () => {
    const editor = editorOf(orders2020, null)
    for (const { x, achievableBytesPerSec } of trace(editor, partitions).points) {
      const { scenario } = reduceEditor(editor, { type: 'typed', place: partitions, text: String(x) })
      expect(achievableBytesPerSec).toEqual(predict(scenario, dedicated).achievable.ingressWireBytesPerSec)
    }
  })

  it('finds the value at which the partition becomes the limit: 50 MB/s at 5 MB/s per partition', () => {
    expect(whatIfSentences(trace(editorOf(orders2020, null), partitions))[0]).toBe(
      'Below 10 partitions the partition binds: 5 give 25 MB/s.',
    )
  })

  it('is right not to validate values between two valid ends of an axis', () => {
    for (const scenario of [orders2020, whitePaper]) {
      const editor = editorOf(scenario, null)
      for (const { place } of whatIfChoices(scenario)) {
        const value = workingValue(scenario, place) ?? 1
        const values = gridValues(whatIfAxis(null, place, value), value)
        const canBe = values.map((x) => scenarioSchema.safeParse(scenarioWith(editor, place, x)).success)
        const [from, to] = [canBe.indexOf(true), canBe.lastIndexOf(true)]
        expect([place, canBe.slice(from, to + 1).every(Boolean)]).toEqual([place, true])
      }
    }
  })

  it('of the white paper says what two CKUs need: 100 MB/s at 5 MB/s per partition', () => {
    expect(whatIfSentences(trace(editorOf(whitePaper, null), partitions))[0]).toBe(
      'Below 20 partitions the partition binds: 10 give 50 MB/s.',
    )
  })

  it('finds the size from which the whole load fits', () => {
    expect(whatIfSentences(trace(editorOf(orders2020, null), 'deployment.size'))).toEqual([
      'From 2 CKUs on the whole load fits, 60.8 MB/s.',
    ])
  })

  it('ends at the value from which the workload is refused', () => {
    const many = editorOf(smallScenario({ topic: { partitions: 5000 } }), null)
    const curve = trace(many, partitions)
    expect(whatIfSentences(curve)).toContain('Above 6,000 partitions it is refused.')
    expect(curve.points.filter((point) => point.x > 6000).every((point) => point.achievableBytesPerSec === null)).toBe(
      true,
    )
  })

  it('ends at the value from which it is over a guideline, which refuses nothing', () => {
    // One CKU of 2026 advises 18,000 connections: a client has one to each of three brokers.
    const scenario = smallScenario({
      producer: { clients: 5_000, peakRecordsPerSec: 100 },
      group: null,
      deployment: { size: 1, asOf: '2026-03' },
    })
    const curve = trace(editorOf(scenario, null), 'workload.producers[0].clients')
    expect(whatIfSentences(curve).join(' ')).toMatch(/^.*Above 6,000 .*it is over a guideline\.$/)
    const above = curve.points.filter((point) => point.x > 6000)
    expect(above.length).toBeGreaterThan(0)
    expect(
      above.every(({ achievableBytesPerSec, isOverGuideline }) => achievableBytesPerSec === null && isOverGuideline),
    ).toBe(true)
  })

  it('keeps a rate that was typed in bytes when the record size is varied', () => {
    const inBytes = reduceEditor(editorOf(orders2020, null), { type: 'typed', place: rate, text: '40 MB/s' })
    const offered = trace(inBytes, size).points.map((point) => point.offeredBytesPerSec)
    expect(Math.max(...offered) / Math.min(...offered)).toBeLessThan(1.4)
    const inRecords = trace(editorOf(orders2020, null), size).points.map((point) => point.offeredBytesPerSec)
    expect(Math.max(...inRecords) / Math.min(...inRecords)).toBeGreaterThan(50)
  })
})
