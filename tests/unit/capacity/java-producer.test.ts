import { describe, expect, it } from 'vitest'
import { explainPrediction } from '../../../src/capacity/explain-prediction.ts'
import { javaProducerCeiling } from '../../../src/capacity/java-producer.ts'
import { predict } from '../../../src/capacity/predict.ts'
import { dedicated, lawsOfHosts, smallScenario } from './known-files.ts'

const hosts = lawsOfHosts()
const large = { offering: hosts.id, tier: 'i3en.24xlarge', size: 6, asOf: undefined }

const plain = { recordKeyBytes: 0, compression: 'none', compressionRatio: 1 } as const

/** One producer client of so many records a second on hosts that carry far more. */
function one(producer: Parameters<typeof smallScenario>[0]['producer']) {
  const each = { clients: 1, peakRecordsPerSec: 5_000_000, recordValueBytes: 100, ...producer }
  return smallScenario({ producer: each, workload: { clientFamily: 'java' }, deployment: large })
}

describe('a Java producer on hosts', () => {
  it('sends what one thread can, and says so', () => {
    const prediction = predict(one({ batchBytes: 65_536, lingerMs: 5 }), hosts)
    const ceiling = prediction.constraints.find(({ id }) => id === 'producer-client:0:producer')
    expect(ceiling?.capacity).toBeCloseTo(javaProducerCeiling({ ...plain, recordValueBytes: 100 }), 3)
    expect(prediction.binding.map(({ dimension }) => dimension)).toEqual(['producer-client'])
    expect(prediction.assumptions.map(({ field }) => field)).toContain('workload.producers.0.mostRecordsPerSec')
    expect(prediction.advice.map(({ id }) => id)).toContain('more-clients')
    expect(explainPrediction(prediction)).toContain(
      'What a producer client can send binds (1 record / (1.05 us + 100 B x 0.9 ns) = 877,193 records/s of one Java client',
    )
  })

  it('compresses in the same thread, and says what the codec costs', () => {
    const ceilingOf = (compression: 'none' | 'gzip' | 'snappy' | 'lz4' | 'zstd', compressionRatio: number) => {
      const producer = { batchBytes: 65_536, lingerMs: 5, recordValueBytes: 1000, compression, compressionRatio }
      const { constraints } = predict(one(producer), hosts)
      return constraints.find(({ id }) => id === 'producer-client:0:producer')
    }
    // 1.05 us + 1,000 B x (0.9 + 12.7) ns = 14.65 us; values that are all the same cost 2.4 ns instead of 12.7.
    expect(ceilingOf('gzip', 0.5)?.capacity).toBeCloseTo(1e6 / 14.65, 3)
    expect(ceilingOf('gzip', 0.05)?.capacity).toBeCloseTo(1e6 / 4.35, 3)
    expect(ceilingOf('gzip', 0.5)?.formula).toContain('1,000 B x (0.9 + 12.7 for gzip) ns')
    const rates = (['gzip', 'zstd', 'lz4', 'snappy'] as const).map((codec) => ceilingOf(codec, 0.5)?.capacity ?? 0)
    expect(rates).toEqual([...rates].sort((one, other) => one - other))
    expect(ceilingOf('none', 1)?.capacity).toBeGreaterThan(rates.at(-1) ?? 0)
  })

  it('has the band of its law, as its ceiling was measured by others; a ceiling that is given is a fact', () => {
    const taken = predict(one({ batchBytes: 65_536, lingerMs: 5 }), hosts)
    const given = predict(one({ batchBytes: 65_536, lingerMs: 5, mostRecordsPerSec: 877_193 }), hosts)
    expect([taken, given].flatMap(({ band }) => band.map(({ id }) => id))).toEqual(['laws', 'laws'])
    const lawsOf = ({ laws = [] }: typeof taken) => laws.map(({ law }) => law)
    expect(lawsOf(taken)).toContain('producer-client')
    expect(lawsOf(given)).not.toContain('producer-client')
    const [wide, narrow] = [taken.achievable.recordsPerSec, given.achievable.recordsPerSec]
    expect(wide.likely).toBeCloseTo(narrow.likely, -1)
    expect(wide.high).toBeGreaterThan(narrow.high)
  })

  it('sends twice as much with twice the clients', () => {
    const rate = (clients: number) => predict(one({ clients, lingerMs: 5 }), hosts).achievable.recordsPerSec.likely
    expect(rate(2) / rate(1)).toBeCloseTo(2, 6)
  })

  it('sends fewer large records than small ones', () => {
    const at = (recordValueBytes: number) => javaProducerCeiling({ ...plain, recordValueBytes })
    expect(at(1000)).toBeLessThan(at(100))
    expect(at(1000)).toBeGreaterThan(at(100) / 10)
  })

  it('has the ceiling of the scenario if there is one; services have none', () => {
    const given = predict(one({ mostRecordsPerSec: 3_000_000, lingerMs: 5 }), hosts).constraints
    expect(given.filter(({ id }) => id.startsWith('producer-client')).map(({ capacity }) => capacity)).toEqual([
      3_000_000,
    ])
    const { constraints } = predict(smallScenario({ workload: { clientFamily: 'java' } }), dedicated)
    expect(constraints.filter(({ id }) => id.startsWith('producer-client'))).toEqual([])
  })
})
