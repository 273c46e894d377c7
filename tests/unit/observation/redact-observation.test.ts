import { expect, it } from 'vitest'
import { redactObservation } from '../../../src/observation/redact-observation.ts'
import { topicChangeNotes } from '../../../src/runner/observe/topic-changes.ts'
import { observationOf } from './known-observation.ts'
import { evenTopic, knownReading } from './known-reading.ts'

const topic = (name: string) => ({ errorCode: 0, name, isInternal: false, partitions: [] })

it('replaces the names of topics that were created during the reading, which only a note has', () => {
  const created = ['secret.clicks', 'secret-views', 'c', 'd', 'e'].map(topic)
  const notes = topicChangeNotes([topic('orders')], [topic('orders'), ...created])
  const observation = observationOf({ ...knownReading([evenTopic]), notes })
  expect(JSON.stringify(observation)).toContain('secret.clicks')
  const text = JSON.stringify(redactObservation(observation))
  expect(text).not.toMatch(/secret|orders/)
  expect(text).toContain('this reading: topic-2, topic-3, topic-4 and 2 more.')
})

it('keeps the right that a question names as missing', () => {
  const missingRight = { api: 'Fetch', right: 'Topic: READ' }
  const refusal = { api: 'Fetch', brokerId: null, error: 'TOPIC_AUTHORIZATION_FAILED', topics: ['orders'] }
  const refusals = [{ ...refusal, neededAcl: missingRight.right, unknown: 'Sizes of records are unknown.' }]
  const { openQuestions } = redactObservation(observationOf({ ...knownReading([evenTopic]), refusals }))
  expect(openQuestions).toContainEqual(expect.objectContaining({ id: 'refused-Fetch', missingRight }))
})
