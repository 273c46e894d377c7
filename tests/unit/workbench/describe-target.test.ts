import { describe, expect, it } from 'vitest'
import type { Scenario } from '../../../src/contracts/scenario.ts'
import { connectionTarget } from '../../../src/contracts/target.ts'
import { unlimitedBrokers } from '../../../src/planning/embedded-brokers.ts'
import { describeTarget } from '../../../src/workbench/validation/describe-target.ts'
import { clusterKeyOf, draftTrial, draftValidation } from '../../../src/workbench/validation/draft-validation.ts'
import { refusal } from '../refusal.ts'
import { exampleOffering } from './example-run.ts'
import { smallScenario } from './small-scenario.ts'

function withReplication(replicationFactor: number): Scenario {
  const topics = smallScenario.workload.topics.map((topic) => ({ ...topic, replicationFactor }))
  return { ...smallScenario, workload: { ...smallScenario.workload, topics } }
}

const circumstances = { offering: exampleOffering, scale: 0.1, kafkaVersion: '4.3.1' }
const quotas = { producerBytesPerSec: 1, consumerBytesPerSec: 3 }

describe('a target', () => {
  it('with quotas limits bytes in and out, and nothing else', () => {
    const target = { kind: 'embedded:kafka', brokers: 3, quotas, quotaWindowSeconds: 11 } as const
    expect(describeTarget(target, circumstances)).toEqual({
      kind: 'embedded:kafka',
      label: 'embedded Apache Kafka 4.3.1, 3 brokers, declared capacity',
      enforces: ['ingress', 'egress'],
      isDeclaredCapacity: true,
      scale: 0.1,
      brokers: 3,
      quotas,
    })
  })

  it('without quotas declares no capacity, and has the brokers of the deployment as far as one machine goes', () => {
    const described = describeTarget({ kind: 'embedded:kafka', brokers: 3, quotaWindowSeconds: 11 }, circumstances)
    expect([described.enforces, described.isDeclaredCapacity, described.quotas]).toEqual([[], false, null])
    expect(described.label).toContain('3 brokers, no limits')
    const of = (size: number) =>
      unlimitedBrokers({ ...smallScenario, deployment: { ...smallScenario.deployment, size } }, exampleOffering)
    // Three brokers behind a CKU; five are the most of one machine.
    expect([of(1), of(2)]).toEqual([3, 5])
  })

  it('of simulated brokers limits nothing', () => {
    const described = describeTarget({ kind: 'embedded:simulated', brokers: 1 }, circumstances)
    expect([described.enforces, described.isDeclaredCapacity]).toEqual([[], false])
  })

  it('of the user limits what its offering limits', () => {
    const target = connectionTarget.parse({
      kind: 'connection',
      connection: { kind: 'headroom.connection', schemaVersion: 1, name: 'Ours', bootstrapServers: ['b:9092'] },
    })
    const described = describeTarget(target, { ...circumstances, scale: 1 })
    expect(described.enforces).toEqual(expect.arrayContaining(['ingress', 'partition-ingress', 'requests']))
    expect(described.label).toBe('Ours')
  })
})

describe('a draft', () => {
  const input = {
    runId: 'draft',
    offering: exampleOffering,
    chosen: { kind: 'embedded:kafka', notice: null },
    kafkaVersion: null,
  } as const
  const request = { scenario: smallScenario, target: { kind: 'embedded:kafka' } } as const

  it('takes quotas from the offering, and a quota factor does not affect the prediction', () => {
    const plain = draftValidation({ ...input, request, scale: 0.1 })
    const tight = draftValidation({ ...input, request: { ...request, quotaFactor: 0.7 }, scale: 0.1 })
    const bytes = plain.description.quotas?.producerBytesPerSec ?? 0
    expect(tight.description.quotas?.producerBytesPerSec).toBeCloseTo(bytes * 0.7, 6)
    expect(tight.prediction).toEqual(plain.prediction)
    expect(plain.prediction.deployment.capacityScale).toBe(0.1)
  })

  it('limits the fetch responses of consumers under a quota, and only then', () => {
    const { plan, description } = draftValidation({ ...input, request, scale: 0.1 })
    const budget = (description.quotas?.consumerBytesPerSec ?? 0) * 10
    expect(plan.consumerGroups[0]?.fetchMaxBytes).toBe(Math.ceil(Math.sqrt(8_192 * budget)))
    const unlimited = { ...input, request: { ...request, isUnlimited: true }, scale: 1 }
    expect(draftValidation(unlimited).plan.consumerGroups[0]).not.toHaveProperty('fetchMaxBytes')
  })

  it('expects no burst of quotas, which hold what they declare', () => {
    const { prediction } = draftValidation({ ...input, request, scale: 0.1 })
    expect(prediction.expected).toEqual(prediction.achievable)
  })

  it('says before the start that its load does not discriminate, and which one would, if a verdict is needed', () => {
    const notesAt = (factor: number, change = {}) => {
      const producers = smallScenario.workload.producers.map((producer) => ({
        ...producer,
        peakRecordsPerSec: producer.peakRecordsPerSec * factor,
      }))
      const scenario = { ...smallScenario, workload: { ...smallScenario.workload, producers } }
      const { notes } = draftValidation({ ...input, request: { ...request, scenario, ...change }, scale: 0.1 })
      return notes.filter((note) => note.includes('too near to the predicted limit'))
    }
    const { headroom } = draftValidation({ ...input, request, scale: 0.1 }).prediction
    expect(notesAt(headroom / 2)).toEqual([])
    expect(notesAt(headroom * 2)).toEqual([])
    expect(notesAt(headroom * 1.02)).toEqual([
      expect.stringMatching(/Offer [\d,.]+ records\/s or more to find the limit\. Offer [\d,.]+ records\/s or less/),
    ])
    expect(notesAt(headroom * 1.02, { isJudged: false })).toEqual([])
    expect(notesAt(headroom * 1.02, { isUnlimited: true })).toEqual([])
  })

  it('says before the start that the deployment refuses what one broker takes', () => {
    const notesOf = (scenario: Scenario, change = {}) =>
      draftValidation({ ...input, request: { ...request, scenario, ...change }, scale: 0.1 }).notes.filter((note) =>
        note.includes('This target takes it'),
      )
    expect(notesOf(withReplication(1))).toEqual([
      'On Confluent Cloud Dedicated this workload is refused. This target takes it, so the run does not show that. "orders" asks for 1 replica: Confluent Cloud Dedicated keeps 3.',
    ])
    expect(notesOf(withReplication(3))).toEqual([])
    expect(notesOf(withReplication(1), { isJudged: false })).toEqual([])
  })

  it('refuses a scale at which idle consumers alone are over a limit, and names one that works', () => {
    const groups = smallScenario.workload.consumerGroups.map((group) => ({ ...group, members: 12 }))
    const scenario = { ...smallScenario, workload: { ...smallScenario.workload, consumerGroups: groups } }
    const draftAt = (scale: number, change = {}) =>
      draftValidation({ ...input, request: { ...request, scenario, ...change }, scale })
    // 12 members fetch every 501 ms without records. A CKU takes 15,000 requests/s, and at full size this is nothing.
    const { code, remedy, problems } = refusal(() => draftAt(0.001))
    expect([code, remedy]).toEqual(['PLAN_IMPOSSIBLE', 'Use a scale of 0.0016 or more.'])
    expect(problems.map(({ message }) => message).join()).toContain('requests/s')
    expect(draftAt(0.0016).prediction.isFeasible).toBe(true)
    // What is not judged is not compared with a prediction.
    expect(draftAt(0.001, { isJudged: false }).prediction.isFeasible).toBe(false)
  })

  it('lets the quota window set burn-in and length', () => {
    const { plan, target } = draftValidation({ ...input, request: { ...request, quotaWindowSeconds: 4 }, scale: 0.1 })
    expect([plan.quotaWindowMs, plan.burnInMs, plan.durationMs]).toEqual([4_000, 8_000, 40_000])
    expect(target).toMatchObject({ quotaWindowSeconds: 4 })
  })

  it('uses TLS if the workload is encrypted, and a proxy if the scenario asks for one', () => {
    const far = {
      ...smallScenario,
      workload: { ...smallScenario.workload, isEncrypted: true },
      validation: { addedRoundTripMs: 1.5 },
    }
    const { target, description } = draftValidation({ ...input, request: { ...request, scenario: far }, scale: 0.1 })
    expect(target).toMatchObject({ isEncrypted: true, addedRoundTripMs: 1.5 })
    expect(description.label).toMatch(/, TLS, 1\.5 ms of round trip added \(delay simulated by a proxy\)$/)
    const javaTools = { ...request, scenario: far, driver: 'kafka-perf-test' } as const
    expect(draftValidation({ ...input, request: javaTools, scale: 0.1 }).target).not.toHaveProperty('isEncrypted')
    expect(draftTrial({ ...input, request: { ...request, scenario: far } }).target).toMatchObject({ isEncrypted: true })
  })

  it('gives brokers the replica fetchers that the scenario asks for, and says so', () => {
    const copying = { ...smallScenario, validation: { replicaFetchers: 4 } }
    const draft = draftValidation({ ...input, request: { ...request, scenario: copying }, scale: 0.1 })
    expect(draft.target).toMatchObject({ replicaFetchers: 4 })
    expect(draft.description.label).toMatch(/, 4 replica fetchers$/)
  })

  it('gives brokers of many replicas a larger heap, which is another cluster', () => {
    const [topic] = smallScenario.workload.topics
    if (topic === undefined) throw new Error('the scenario has no topic')
    const many = { ...topic, count: 1, partitions: 5_000, replicationFactor: 3 }
    const scenario = { ...smallScenario, workload: { ...smallScenario.workload, topics: [many] } }
    expect(draftValidation({ ...input, request: { ...request, scenario }, scale: 0.1 }).target).toMatchObject({
      heapMegabytes: 1_024,
    })
    expect(draftValidation({ ...input, request, scale: 0.1 }).target).not.toHaveProperty('heapMegabytes')
  })

  it('has the same cluster key as another run if and only if their targets are the same', () => {
    const { deployment, workload } = smallScenario
    const scenarios: Scenario[] = [
      smallScenario,
      { ...smallScenario, deployment: { ...deployment, cloud: 'aws' } },
      { ...smallScenario, deployment: { ...deployment, cloud: 'azure', zones: 'multi' } },
      { ...smallScenario, deployment: { ...deployment, size: 2 } },
      withReplication(3),
      { ...smallScenario, workload: { ...workload, isEncrypted: true } },
      { ...smallScenario, validation: { addedRoundTripMs: 2 } },
      { ...smallScenario, validation: { replicaFetchers: 4 } },
    ]
    for (const isUnlimited of [false, true]) {
      const drafts = scenarios.map((scenario) => {
        const asked = { ...request, scenario, ...(isUnlimited ? { isUnlimited } : {}) }
        const { target } = draftValidation({ ...input, request: asked, scale: 0.1 })
        return { target: JSON.stringify(target), key: clusterKeyOf(asked, exampleOffering) }
      })
      for (const one of drafts) {
        for (const other of drafts) expect(one.key === other.key, one.target).toBe(one.target === other.target)
      }
    }
  })

  it('has a word for a cluster that cannot be made too', () => {
    expect(clusterKeyOf({ ...request, scenario: withReplication(6) }, exampleOffering)).not.toBe('')
  })

  it('of a trial has no quotas and the full load', () => {
    const { target, plan } = draftTrial({ ...input, request })
    expect(target).toEqual({ kind: 'embedded:kafka', brokers: 1, quotaWindowSeconds: 11 })
    const offered = plan.producers.reduce((sum, producer) => sum + producer.recordsPerSec, 0)
    expect([plan.durationMs, offered]).toEqual([20_000, 3_000])
  })
})
