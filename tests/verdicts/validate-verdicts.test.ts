import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { itInWorkspace, leftAfter } from '../integration/validate-support.ts'
import { expectRow, validate } from './verdict-row.ts'
import { byName, type VerdictRow, verdictTable } from './verdict-table.ts'

const rows = verdictTable.filter(({ isShort }) => isShort)
/** Rows whose verdict does not depend on a measured rate. */
const withoutRate = rows.filter(({ right }) => right.reasonCode === 'dimension-not-enforced')
const withRate = rows.filter((row) => !withoutRate.includes(row))

/**
 * Each row has a cluster of its own and leaves most of the machine idle, so that three at once take as long as one. The
 * three start together, so that no broker starts while another row is measured.
 */
const together = 3
const groups = withRate.flatMap((_, index) => (index % together === 0 ? [withRate.slice(index, index + together)] : []))

describe.each(groups.map((group) => ({ group })))('a validation on a real Kafka with quotas', ({ group }) => {
  itInWorkspace.concurrent.for(byName(group))('says %s', async ([, row], { workspace, task }) => {
    const { value } = await expectShortRow(row, { workspace, task })
    if (value.verdict !== 'not-proven') expect(value.limitReached).toBe(row.heldAtBytesPerSec !== undefined)
    if (row.right.reasonCode !== 'broker-quota') return
    for (const figure of ['ingressWireBytesPerSec', 'egressWireBytesPerSec']) {
      const predicted = value.prediction.expected[figure].likely
      expect(Math.abs(value.steady[figure].mean / predicted - 1)).toBeLessThan(0.03)
    }
    expect(value.throttle.maxMs).toBeGreaterThan(0)
    expect(value.diagnosis.limiter).toBe('broker-throttle')
    expect(value.marks).toEqual(expect.arrayContaining(['declared capacity', 'scaled']))
  })
})

/** The row, and that its run leaves nothing. */
async function expectShortRow(row: VerdictRow, where: Parameters<typeof expectRow>[1]) {
  const answer = await expectRow(row, where)
  expect(answer.value.cleanUp.leftovers).toEqual([])
  expect(answer.value.cleanUp.deletedTopics.length).toBe(1)
  expect(await leftAfter(where.workspace)).toEqual([])
  return answer
}

// What follows depends on no measured rate and runs side by side: another cluster on the machine does not change it.
describe.concurrent('a validation on a real Kafka with quotas', () => {
  itInWorkspace.for(byName(withoutRate))('says %s', async ([, row], { workspace, task }) => {
    const { value } = await expectShortRow(row, { workspace, task })
    expect(value.prediction.binding[0].layer).toBe('partition')
  })
})

describe.concurrent('a client that is slower than the cluster', () => {
  itInWorkspace('proves nothing of the cluster, and the verdict says so', async ({ workspace, task }) => {
    const scenario = JSON.parse(await readFile('tests/fixtures/scenarios/orders-2020.headroom.json', 'utf8'))
    const [topic] = scenario.workload.topics
    const [producer] = scenario.workload.producers
    // One client asked for half a million small records a second, on a cluster that would take them.
    const topics = [{ ...topic, partitions: 100, replicationFactor: 1 }]
    const producers = [{ ...producer, clients: 1, recordValueBytes: 60, peakRecordsPerSec: 5_000_000 }]
    const path = join(workspace, 'starved.headroom.json')
    const workload = { ...scenario.workload, topics, producers, consumerGroups: [] }
    await writeFile(path, JSON.stringify({ ...scenario, workload }))
    // Eight windows are the least that a verdict rests on; without a quota that holds, their length matters little.
    const words = ['--target', 'embedded:kafka', '--size', '8', '--scale', '0.1', '--quota-window-seconds', '2']
    const wanted = { reason: 'client-bound', isSteady: false }
    // In C one producer sends all of it, and the load is met. The loop in JavaScript is the slower client.
    const env = { HEADROOM_LOOP: 'reference' }
    const { value } = await validate({ workspace, task }, [path, ...words], wanted, env)
    expect(value.diagnosis.limiter, value.diagnosis.sentence).toBe('client')
    expect([value.verdict, value.reasonCode], value.reason).toEqual(['not-proven', 'client-bound'])
  })
})
