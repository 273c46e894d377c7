import { describe, expect, it } from 'vitest'
import { explainPrediction } from '../../../src/capacity/explain-prediction.ts'
import { librdkafkaCeiling } from '../../../src/capacity/librdkafka-client.ts'
import { predict } from '../../../src/capacity/predict.ts'
import { scenario } from '../../../src/contracts/scenario.ts'
import type { Workload } from '../../../src/contracts/workload.ts'
import { dedicated, lawsOfHosts, smallScenario } from './known-files.ts'

const hosts = lawsOfHosts()
const large = { offering: hosts.id, tier: 'i3en.24xlarge', size: 6, asOf: undefined }

type Change = Parameters<typeof smallScenario>[0] & { readonly language?: Workload['clientLanguage'] }

/** One producer and one consumer of 100-byte records on hosts that carry far more. */
function run({ language, ...change }: Change, offering = hosts) {
  const scenario = smallScenario({
    ...change,
    producer: { clients: 1, peakRecordsPerSec: 20_000_000, recordValueBytes: 100, batchBytes: 1e6, ...change.producer },
    workload: { clientFamily: 'librdkafka', ...(language && { clientLanguage: language }) },
    deployment: offering === hosts ? large : {},
  })
  return predict(scenario, offering)
}

const ceilingOf = (prediction: ReturnType<typeof run>, role: 'producer' | 'consumer') =>
  prediction.constraints.find(({ id }) => id.startsWith(`${role}-client:`))?.capacity

describe('a client over librdkafka on hosts', () => {
  it('sends what its busier thread can in C if the scenario names no language, and says so', () => {
    const prediction = run({})
    const expected = librdkafkaCeiling({ role: 'producer', language: 'c', recordBytes: 100 })
    expect(ceilingOf(prediction, 'producer')).toBe(expected)
    expect(prediction.assumptions.map(({ field }) => field)).toContain('workload.clientLanguage')
    expect(explainPrediction(prediction)).toContain('of one client over librdkafka')
  })

  it('compresses in its busier thread', () => {
    const gzip = ceilingOf(run({ producer: { compression: 'gzip', compressionRatio: 0.5 } }), 'producer')
    // 0.65 us + 100 B x (0.37 + 12.7) ns.
    expect(gzip).toBeCloseTo(1e6 / 1.957, 3)
  })

  it('sends less in Python and Node than in C, and reads less', () => {
    for (const role of ['producer', 'consumer'] as const) {
      const inC = ceilingOf(run({ language: 'c' }), role) ?? 0
      expect(ceilingOf(run({ language: 'python' }), role)).toBeLessThan(inC)
      expect(ceilingOf(run({ language: 'node' }), role)).toBeLessThan(inC)
    }
  })

  it('takes longer for large records, of which it reads the mean size in its topic', () => {
    const at = (recordValueBytes: number) => run({ producer: { recordValueBytes } })
    expect(ceilingOf(at(10_000), 'producer')).toBeLessThan(ceilingOf(at(100), 'producer') ?? 0)
    expect(ceilingOf(at(10_000), 'consumer')).toBe(
      librdkafkaCeiling({ role: 'consumer', language: 'c', recordBytes: 10_000 }),
    )
  })

  it('binds a lone client, and twice as many carry twice as much', () => {
    const of = (clients: number) => run({ language: 'node', group: null, producer: { clients } })
    expect(of(1).binding.map(({ dimension }) => dimension)).toEqual(['producer-client'])
    expect(of(2).capacity.recordsPerSec / of(1).capacity.recordsPerSec).toBeCloseTo(2, 6)
  })

  it('has the ceiling of the scenario if there is one; services have none', () => {
    const given = run({ producer: { mostRecordsPerSec: 5_000 }, group: { mostRecordsPerSec: 6_000 } })
    expect([ceilingOf(given, 'producer'), ceilingOf(given, 'consumer')]).toEqual([5_000, 6_000])
    expect(ceilingOf(run({}, dedicated), 'producer')).toBeUndefined()
  })

  it('is refused a language if its clients are of Java', () => {
    const { workload, ...rest } = smallScenario({})
    const outcome = scenario.safeParse({
      ...rest,
      workload: { ...workload, clientFamily: 'java', clientLanguage: 'node' },
    })
    expect(outcome.error?.issues.map(({ path }) => path.join('.'))).toEqual(['workload.clientLanguage'])
  })
})
