import { expect, it } from 'vitest'
import type { Observation } from '../../../../src/contracts/observation.ts'
import { observationDocument } from '../../../../src/presentation/observation/observation-document.ts'
import { answerObservation } from '../../../../src/workbench/observations/answer-observation.ts'
import { locateResources } from '../../../../src/workbench/resources.ts'
import { growingObservation } from '../../presentation/known-observation.ts'

it('asks for the library of the clients only if it is not stated, and predicts for the stated one', async () => {
  const resources = locateResources(process.cwd())
  const { observation } = growingObservation(28, 0.3)
  const topics = observation.topics.map((topic) => {
    const { recordsPerBatch } = topic.figures
    if (recordsPerBatch === undefined) throw new Error('The reading has batches.')
    const of = (value: number) => ({ ...recordsPerBatch, value })
    // Small batches of many clients with keys, which librdkafka sends in requests of one partition.
    const ofClients = { producers: of(40), recordsPerBatch: of(2), keyedShare: of(1), distinctKeys: of(10_000) }
    return { ...topic, figures: { ...topic.figures, ...ofClients } }
  })
  const keyed: Observation = { ...observation, topics }
  const unstated = await answerObservation(keyed, resources)
  const stated = await answerObservation(keyed, resources, { clientFamily: 'librdkafka' })
  const ids = ({ openQuestions }: typeof stated) => openQuestions.map(({ id }) => id)
  expect(ids(unstated)).toContain('library-of-clients')
  expect(ids(stated)).not.toContain('library-of-clients')
  expect(stated.scenario.workload.clientFamily).toBe('librdkafka')
  const requests = ({ prediction }: typeof stated) =>
    prediction.constraints.find(({ id }) => id === 'requests')?.utilisation ?? 0
  expect(requests(stated)).not.toBe(requests(unstated))
})

it('predicts and writes for an assumed service the replicas that it keeps, and otherwise those that were observed', async () => {
  const { observation } = growingObservation(28, 0.3)
  const topics = observation.topics.map((topic) => {
    const { replicationFactor, minInsyncReplicas: _least, ...figures } = topic.figures
    if (replicationFactor === undefined) throw new Error('The reading has the number of replicas.')
    return { ...topic, figures: { ...figures, replicationFactor: { ...replicationFactor, value: 1 } } }
  })
  const unknown: Observation = { ...observation, topics, deployment: null }
  const answered = await answerObservation(unknown, locateResources(process.cwd()))
  expect(answered.isDeploymentKnown).toBe(false)
  expect(answered.scenario.workload.topics.map(({ replicationFactor }) => replicationFactor)).toEqual([3])
  expect(answered.prediction.refusals).toEqual([])
  expect(answered.provenance.find(({ field }) => field === 'workload.topics[0].replicationFactor')).toMatchObject({
    how: 'assumed',
    reason: '1 observed; the assumed service keeps 3',
  })
  const named = { ...unknown, deployment: { offering: 'confluent-cloud-dedicated', size: 1 } }
  const { prediction, scenario } = await answerObservation(named, locateResources(process.cwd()))
  expect(scenario.workload.topics.map(({ replicationFactor }) => replicationFactor)).toEqual([1])
  expect(prediction.refusals.join()).toContain('asks for 1 replica: Confluent Cloud Dedicated keeps 3')
})

it('says of an idle topic with other replicas that the cluster runs on something else, not that it cannot take the load', async () => {
  const { observation } = growingObservation(28, 0.3)
  const [orders] = observation.topics
  if (orders === undefined) throw new Error('no topic')
  const { replicationFactor, partitions } = orders.figures
  if (replicationFactor === undefined || partitions === undefined) throw new Error('The reading has its shape.')
  const cpu = { ...partitions, value: 0.1 }
  const idle = {
    ...orders,
    name: 'idle',
    figures: { partitions, replicationFactor: { ...replicationFactor, value: 2 } },
  }
  const odd = { ...observation, topics: [orders, idle], cluster: { ...observation.cluster, brokerCpu: cpu } }
  const answered = await answerObservation(odd, locateResources(process.cwd()))
  const { answer } = observationDocument(answered)
  expect(answered.prediction.isFeasible).toBe(false)
  expect(answer.sentence).toBe('The observed cluster does not run on 2 CKUs of Confluent Cloud Dedicated.')
  expect(answer.reason).toMatch(/idle.*2 replicas.*keeps 3.*State what it runs on.*fullest limit would be at \d+/)
  // Free brokers under a refused load do not show that the limits are higher.
  expect(answered.verdict).toMatchObject({ verdict: 'not-proven' })
})
