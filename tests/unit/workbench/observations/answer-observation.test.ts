import { expect, it } from 'vitest'
import type { Observation } from '../../../../src/contracts/observation.ts'
import { answerObservation } from '../../../../src/workbench/observations/answer-observation.ts'
import { locateResources } from '../../../../src/workbench/resources.ts'
import { growingObservation } from '../../presentation/known-observation.ts'

it('predicts an assumed service with the replicas that it keeps, and writes those that were observed', async () => {
  const { observation } = growingObservation(28, 0.3)
  const topics = observation.topics.map((topic) => {
    const { replicationFactor, minInsyncReplicas: _least, ...figures } = topic.figures
    if (replicationFactor === undefined) throw new Error('The reading has the number of replicas.')
    return { ...topic, figures: { ...figures, replicationFactor: { ...replicationFactor, value: 1 } } }
  })
  const unknown: Observation = { ...observation, topics, deployment: null }
  const answered = await answerObservation(unknown, locateResources(process.cwd()))
  expect(answered.isDeploymentKnown).toBe(false)
  expect(answered.scenario.workload.topics.map(({ replicationFactor }) => replicationFactor)).toEqual([1])
  expect(answered.prediction.refusals).toEqual([])
  const named = { ...unknown, deployment: { offering: 'confluent-cloud-dedicated', size: 1 } }
  const { prediction } = await answerObservation(named, locateResources(process.cwd()))
  expect(prediction.refusals.join()).toContain('asks for 1 replica: Confluent Cloud Dedicated keeps 3')
})
