/**
 * A controller that goes away in the middle of a run: killed, so that its connections close, and stopped, so that they stay
 * and nothing comes. One minute.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe } from 'vitest'
import { checkAgents } from '../../src/workbench/fleets/check-agents.ts'
import { type StartedAgent, startAgentProcess } from '../integration/agents-support.ts'
import { kafkajs, startCluster } from '../integration/embedded-support.ts'
import { callHeadroom, itInWorkspace } from '../integration/validate-support.ts'
import { smallScenario } from '../unit/workbench/small-scenario.ts'
import { showFigures } from './figures.ts'

const plannedRecordsPerSec = smallScenario.workload.producers[0]?.peakRecordsPerSec ?? 0
const token = 'one token for all agents of this fleet'
/**
 * Records that were written before the run's topics were gone; the test's own timeout bounds the wait for that. Shows, and
 * judges not, when the last one was written and the topics were gone.
 */
async function watchTopics(bootstrapServers: readonly string[], name: string): Promise<number> {
  const admin = new kafkajs.Kafka({ brokers: [...bootstrapServers], logLevel: kafkajs.logLevel.NOTHING }).admin()
  await admin.connect()
  const startMs = Date.now()
  let [records, writtenMs] = [0, 0]
  for (;;) {
    const topics = (await admin.listTopics()).filter((name) => name.startsWith('headroom-'))
    const ends = await Promise.all(topics.map((name) => admin.fetchTopicOffsets(name))).catch(() => null)
    const now = ends?.flat().reduce((sum, { high }) => sum + Number(high), 0) ?? 0
    if (now > records) {
      records = now
      writtenMs = Date.now() - startMs
    }
    if (topics.length === 0) break
    await sleep(200)
  }
  await admin.disconnect()
  showFigures(name, { records, writtenMs, deletedMs: Date.now() - startMs })
  return records
}

async function untilFree({ address }: StartedAgent): Promise<void> {
  for (;;) {
    const [health] = await checkAgents([address], { tokens: [token], plan: null })
    if (health?.error === null) return
    await sleep(300)
  }
}

describe.skipIf(process.platform === 'win32')('agents whose controller goes away', () => {
  itInWorkspace.for(['SIGKILL', 'SIGSTOP'] as const)(
    'stop the load, delete what was made, and are free again (%s)',
    async (signal, { workspace, expect }) => {
      const tokenPath = join(workspace, 'token')
      await writeFile(tokenPath, token)
      const [{ cluster }, ...agents] = await Promise.all([
        startCluster({ kind: 'embedded:kafka', brokers: 1, quotaWindowSeconds: 11 }),
        startAgentProcess({ tokenPath }),
        startAgentProcess({ tokenPath }),
      ])
      const [scenarioPath, properties] = [join(workspace, 'small.headroom.json'), join(workspace, 'client.properties')]
      await writeFile(scenarioPath, JSON.stringify(smallScenario))
      await writeFile(properties, `bootstrap.servers=${cluster.bootstrapServers.join(',')}\n`)
      const fleet = agents.flatMap(({ address }) => ['--agent', address])
      const words = ['validate', scenarioPath, '--target', properties, '--yes', '--duration', '90s', '--json']
      const call = callHeadroom(workspace, [...words, ...fleet, '--agent-token-file', tokenPath])
      await call.says(/(burn-in|measuring) .* left/)
      await sleep(3_000)
      call.child.kill(signal)
      try {
        const [records] = await Promise.all([
          watchTopics(cluster.bootstrapServers, `agents after ${signal} of their controller`),
          ...agents.map((agent) => untilFree(agent)),
        ])
        expect(records).toBeGreaterThan(0)
        // The load went on for a few of its 90 s.
        expect(records).toBeLessThan((plannedRecordsPerSec * 90) / 3)
      } finally {
        call.child.kill('SIGKILL')
        await call.exited
      }
    },
  )
})
