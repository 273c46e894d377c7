/**
 * What a second agent adds. Three minutes, root and Linux only: each agent is held to a part of a core, so that broker and
 * controller have processors left and what one agent cannot do is up to the agent.
 */
import { describe, expect, test } from 'vitest'
import type { Sample } from '../../src/contracts/sample.ts'
import { connectionTo, runOnAgents, type StartedAgent, startAgentProcess } from '../integration/agents-support.ts'
import { startCluster } from '../integration/embedded-support.ts'
import { smallPlan } from '../integration/runner-controller.ts'
import { showFigures } from './figures.ts'
import { heldTo, whyNotHeld } from './held-cpu.ts'

const obstacle = whyNotHeld()

/** So much of a core has each agent, its runner host and its load processes included. */
const coresAnAgent = 0.3
const recordBytes = 100
const durationMs = 18_000
/** Connections, buffers and the library's threads settle first. */
const settledSecond = 5
const rounds = 2

/** Two producers that want far more than two such agents can do, in batches that cost a broker little. */
function tooMuch(runId: string) {
  const plan = smallPlan({ runId, recordsPerSec: 400_000, producers: 2, partitions: 4, groups: 0, durationMs })
  const producers = plan.producers.map((producer) => ({
    ...producer,
    recordValueBytes: recordBytes,
    batchBytes: 131_072,
    queueRecords: 50_000,
    lingerMs: 50,
    partitioning: { kind: 'turns' as const, recordsPerTurn: 1_000 },
  }))
  return { ...plan, producers, drainMs: 30_000 }
}

/** Acknowledged records a second, of the seconds that count. */
function reached(samples: readonly Sample[]): number {
  const counted = samples.filter(({ second }) => second >= settledSecond && (second + 1) * 1_000 <= durationMs)
  const acked = counted.flatMap(({ producers }) => producers.map(({ ackedRecords }) => ackedRecords))
  const seconds = counted.reduce((sum, sample) => sum + sample.durationMs, 0) / 1_000
  return acked.reduce((sum, records) => sum + records, 0) / seconds
}

describe.skipIf(obstacle !== null)(
  `what a second agent adds${obstacle === null ? '' : ` (skipped: ${obstacle})`}`,
  () => {
    test('is as much as the first one, where the cluster is not what limits', async () => {
      const { cluster } = await startCluster({ kind: 'embedded:kafka', brokers: 1, quotaWindowSeconds: 11 })
      const target = connectionTo(cluster.bootstrapServers)
      const first = await startAgentProcess({ before: heldTo(coresAnAgent) })
      const second = await startAgentProcess({ before: heldTo(coresAnAgent) })
      const measure = async (agents: readonly StartedAgent[], runId: string) => {
        const { end, samples } = await runOnAgents(agents, { plan: tooMuch(runId), target })
        expect(end.error, JSON.stringify(end)).toBeNull()
        return reached(samples)
      }
      const rates: { ofOne: number; ofBoth: number }[] = []
      // In turn, so that a machine that becomes busier or hotter does so for both.
      for (let round = 0; round < rounds; round += 1) {
        const ofOne = await measure([round % 2 === 0 ? first : second], `one-${round}`)
        rates.push({ ofOne, ofBoth: await measure([first, second], `both-${round}`) })
      }
      const sum = (read: (rate: (typeof rates)[number]) => number) => rates.reduce((all, rate) => all + read(rate), 0)
      const factor = sum(({ ofBoth }) => ofBoth) / sum(({ ofOne }) => ofOne)
      showFigures('what a second agent adds (records/s)', {
        'cores an agent': coresAnAgent,
        'one agent': rates.map(({ ofOne }) => Math.round(ofOne)),
        'two agents': rates.map(({ ofBoth }) => Math.round(ofBoth)),
        factor,
      })
      expect(factor).toBeGreaterThan(1.9)
    })
  },
)
