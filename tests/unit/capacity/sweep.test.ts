import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bindingChanges } from '../../../src/capacity/binding-changes.ts'
import { predict } from '../../../src/capacity/predict.ts'
import { isOverGuidelinesOnly } from '../../../src/capacity/refusals.ts'
import { setScenarioField } from '../../../src/capacity/set-scenario-field.ts'
import { sweep } from '../../../src/capacity/sweep.ts'
import { readSweepAxis } from '../../../src/capacity/sweep-axis.ts'
import { check } from '../../../src/contracts/parse.ts'
import { type Scenario, scenario as scenarioSchema } from '../../../src/contracts/scenario.ts'
import { dedicated, first, shippedOffering, smallScenario, whitePaper } from './known-files.ts'

const partitions = 'workload.topics.0.partitions'
const rate = 'workload.producers.0.peakRecordsPerSec'

/** Numbers that a scenario takes or refuses by other fields beside them. */
const linked = [
  'workload.producers.0.compressionRatio',
  'workload.topics.0.minInsyncReplicas',
  'workload.topics.0.replicationFactor',
]

describe('readSweepAxis', () => {
  it.each([
    [partitions, '3,6, 12', [3, 6, 12]],
    [partitions, '1..5', [1, 2, 3, 4, 5]],
    [partitions, '1..10:4', [1, 5, 9]],
    [partitions, '1..10:log', [1, 2, 3, 4, 5, 6, 8, 10]],
    [rate, '10k/s..30k/s:10k/s', [10_000, 20_000, 30_000]],
    ['workload.producers.0.compressionRatio', '0.1..0.4:0.1', [0.1, 0.2, 0.3, 0.4]],
    ['workload.producers.0.batchBytes', '16 KiB, 1 MiB', [16_384, 1_048_576]],
    ['workload.producers.0.acks', '0,1,all', ['0', '1', 'all']],
    ['deployment.asOf', '2020-04,2026-03', ['2020-04', '2026-03']],
  ])('reads %s=%s', (path, text, values) => {
    expect(readSweepAxis(path, text)).toEqual({ path, values })
  })

  it.each([
    [partitions, '9..1', 'a range must go upwards'],
    [partitions, '0..10:log', 'must begin above 0'],
    [partitions, '1..10:0', 'a step must be greater than 0'],
    [partitions, '1..many', '"many" is not a number'],
    [partitions, ',', 'there is no value'],
    [partitions, '1..1000000', 'at most 20000 points'],
    ['workload.producers.0.compressionRatio', '0.1..0.9', 'needs a step'],
    ['deployment.offering', 'a,b', 'stays on one offering'],
    ['workload.topics.0.partitons', '1..3', 'no field'],
  ])('refuses %s=%s', (path, text, problem) => {
    expect(() => readSweepAxis(path, text)).toThrow(problem)
  })
})

describe('sweep', () => {
  it('gives the prediction of each value', () => {
    const points = sweep(first, dedicated, [readSweepAxis(partitions, '1..40:3')])
    expect(points).toHaveLength(14)
    for (const point of points) {
      const changed = scenarioSchema.parse(setScenarioField(first, partitions, point.values[0]))
      const prediction = predict(changed, dedicated)
      const { achievable, headroom, isFeasible, refusals, binding, chanceMet } = prediction
      const isOverGuideline = isOverGuidelinesOnly(prediction)
      const predicted = { achievable, headroom, isFeasible, isOverGuideline, refusals, binding, chanceMet }
      expect(point).toEqual({ ok: true, values: point.values, ...predicted })
    }
  })

  it('covers every combination, the last axis fastest', () => {
    const points = sweep(first, dedicated, [readSweepAxis('deployment.size', '1,2'), readSweepAxis(rate, '1k/s,2k/s')])
    expect(points.map(({ values }) => values)).toEqual([
      [1, 1000],
      [1, 2000],
      [2, 1000],
      [2, 2000],
    ])
  })

  it('reports an invalid value and continues with the others', () => {
    const points = sweep(first, dedicated, [readSweepAxis(partitions, '0,3')])
    expect(points.map(({ ok }) => ok)).toEqual([false, true])
    expect(points[0]).toMatchObject({ problem: expect.stringContaining('workload.topics[0].partitions') })
  })

  it('accepts combinations that are valid only together', () => {
    const keys = 'workload.producers.0.keys'
    const points = sweep(first, dedicated, [
      { path: `${keys}.kind`, values: ['zipf'] },
      { path: `${keys}.exponent`, values: [0.5, 1] },
    ])
    expect(points.map(({ ok }) => ok)).toEqual([true, true])
  })

  it('refuses a repeated field, and too many points', () => {
    const axis = readSweepAxis(partitions, '1..200')
    expect(() => sweep(first, dedicated, [axis, axis])).toThrow('swept twice')
    const long = [axis, readSweepAxis('deployment.size', '1..150')]
    expect(() => sweep(first, dedicated, long)).toThrow('this one would have 30000')
  })

  it('agrees with the whole schema about every number, although it checks only the field', () => {
    const topics = first.workload.topics.map((topic) => ({ ...topic, minInsyncReplicas: 2 }))
    const scenario: Scenario = { ...first, workload: { ...first.workload, topics } }
    const paths = numberPaths(scenario)
    expect(paths).toEqual(expect.arrayContaining(linked))
    expect(paths.length).toBeGreaterThan(10)
    const numbers = fc.oneof(
      fc.integer({ min: -5, max: 300_000 }),
      fc.integer({ min: 0, max: 9 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.double({ noDefaultInfinity: true }),
    )
    const places = fc.oneof(fc.constantFrom(...paths), fc.constantFrom(...linked))
    fc.assert(
      fc.property(places, numbers, (path, value) => {
        const known = path.split('.').reduce<unknown>((at, step) => Reflect.get(Object(at), step), scenario)
        const [, point] = sweep(scenario, dedicated, [{ path, values: [known, value] }])
        expect(point?.ok).toBe(check(scenarioSchema, setScenarioField(scenario, path, value)).ok)
      }),
      { numRuns: 500 },
    )
  })
})

describe('a sweep on hosts', () => {
  it('has the chance that the load is met at each point, as a prediction has it', () => {
    const hosts = shippedOffering('apache-kafka-on-hosts')
    const deployment = { offering: hosts.id, size: 3, tier: 'm5.2xlarge', asOf: '2020-01' }
    const scenario = smallScenario({ deployment, producer: { clients: 12 } })
    const path = 'workload.producers.0.peakRecordsPerSec'
    const rates = [1_000, 100_000, 1_000_000]
    const chances = sweep(scenario, hosts, [{ path, values: rates }]).map((point) =>
      point.ok ? point.chanceMet : null,
    )
    const [producer] = scenario.workload.producers
    const predicted = rates.map((peakRecordsPerSec) => {
      const producers = producer === undefined ? [] : [{ ...producer, peakRecordsPerSec }]
      return predict({ ...scenario, workload: { ...scenario.workload, producers } }, hosts).chanceMet
    })
    expect(chances).toEqual(predicted)
    expect(new Set(chances).size).toBe(rates.length)
  })
})

describe('bindingChanges', () => {
  it('finds the partitions at which the white paper leaves the partition limit: 100 / 5 MB/s = 20', () => {
    const axes = [readSweepAxis(partitions, '1..40')]
    const changes = bindingChanges(axes, sweep(whitePaper, dedicated, axes))
    expect(changes.map(({ index }) => index)).toEqual([19, 20])
    expect(changes[1]?.sentence).toBe(
      'workload.topics.0.partitions from 20 to 21: the binding limit changes from ingress, egress, ingress of the fullest partition (perf-test) and egress of the fullest partition (perf-test) to ingress and egress.',
    )
  })

  it('says from where on the workload is refused', () => {
    const axes = [readSweepAxis(partitions, '6000,6001')]
    const [change] = bindingChanges(axes, sweep(whitePaper, dedicated, axes))
    expect(change?.sentence).toContain('from here on refused. 6,001 partitions are refused: 6,000 partitions')
  })

  it('does not compare the end of one row with the beginning of the next', () => {
    const axes = [readSweepAxis('deployment.size', '1,2'), readSweepAxis(partitions, '1,100')]
    const changes = bindingChanges(axes, sweep(smallScenario({}), dedicated, axes))
    expect(changes.map(({ index }) => index).filter((index) => index % 2 === 0)).toEqual([])
  })
})

function numberPaths(value: unknown, path = ''): string[] {
  if (typeof value === 'number') return path === 'schemaVersion' ? [] : [path]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, child]) => numberPaths(child, path === '' ? key : `${path}.${key}`))
}
