import { describe, expect, it } from 'vitest'
import { bindingSentence, predictionSentences } from '../../../src/capacity/explain-prediction.ts'
import { predict } from '../../../src/capacity/predict.ts'
import { prediction } from '../../../src/contracts/prediction.ts'
import { scenario } from '../../../src/contracts/scenario.ts'
import { formatFactor } from '../../../src/units/ratio.ts'
import { dedicated, shippedOffering, smallScenario, whitePaper } from './known-files.ts'

describe('bindingSentence()', () => {
  const made = predict(whitePaper, dedicated)

  it('says how the capacity is computed', () => {
    expect(bindingSentence(made)).toContain('guidelines bind (50 MB/s x 2 CKUs = 100 MB/s, ')
  })

  it('names only the capacity if a prediction of version 1 does not say how it was computed', () => {
    const constraints = made.constraints.map(({ capacityFormula, ...constraint }) => constraint)
    const old = prediction.parse({ ...structuredClone({ ...made }), schemaVersion: 1, constraints })
    expect(bindingSentence(old)).toContain('guidelines bind (100 MB/s, ')
  })
})

describe('the limit beside the one that binds', () => {
  it('is at most full, though the list has it fuller as it assumes no fuller batches', () => {
    const customer = scenario.parse({
      kind: 'headroom.scenario',
      schemaVersion: 1,
      name: 'customer',
      workload: {
        topics: [{ name: 'records', partitions: 12, replicationFactor: 3 }],
        producers: [
          {
            ...{ name: 'writers', topic: 'records', clients: 200, peakRecordsPerSec: 120_000, lingerMs: 0 },
            ...{ recordValueBytes: 1400, recordKeyBytes: 8, compression: 'lz4', compressionRatio: 1 / 3 },
            ...{ isIdempotent: true, keys: { kind: 'zipf', distinct: 1_000_000, exponent: 1.0219 } },
          },
        ],
        consumerGroups: [{ name: 'readers', topic: 'records', count: 5, members: 12 }],
      },
      deployment: { offering: 'confluent-cloud-dedicated', size: 1, asOf: '2026-03' },
    })
    const found = predict(customer, shippedOffering('confluent-cloud-dedicated'))
    expect(found.constraints.find(({ dimension }) => dimension === 'egress')?.utilisation).toBeGreaterThan(1.5)
    expect(bindingSentence(found)).toMatch(
      /^The requests guideline binds .*; egress is 100 % used at that rate, 1\d\d % at the offered load\.$/,
    )
  })
})

describe('predictionSentences()', () => {
  // 10 clients without linger send one record a batch; at higher rates batches get fuller.
  const small = predict(
    smallScenario({ producer: { peakRecordsPerSec: 10_000, recordValueBytes: 100, clients: 10 } }),
    dedicated,
  )

  it('says it of a limit that is much too full, too: it is not full at 1 / its utilisation of the load', () => {
    const basic = shippedOffering('confluent-cloud-basic')
    const crowded = predict(
      smallScenario({
        topic: { partitions: 6 },
        producer: { clients: 3, peakRecordsPerSec: 200_000, recordValueBytes: 40, lingerMs: 0 },
        deployment: { offering: basic.id, size: 3, asOf: undefined },
      }),
      basic,
    )
    const requests = crowded.constraints.find(({ dimension }) => dimension === 'requests')
    expect(crowded.headroom * (requests?.utilisation ?? 0)).toBeLessThan(0.5)
    expect(predictionSentences(crowded).reason).toMatch(
      /The requests \([\d,]+ % used\) grow more slowly than the load\. If no client waits/,
    )
  })

  it('says which limits grow more slowly than the load, where their shares and the factor do not fit', () => {
    const [binding] = small.binding
    const used = small.constraints.find(({ id }) => id === binding?.id)?.utilisation ?? 0
    expect(small.headroom * used).toBeGreaterThan(1.02)
    expect(predictionSentences(small).reason).toMatch(/\(\d.* used\).* more slowly than the load\.$/)
  })

  it('says nothing of growth where the shares and the factor fit, or the load cannot grow', () => {
    expect(predictionSentences(predict(whitePaper, dedicated)).reason).not.toContain('slowly')
  })
})

describe('storage that the load would fill', () => {
  const huawei = shippedOffering('huawei-dms-kafka')
  const keeping = (retentionMs: number) =>
    predict(
      smallScenario({
        topic: { partitions: 6, replicationFactor: 1, retentionMs },
        producer: { peakRecordsPerSec: 2_000, recordValueBytes: 1024 },
        deployment: { offering: huawei.id, size: 1, tier: 'kafka.2u4g.single', asOf: undefined },
      }),
      huawei,
    )

  it('before the rate is limited is named with its factor, as a factor of 15 would be refused', () => {
    const kept = keeping(604_800_000)
    const storage = kept.constraints.find(({ dimension }) => dimension === 'storage')?.utilisation ?? 0
    expect(kept.headroom * storage).toBeGreaterThan(1.5)
    expect(predictionSentences(kept).reason).toContain(
      ` Storage is enough for at least ${formatFactor(1 / storage)} the average load.`,
    )
  })

  it('only after that is not', () => {
    expect(predictionSentences(keeping(3_600_000)).reason).not.toContain('Storage is enough')
  })
})
