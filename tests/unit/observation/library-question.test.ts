import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { predict } from '../../../src/capacity/predict.ts'
import { offering as offeringSchema } from '../../../src/contracts/offering.ts'
import { libraryQuestion } from '../../../src/observation/library-question.ts'
import { scenarioOf } from '../../../src/observation/scenario-of.ts'
import { formatPercent } from '../../../src/units/ratio.ts'
import { knownDeployment, observationOf } from './known-observation.ts'
import { type KnownTopic, knownReading } from './known-reading.ts'

const offering = offeringSchema.parse(JSON.parse(await readFile('models/confluent-cloud-dedicated.json', 'utf8')))

/** Small batches of many clients, so that requests bind. */
function observed(hottestShare: number) {
  const topic: KnownTopic = {
    name: 'orders',
    partitions: 240,
    recordsPerSec: 20_000,
    valueBytes: 300,
    keyBytes: 0,
    recordBytes: 310,
    recordsPerBatch: 2,
    codec: 'none',
    ratio: 1,
    hottestShare,
    producers: 8,
    groups: [{ name: 'billing', members: 3 }],
  }
  return observationOf(knownReading([topic]))
}

describe('the question for the library of the clients', () => {
  it('says what the other library changes with the same batches: with keys, the requests', () => {
    const observation = observed(0.05)
    const requestsOf = (family: 'java' | 'librdkafka') => {
      const { constraints } = predict(scenarioOf(observation, knownDeployment, offering, family).scenario, offering)
      return formatPercent(constraints.find(({ id }) => id === 'requests')?.utilisation ?? 0)
    }
    const java = predict(scenarioOf(observation, knownDeployment, offering).scenario, offering)
    const [question] = libraryQuestion(observation, knownDeployment, offering, java)
    expect(requestsOf('librdkafka')).not.toBe(requestsOf('java'))
    expect(question?.effect).toContain(
      `“Requests” would be ${requestsOf('librdkafka')} full instead of ${requestsOf('java')}`,
    )
  })

  it('is not asked if the answer is the same', () => {
    const observation = observed(1 / 240)
    const java = predict(scenarioOf(observation, knownDeployment, offering).scenario, offering)
    expect(libraryQuestion(observation, knownDeployment, offering, java)).toEqual([])
  })
})
