import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { offering as offeringSchema } from '../../../src/contracts/offering.ts'
import { scenarioOf } from '../../../src/observation/scenario-of.ts'
import { knownDeployment, observationOf } from './known-observation.ts'
import { type KnownTopic, knownReading } from './known-reading.ts'

const offering = offeringSchema.parse(JSON.parse(await readFile('models/confluent-cloud-dedicated.json', 'utf8')))

const orders: KnownTopic = {
  name: 'orders',
  partitions: 24,
  recordsPerSec: 20_000,
  valueBytes: 300,
  keyBytes: 0,
  recordBytes: 310,
  recordsPerBatch: 20,
  codec: 'none',
  ratio: 1,
  hottestShare: 1 / 24,
  producers: 8,
  groups: [{ name: 'billing', members: 3 }],
}

/** The question on an observation in which these figures are not known. */
function questionWithout({ producers = true, members = true }) {
  const observation = observationOf(knownReading([orders]))
  const topics = observation.topics.map((topic) => {
    const { producers: known, ...figures } = topic.figures
    return { ...topic, figures: producers && known !== undefined ? { ...figures, producers: known } : figures }
  })
  const known = { ...observation, topics, ...(members ? {} : { groups: [] }) }
  const { scenario, openQuestions } = scenarioOf(known, knownDeployment, offering)
  return { workload: scenario.workload, question: openQuestions.find(({ id }) => id === 'number-of-clients') }
}

describe('the question for the number of clients', () => {
  it('names the clients that are assumed, which are those of the scenario', () => {
    const { question, workload } = questionWithout({ producers: false, members: false })
    expect([workload.producers[0]?.clients, workload.consumerGroups[0]?.members]).toEqual([6, 24])
    expect(question?.text).toBe(
      'How many clients write and read? No source states all of them, so 6 producers (one per 4 partitions) and 24 consumers (one per partition in each group) are assumed.',
    )
  })

  it('is about producers alone or consumers alone, where only these are assumed', () => {
    expect(questionWithout({ producers: false }).question?.text).toMatch(
      /^How many clients write\? .* 6 producers .* assumed\.$/,
    )
    expect(questionWithout({ members: false }).question?.text).toMatch(
      /^How many clients read\? .* 24 consumers .* assumed\.$/,
    )
  })

  it('is not asked if sources state both', () => {
    expect(questionWithout({}).question).toBeUndefined()
  })
})
