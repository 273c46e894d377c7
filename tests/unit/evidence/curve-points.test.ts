import { describe, expect, it } from 'vitest'
import { scaleScenario } from '../../../src/capacity/scale-scenario.ts'
import { solve } from '../../../src/capacity/solve.ts'
import type { PublishedPoint } from '../../../src/contracts/evidence.ts'
import { offering } from '../../../src/contracts/offering.ts'
import type { MeasuredRecord, RunRecord } from '../../../src/contracts/run-record.ts'
import { type Scenario, scenario } from '../../../src/contracts/scenario.ts'
import { measuredOnCurve, publishedOnCurve } from '../../../src/evidence/curve-points.ts'
import { dedicated, shippedOffering } from '../capacity/known-files.ts'
import { knownImport } from '../presentation/known-import.ts'
import { knownRecord } from '../presentation/known-run.ts'

const partitions = 'workload.topics[0].partitions'
const base = knownRecord.scenario

function withPartitions(of: Scenario, count: number): Scenario {
  const topics = of.workload.topics.map((topic, index) => (index === 0 ? { ...topic, partitions: count } : topic))
  return { ...of, workload: { ...of.workload, topics } }
}

/** A run of a scenario at a scale, which wrote this much. */
function runOf(run: Scenario, scale: number, mean: number): MeasuredRecord {
  const { result } = knownRecord
  if (result?.steady == null) throw new Error('The known run has a steady window.')
  const ingressWireBytesPerSec = { mean, low: mean * 0.99, high: mean * 1.01 }
  return {
    ...knownRecord,
    scenario: scaleScenario(run, scale),
    target: { ...knownRecord.target, scale },
    result: { ...result, steady: { ...result.steady, ingressWireBytesPerSec } },
  }
}

describe('a run on a what-if curve', () => {
  it('is placed at its own value of the field, with its rates scaled to the scenario', () => {
    const point = measuredOnCurve(base, partitions, runOf(withPartitions(base, 7), 0.1, 5e6))
    expect(point).toMatchObject({ x: 7, scale: 0.1 })
    expect(point?.meanBytesPerSec).toBeCloseTo(5e7, 3)
    expect(point?.lowBytesPerSec).toBeCloseTo(4.95e7, 3)
  })

  it('is left out if its workload or cluster differs, or if it did not complete', () => {
    const [producer] = base.workload.producers
    const other = { ...base, deployment: { ...base.deployment, size: base.deployment.size + 1 } }
    const larger = {
      ...base,
      workload: {
        ...base.workload,
        producers: producer === undefined ? [] : [{ ...producer, recordValueBytes: producer.recordValueBytes + 1 }],
      },
    }
    expect(measuredOnCurve(base, partitions, runOf(other, 1, 5e6))).toBeNull()
    expect(measuredOnCurve(base, partitions, runOf(larger, 1, 5e6))).toBeNull()
    expect(measuredOnCurve(base, partitions, { ...runOf(base, 1, 5e6), status: 'partial' })).toBeNull()
    expect(measuredOnCurve(base, 'deployment.size', runOf(other, 1, 5e6))?.x).toBe(base.deployment.size + 1)
  })
})

describe('a run that is no point of a what-if curve', () => {
  const run = runOf(base, 1, 5e6)

  it('has no target, no scenario, no steady window, or a scale of 0', () => {
    expect(measuredOnCurve(base, partitions, run)).not.toBeNull()
    const { result, target } = run
    if (result === null) throw new Error('the known run has a result')
    const others: readonly RunRecord[] = [
      { ...run, result: null },
      { ...run, result: { ...result, steady: null } },
      { ...run, target: { ...target, scale: 0 } },
      { ...knownImport, scenario: base, result },
      { ...knownImport, target, scenario: null, result } as unknown as RunRecord,
    ]
    expect(others.map((other) => measuredOnCurve(base, partitions, other))).toEqual(others.map(() => null))
  })

  it('or is one of a field that either scenario lacks, or that is no number', () => {
    const { asOf: _asOf, ...undated } = base.deployment
    const keys = { kind: 'zipf', distinct: 100, exponent: 0.9 } as const
    const producers = base.workload.producers.map((producer) => ({ ...producer, keys }))
    const skewed = { ...base, workload: { ...base.workload, producers } }
    const path = 'workload.producers[0].keys.exponent'
    expect(measuredOnCurve(skewed, path, runOf(skewed, 1, 5e6))?.x).toBe(0.9)
    expect(measuredOnCurve(base, path, runOf(skewed, 1, 5e6))).toBeNull()
    expect(measuredOnCurve(skewed, path, run)).toBeNull()
    expect(measuredOnCurve(base, 'workload.topics[0].name', run)).toBeNull()
    expect(measuredOnCurve(base, 'workload.topics[9].partitions', run)).toBeNull()
    expect(measuredOnCurve({ ...base, deployment: undated }, partitions, run)).toBeNull()
  })

  it('is one although scaling down and up again rounds its rates', () => {
    expect(measuredOnCurve(base, partitions, runOf(base, 0.3, 5e6))?.x).toBe(base.workload.topics[0]?.partitions)
  })

  it('has an interval that ends at 0', () => {
    const { result } = run
    if (result?.steady == null) throw new Error('the known run has a steady window')
    const ingressWireBytesPerSec = { mean: 10, low: -5, high: 25 }
    const noisy = { ...run, result: { ...result, steady: { ...result.steady, ingressWireBytesPerSec } } }
    expect(measuredOnCurve(base, partitions, noisy)).toMatchObject({ lowBytesPerSec: 0, highBytesPerSec: 25 })
  })
})

describe('a published figure on a what-if curve', () => {
  const model = shippedOffering('aiven-kafka-2017')

  /** The configuration of a published point of the model. */
  function published(index: number): Scenario {
    const point = model.evidence.points[index]
    const run = model.evidence.scenarios[point?.scenario ?? '']
    return scenario.parse({
      kind: 'headroom.scenario',
      schemaVersion: 1,
      name: 'as published',
      workload: run?.workload,
      deployment: { ...run?.deployment, offering: model.id, ...tierOf(point?.set ?? {}) },
    })
  }

  const tierOf = (set: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(
      Object.entries(set).flatMap(([path, value]) =>
        path.startsWith('deployment.') ? [[path.slice('deployment.'.length), value]] : [],
      ),
    )

  it('is placed in wire bytes if the rest of its configuration is the same', () => {
    const points = publishedOnCurve(published(0), 'workload.producers[0].peakRecordsPerSec', model)
    const [first] = model.evidence.points
    expect(points.map(({ label }) => label)).toContain(first?.label)
    for (const { bytesPerSec } of points) expect(bytesPerSec).toBeGreaterThan(1e6)
  })

  it('is left out of the curve of another workload', () => {
    expect(publishedOnCurve(base, partitions, model)).toEqual([])
  })
})

describe('published figures of one configuration on a what-if curve', () => {
  const size = 'deployment.size'
  const [template] = dedicated.evidence.points
  const { workload, deployment } = dedicated.evidence.scenarios['two-ckus'] ?? {}
  const whole = { kind: 'headroom.scenario', schemaVersion: 1, name: 'as published', workload }
  const twoUnits = scenario.parse({ ...whole, deployment: { ...deployment, offering: dedicated.id, size: 2 } })

  /** What the curve over the size has of such a figure. */
  function placed(change: Partial<PublishedPoint>) {
    const point = { ...template, isCensored: false, set: { [size]: 4 }, value: 1000, ...change, id: 'figure' }
    const anchor = { ...point, relativeTo: undefined, id: 'anchor', label: 'anchor', set: { [size]: 8 } }
    const points = [point, anchor]
    const model = offering.parse({ ...dedicated, evidence: { ...dedicated.evidence, points } })
    const found = publishedOnCurve(twoUnits, size, model)
    expect(publishedOnCurve(twoUnits, size, model)).toEqual(found)
    return found.find(({ label }) => label === template?.label) ?? null
  }

  it('are placed at their own value of the field, in wire bytes', () => {
    const { figures } = solve({ ...twoUnits, deployment: { ...twoUnits.deployment, size: 4 } }, dedicated).offered
    expect(placed({ quantity: 'ingressWireBytesPerSec' })).toEqual({ x: 4, bytesPerSec: 1000, label: template?.label })
    expect(placed({ quantity: 'ingressPayloadBytesPerSec' })?.bytesPerSec).toBeCloseTo(
      (1000 * figures.ingressWireBytesPerSec) / figures.ingressPayloadBytesPerSec,
      6,
    )
    expect(placed({ quantity: 'recordsPerSec' })?.bytesPerSec).toBeCloseTo(
      (1000 * figures.ingressWireBytesPerSec) / figures.recordsPerSec,
      3,
    )
  })

  it('are left out if they are a ratio, of another quantity, or of another configuration', () => {
    expect(placed({ quantity: 'ingressWireBytesPerSec', relativeTo: 'anchor' })).toBeNull()
    expect(placed({ quantity: 'egressPayloadBytesPerSec' })).toBeNull()
    expect(placed({ quantity: 'ingressWireBytesPerSec', set: { 'workload.topics.0.partitions': 7 } })).toBeNull()
  })
})
