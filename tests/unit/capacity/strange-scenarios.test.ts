import { describe, expect, it } from 'vitest'
import { explainPrediction } from '../../../src/capacity/explain-prediction.ts'
import { predict } from '../../../src/capacity/predict.ts'
import { gainsByWaiting } from '../../../src/capacity/saturation.ts'
import { setScenarioField } from '../../../src/capacity/set-scenario-field.ts'
import { answerSizes } from '../../../src/capacity/size-answers.ts'
import { type Prediction, prediction as schema } from '../../../src/contracts/prediction.ts'
import { type Scenario, scenario as scenarioSchema } from '../../../src/contracts/scenario.ts'
import { dedicated, lawsOfHosts, orders2020, shippedOffering } from './known-files.ts'

const hosts = lawsOfHosts()

const onHosts = {
  'deployment.offering': hosts.id,
  'deployment.tier': 'm5.xlarge',
  'deployment.asOf': '2020-01',
  'deployment.size': 3,
} as const

/** The first example with fields that were changed as a stranger might. */
function strange(fields: Readonly<Record<string, unknown>>): Scenario {
  let json: unknown = orders2020
  for (const [path, value] of Object.entries(fields)) json = setScenarioField(json, path, value)
  return scenarioSchema.parse(json)
}

const textsOf = ({ advice, cliffs = [] }: Prediction) => [...advice, ...cliffs].map(({ text }) => text)

describe('a prediction of a strange scenario', () => {
  it('offers and carries the one record a day that is written', () => {
    const perSec = 1 / 86_400
    const { offered, achievable, expected } = predict(
      strange({
        'workload.producers.0.peakRecordsPerSec': perSec,
        'workload.producers.0.averageRecordsPerSec': perSec,
      }),
      dedicated,
    )
    for (const records of [offered.recordsPerSec, achievable.recordsPerSec.likely, expected.recordsPerSec.likely]) {
      expect(records / perSec).toBeCloseTo(1, 5)
    }
    expect(offered.ingressPayloadBytesPerSec).toBeGreaterThan(0)
  })

  it('has no lag where a producer is slow: consumers read all of the little that is written', () => {
    const found = predict(strange({ ...onHosts, 'workload.roundTripMs': 10_000 }), hosts)
    expect(found.binding.map(({ dimension }) => dimension)).toEqual(['producer-pipeline'])
    expect(found.lag).toBeNull()
    expect(found.advice.map(({ id }) => id)).not.toContain('readers-fall-behind')
    expect(found.assumptions.map(({ id }) => id)).not.toContain('growing-lag')
  })

  it('names two different factors where a step takes a twentieth of a small one', () => {
    const slow = strange({ 'deployment.asOf': '2026-03', 'workload.roundTripMs': 10_000 })
    const [step] = (predict(slow, dedicated).cliffs ?? []).filter(({ kind }) => kind === 'step')
    const [, less, most] = /the headroom is (\S+), not (\S+)\./.exec(step?.text ?? '') ?? []
    expect(Number(less)).toBeGreaterThan(0)
    expect(Number(most)).toBeGreaterThan(Number(less) * 1.05)
  })

  it('says nothing of clients that wait where the factor is the same in all its digits', () => {
    const hot = { 'workload.producers.0.keys': { kind: 'zipf', distinct: 100, exponent: 2 } }
    const made = schema.parse(structuredClone({ ...predict(strange(hot), dedicated) }))
    const binding = made.directions?.ingress.binding ?? []
    const directions = { ingress: { headroom: 0.3018, binding }, egress: { headroom: 0.3018, binding } }
    expect(gainsByWaiting({ ...made, headroom: 0.3, directions })).toBe(false)
    expect(gainsByWaiting({ ...made, headroom: 0.29, directions })).toBe(true)
  })

  it('names the law that carries least as the least sure, where no law carries the load', () => {
    const { laws = [], chanceMet } = predict(strange({ ...onHosts, 'workload.roundTripMs': 10_000 }), hosts)
    expect(chanceMet).toBe(0)
    expect(laws[0]?.law).toBe('producer-pipeline')
    expect(laws.filter((each) => each.chanceMet === 0).length).toBeGreaterThan(1)
  })

  it('has no smallest size where the deployment is refused at any, as with an unknown tier', () => {
    const unknown = strange({ ...onHosts, 'deployment.tier': 't3.micro' })
    expect(predict(unknown, hosts).smallest).toBeNull()
    expect(answerSizes(unknown, hosts)[0]?.smallest).toBeNull()
    expect(predict(strange(onHosts), hosts).smallest?.size).toBe(3)
  })

  it('says how full a limit on consumers is at what they read, where another one holds them back', () => {
    const groups = strange({
      'deployment.size': 2,
      'workload.consumerGroups.0.count': 4,
      'workload.producers.0.peakRecordsPerSec': 79_000,
    })
    // 400 MB/s are wanted, 300 are read: the fullest partition is at 111 % x 0.75.
    expect(explainPrediction(predict(groups, dedicated))).toContain(
      'egress of the fullest partition is 83 % used at that rate, 111 % at the offered load',
    )
  })

  it('says how full a limit on consumers is at what is written, where producers are held back', () => {
    // 60.8 MB/s are offered and 50 written, so 100 of 150 MB/s are read.
    expect(explainPrediction(predict(orders2020, dedicated))).toContain(
      '; egress is 67 % used at that rate, 81 % at the offered load.',
    )
  })

  it('advises to keep less where no disk is large enough', () => {
    const disk = strange({ ...onHosts, 'deployment.volume': { type: 'gp3', count: 1, sizeBytes: 1e11 } })
    expect(predict(disk, hosts).advice.map(({ id }) => id)).toEqual(['less-kept'])
  })

  it('advises to divide a load without keys that no number of partitions carries', () => {
    const [advice] = predict(strange({ 'workload.producers.0.peakRecordsPerSec': 1e12 }), dedicated).advice
    expect(advice?.text).toContain('No number of partitions that a topic may have is enough for "orders"')
  })

  it('refuses records whose headers make them larger than the service takes', () => {
    const basic = strange({
      'deployment.offering': 'confluent-cloud-basic',
      'deployment.asOf': '2026-02',
      'workload.producers.0.headers': { count: 100, nameBytes: 8, valueBytes: 100_000 },
    })
    expect(predict(basic, shippedOffering('confluent-cloud-basic')).refusals[0]).toMatch(
      /^Records of "order service" are too large: 10,00[\d,]+ bytes, at most 8,[\d,]+ bytes are taken/,
    )
  })

  it('advises on what is in the way at the largest size, where no size is enough', () => {
    const fast = strange({
      ...onHosts,
      'workload.clientFamily': 'java',
      'workload.producers.0.clients': 1,
      'workload.producers.0.peakRecordsPerSec': 2_000_000,
      'workload.producers.0.keys': { kind: 'uniform', distinct: 1_000_000 },
      'workload.producers.0.batchBytes': 131_072,
      'workload.topics.0.partitions': 1000,
    })
    const found = predict(fast, hosts)
    expect(found.binding.map(({ dimension }) => dimension)).toEqual(['network-out'])
    expect(found.smallest).toBeNull()
    expect(found.advice.map(({ id }) => id)).toContain('more-clients')
  })

  it('does not say that nothing has to change where the load is met with a chance below one half, without that chance', () => {
    const [advice] = predict(strange(onHosts), hosts).advice
    expect(advice?.id).toBe('nothing')
    expect(advice?.text).toMatch(
      /^At the likely limits nothing has to change: .* the chance that the load is met is 46 %; /,
    )
    const easy = predict(strange({ ...onHosts, 'workload.producers.0.peakRecordsPerSec': 100 }), hosts)
    expect(easy.advice[0]?.text).toMatch(/^Nothing has to change: /)
  })

  it('writes large numbers with commas, one thing in the singular, and bytes with their unit', () => {
    const members = predict(strange({ 'workload.consumerGroups.0.members': 100_000 }), dedicated)
    expect(textsOf(members)).toContain(
      '99,976 of the 100,000 members of "billing" get no partition: there are only 24.',
    )
    const one = predict(strange({ 'workload.topics.0.partitions': 1 }), dedicated)
    expect(textsOf(one)).toContain('1 of the 2 members of "billing" gets no partition: there is only 1.')
    const groups = predict(strange({ 'workload.consumerGroups.0.count': 10_000 }), dedicated)
    expect(groups.minimumPartitions[0]?.formula).toContain(' = 40,517 (')
    const large = predict(strange({ ...onHosts, 'deployment.size': 10_000 }), hosts)
    expect(large.refusals).toEqual(['10,000 brokers cannot be bought: Apache Kafka on hosts ends at 1,000 brokers.'])
    const plan = {
      'deployment.offering': 'aiven-kafka-2017',
      'deployment.tier': 'business-4',
      'deployment.cloud': 'aws',
    }
    const aiven = predict(strange({ ...plan, 'deployment.asOf': '2017-05' }), shippedOffering('aiven-kafka-2017'))
    expect(aiven.refusals).toEqual([
      '12.3 TB are refused: 200 GB are the limit (600 GB x 1 service = 600 GB, over 3 brokers 200 GB each).',
    ])
    const topics = predict(strange({ ...onHosts, 'workload.topics.0.partitions': 200_000 }), hosts)
    const processors = topics.constraints.find(({ dimension }) => dimension === 'cpu')
    const small = predict(
      strange({ ...onHosts, 'deployment.tier': undefined, 'deployment.host': { cores: 0.05 } }),
      hosts,
    )
    expect(small.refusals[0]).toMatch(/^1\.57 cores do not fit: there is room for 0\.05 cores/)
    expect(processors?.formula).toContain('110 times as many as for clients alone, because of follower partitions')
  })
})
