import { describe, expect, it } from 'vitest'
import { scaleScenario } from '../../../src/capacity/scale-scenario.ts'
import type { MeasuredRecord } from '../../../src/contracts/run-record.ts'
import { type Scenario, scenario } from '../../../src/contracts/scenario.ts'
import { measuredOnCurve, publishedOnCurve } from '../../../src/evidence/curve-points.ts'
import { shippedOffering } from '../capacity/known-files.ts'
import { knownRecord } from '../reports/known-run.ts'

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
