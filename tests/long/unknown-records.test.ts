/**
 * A broker dies with requests in flight and does not come back: what became of these records nobody can know then, and
 * the accounting says so. Its log, read when it is back, is the judge.
 */
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { kafkajs } from '../integration/embedded-support.ts'
import { measure } from '../integration/measured-run.ts'
import { smallPlan } from '../integration/runner-controller.ts'
import { startTestBrokers, type TestBrokers } from '../integration/test-brokers.ts'
import { showFigures } from './figures.ts'

const killAtMs = 8_000

let brokers: TestBrokers
beforeAll(async () => {
  brokers = await startTestBrokers({ brokers: 1 })
})
afterAll(() => brokers?.stop())

/** Records in a topic's log. */
async function countWritten(topic: string): Promise<number> {
  const kafka = new kafkajs.Kafka({ brokers: [...brokers.bootstrapServers], logLevel: kafkajs.logLevel.NOTHING })
  const admin = kafka.admin()
  await admin.connect()
  const ends = await admin.fetchTopicOffsets(topic)
  await admin.disconnect()
  return ends.reduce((sum, { high }) => sum + Number(high), 0)
}

describe('a run whose broker dies with requests in flight', () => {
  it('ends with records of unknown fate, and every record is accounted for', async () => {
    const small = smallPlan({ runId: 'unknown', recordsPerSec: 2_000, partitions: 4, groups: 1, durationMs: 14_000 })
    const plan = { ...small, drainMs: 4_000 }
    const [topic] = plan.topics
    const where = { target: brokers.target, stateDirectory: join(brokers.folderPath, 'state') }
    const { result } = await measure(plan, where, async ({ until }) => {
      await until(killAtMs)
      await brokers.kill(1)
    })
    const { accounting, diagnosis } = result
    await brokers.bringBack(1)
    const written = await countWritten(topic?.name ?? '')
    showFigures('Broker killed with requests in flight', { accounting, written, diagnosis: diagnosis.sentence })
    const { offeredRecords, acceptedRecords, unsentRecords, ackedRecords, unknownRecords, rejectedRecords } = accounting
    expect(unknownRecords).toBeGreaterThan(0)
    expect(acceptedRecords + unsentRecords).toBe(offeredRecords)
    expect(ackedRecords + unknownRecords + rejectedRecords).toBe(acceptedRecords)
    expect([accounting.isClosed, accounting.gaps]).toEqual([true, []])
    // Whatever was acknowledged is there; of what is unknown, some may be.
    expect(written).toBeGreaterThanOrEqual(ackedRecords)
    expect(written).toBeLessThanOrEqual(ackedRecords + unknownRecords)
  })
})
