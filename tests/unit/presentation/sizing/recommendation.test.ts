import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { explainPrediction } from '../../../../src/capacity/explain-prediction.ts'
import { predict } from '../../../../src/capacity/predict.ts'
import { scaleScenario } from '../../../../src/capacity/scale-scenario.ts'
import { setScenarioField } from '../../../../src/capacity/set-scenario-field.ts'
import { type Scenario, scenario as schema } from '../../../../src/contracts/scenario.ts'
import { recommendScenario } from '../../../../src/planning/recommended-scenario.ts'
import { answerOf, wordRecommendation } from '../../../../src/presentation/sizing/recommendation.ts'
import { noSizeOf } from '../../../../src/presentation/sizing/size-sentences.ts'
import { customerCases } from '../../capacity/customer-scenarios.ts'
import { dedicated, first, shippedOffering, smallScenario } from '../../capacity/known-files.ts'
import { propertyRuns, propertyTimeoutMs } from '../../capacity/property-runs.ts'
import { recommended } from './worded-on-dedicated.ts'

function changed(...changes: readonly (readonly [string, unknown])[]): Scenario {
  return schema.parse(
    changes.reduce<unknown>((scenario, [path, value]) => setScenarioField(scenario, path, value), first),
  )
}

/** The parts of a recommendation if no size is enough and no change helps. */
const nothingFound = {
  smallest: null,
  chanceMet: null,
  noSmaller: null,
  changes: [],
  offered: null,
  smallerSizes: { now: null, found: [] },
}

/** Limits of today, and many small requests. */
const manyRequests = changed(
  ['deployment', { offering: first.deployment.offering, size: 1 }],
  ['workload.producers.0.clients', 400],
  ['workload.producers.0.lingerMs', 0],
)

describe('a recommendation', () => {
  it('is the smallest size and what decides it, where no change makes it smaller', () => {
    const { sentence, reason, change, size } = recommended(changed(['workload.producers.0.peakRecordsPerSec', 1_000]))
    expect([sentence, reason]).toEqual([
      '1 CKU is enough.',
      'Fullest limit at the offered load: ingress at 1.7 % (target 80 %). No smaller size is sold.',
    ])
    expect([change, size]).toEqual([null, 1])
  })

  it.each([
    [0.93, '3 CKUs are enough.', 'ingress at 50 % (target 80 %).'],
    [
      0.58,
      '3 CKUs are likely enough.',
      'ingress at 50 % (target 80 %). The chance that this size carries the load is 58 %.',
    ],
    [
      0.3,
      '3 CKUs may be enough.',
      'ingress at 50 % (target 80 %). The chance that this size carries the load is 30 %.',
    ],
  ])('does not call a size enough that carries the load with a chance of %j only', (chanceMet, sentence, reason) => {
    const smallest = { size: 3, dimension: 'ingress', utilisation: 0.5, targetUtilisation: 0.8 } as const
    const of = { ...nothingFound, smallest, chanceMet, smallerSize: null, smallerSizes: { now: smallest, found: [] } }
    const answer = wordRecommendation({
      ...{ prediction: predict(first, dedicated), noSize: null, scenario: first, unitName: dedicated.unitName },
      recommended: { ...of, targetUtilisation: 0.8 },
    })
    expect([answer.sentence, answer.reason]).toEqual([sentence, `Fullest limit at the offered load: ${reason}`])
  })

  it('says that brokers for the replicas, and no limit, are why no smaller size is enough', () => {
    const hosts = shippedOffering('apache-kafka-on-hosts')
    const scenario = smallScenario({
      topic: { replicationFactor: 3, retentionMs: 60_000 },
      producer: { peakRecordsPerSec: 10 },
      deployment: { offering: hosts.id, tier: 'm5.large', size: 6, asOf: '2020-01' },
    })
    const prediction = predict(scenario, hosts)
    const recommended = recommendScenario(scenario, hosts)
    const { unitName } = hosts
    const { reason } = wordRecommendation({ prediction, noSize: null, recommended, scenario, unitName })
    expect([recommended.smallest?.size, recommended.noSmaller]).toEqual([3, 'replicas'])
    expect(reason).toMatch(
      /^Fullest limit at the offered load: .* at [\d.]+ % \(target 80 %\)\. A smaller size cannot keep all replicas\.$/,
    )
  })

  it('says of a fixed number that is the fullest limit how full it is, and what is the fullest besides', () => {
    const many = changed(['workload.producers.0.peakRecordsPerSec', 1_000], ['workload.topics.0.partitions', 4_300])
    expect(recommended(many).reason).toBe(
      'Fullest limit at the offered load: partitions at 96 % of a fixed number, of the others ingress at 1.7 % (target 80 %). No smaller size is sold.',
    )
  })

  it('says what is sure before a compression ratio that is assumed', () => {
    const { sentence, reason, size, isChangeSure } = recommended(first)
    expect(sentence).toBe('2 CKUs are enough; 1 CKU with compression.type lz4, if it halves the bytes.')
    expect([reason, size, isChangeSure]).toEqual([
      'Fullest limit at the offered load: ingress at 61 % (target 80 %).',
      2,
      false,
    ])
  })

  it('is the smaller size with its change, and the size without', () => {
    const { sentence, change, size, isChangeSure } = recommended(manyRequests)
    expect(isChangeSure).toBe(true)
    expect(change?.smallest.size).toBeLessThan(size ?? 0)
    expect(sentence).toMatch(/^\d+ CKUs? (is|are) enough with linger\.ms \d+.*, \d+ without\.$/)
    expect(sentence).toContain(`${change?.smallest.size} CKU`)
    expect(sentence).toContain(`, ${size} without.`)
  })

  it('says why nothing fits without the change', () => {
    const { sentence, reason, size } = recommended(changed(['workload.topics.0.partitions', 6]))
    expect(sentence).toMatch(/ enough with .*instead of 6 partitions of orders/)
    expect(reason).toMatch(
      /^Fullest limit at the offered load: .* at [\d.]+ % \(target 80 %\)\. (No smaller size is sold\. )?Without (this change|these changes) no size is enough\. At the largest size, \d+ CKUs: partition/,
    )
    expect(size).toBeNull()
  })

  it('names the partitions with which no size is enough either', () => {
    const load = ['workload.producers.0.peakRecordsPerSec', 600_000_000] as const
    const { sentence, change, size } = recommended(changed(load, ['workload.topics.0.partitions', 6]))
    expect(sentence).toMatch(/^No size is enough, even with [\d,]+ instead of 6 partitions of orders(;|\.)/)
    expect([change?.smallest.size, size]).toEqual([undefined, null])
  })

  it('says that nothing helps a key that alone fills a partition', () => {
    const keys = { kind: 'zipf', distinct: 1_000, exponent: 1.2 }
    const { sentence, reason, change } = recommended(changed(['workload.producers.0.keys', keys]))
    expect(sentence).toBe('No size is enough for "orders": spread its most frequent key.')
    expect(reason).toMatch(/^One key, 2\d % of the records, takes .* no number of partitions helps\.$/)
    expect(change).toBeNull()
  })

  it('gives the refusals of a deployment that refuses the workload at any size', () => {
    const { deployment } = predict(first, dedicated)
    const prediction = {
      deployment,
      isFeasible: false,
      headroom: 0,
      directions: undefined,
      refusals: ['"orders" asks for 2 replicas.'],
      assumptions: [],
    }
    const recommended = { ...recommendScenario(first, dedicated), ...nothingFound }
    const { unitName } = dedicated
    const { sentence, reason } = wordRecommendation({
      prediction,
      noSize: null,
      recommended,
      scenario: first,
      unitName,
    })
    expect([sentence, reason]).toEqual(['No size is enough.', '"orders" asks for 2 replicas.'])
  })

  it('names the next tier that is enough, where no size of the own tier is', () => {
    const redpanda = shippedOffering('redpanda-cloud-dedicated')
    // 20.7 MB/s with the framing of batches: above the 20 MB/s of tier-1, below half of tier-2.
    const ticks = (peakRecordsPerSec: number, tier = 'tier-1') =>
      smallScenario({
        topic: { partitions: 90, replicationFactor: 3 },
        producer: { peakRecordsPerSec, recordValueBytes: 60, clients: 10, lingerMs: 5 },
        group: { members: 10 },
        deployment: { offering: redpanda.id, tier, size: 1, asOf: undefined },
      })
    const answered = (scenario: Scenario) => {
      const prediction = predict(scenario, redpanda)
      const noSize = noSizeOf(prediction, scenario, redpanda)
      const { unitName } = redpanda
      const recommended = recommendScenario(scenario, redpanda)
      const worded = wordRecommendation({ prediction, noSize, recommended, scenario, unitName })
      return { ...worded, advice: prediction.advice.filter(({ id }) => id === 'tier').map(({ text }) => text) }
    }
    const small = answered(ticks(300_000))
    expect(small.sentence).toMatch(/^No size of tier-1 is enough as it is;/)
    expect(small.reason).toMatch(
      /^At the largest size, 1 cluster: ingress at \d+ %\. 1 cluster of tier-2 is enough \(fullest limit: ingress at \d+ %\)\.$/,
    )
    expect(small.advice).toEqual([small.reason.slice(small.reason.indexOf('1 cluster of'))])
    // The tier that is named carries the load.
    expect(predict(ticks(300_000, 'tier-2'), redpanda).smallest?.size).toBe(1)
    // A larger load needs a later tier.
    expect(answered(ticks(1_000_000)).advice).toEqual([expect.stringMatching(/ of tier-[345] is enough /)])
    const none = answered(ticks(300_000_000))
    expect([none.sentence.startsWith('No size is enough'), none.advice]).toEqual([true, []])
  })

  it('says that every size refuses the workload, where no limit is in the way', () => {
    const latest = smallScenario({ topic: { replicationFactor: 1 }, deployment: { asOf: undefined } })
    const prediction = predict(latest, dedicated)
    const recommended = recommendScenario(latest, dedicated)
    const noSize = noSizeOf(prediction, latest, dedicated)
    const { unitName } = dedicated
    const { sentence, reason } = wordRecommendation({ prediction, noSize, recommended, scenario: latest, unitName })
    expect(sentence).toBe('Every size refuses this workload.')
    expect(reason).toMatch(/^"\w+" asks for 1 replica: Confluent Cloud Dedicated keeps 3\.$/)
    expect(prediction.advice.map(({ id }) => id)).toEqual(['refused'])
  })

  it('recommends no size of an offering that publishes no rate, and says so once', () => {
    const azure = shippedOffering('azure-event-hubs-dedicated')
    const scenario = smallScenario({ deployment: { offering: azure.id, size: 3, asOf: undefined } })
    const prediction = predict(scenario, azure)
    const recommended = recommendScenario(scenario, azure)
    const { unitName } = azure
    const worded = wordRecommendation({ prediction, noSize: null, recommended, scenario, unitName })
    expect([worded.sentence, worded.size]).toEqual(['Which size is enough is not known.', null])
    expect(answerOf(worded, prediction).reason).toBe('')
    const carried = explainPrediction(prediction)
    expect(carried).toMatch(
      /^Azure Event Hubs Dedicated publishes no rate as of 2022-01-05: what it carries is not known\./,
    )
    expect(carried.match(/publishes no rate/g)).toHaveLength(1)
  })
})

describe('a recommendation beside what the entered size carries', () => {
  it('says that no size keeps every limit where the largest carries the load above the target', () => {
    const largest = smallScenario({ deployment: { offering: dedicated.id, size: 152, asOf: undefined } })
    const nearlyFull = scaleScenario(largest, 0.9 * predict(largest, dedicated).headroom)
    expect(explainPrediction(predict(nearlyFull, dedicated))).toContain('the whole load, ')
    const { sentence, reason } = recommended(nearlyFull)
    expect(`${sentence} ${reason}`).toMatch(/no size keeps every limit/i)
    expect(`${sentence} ${reason}`).not.toMatch(/no size is enough/i)
  })

  it(
    'does not say that no size is enough where the whole load is carried',
    () => {
      fc.assert(
        fc.property(customerCases, ({ scenario, offering }) => {
          const prediction = predict(scenario, offering)
          if (prediction.smallest !== null) return
          const noSize = noSizeOf(prediction, scenario, offering)
          const found = recommendScenario(scenario, offering)
          const worded = wordRecommendation({
            prediction,
            noSize,
            recommended: found,
            scenario,
            unitName: offering.unitName,
          })
          // "The whole load in" alone says that consumers fall behind.
          if (!explainPrediction(prediction).includes('the whole load, ')) return
          expect(`${worded.sentence} ${worded.reason}`).not.toMatch(/no size is enough/i)
        }),
        propertyRuns(200),
      )
    },
    propertyTimeoutMs,
  )
})
