/**
 * Three agents on hosts of their own: network namespaces of this machine. Two minutes. Delay, stalls and cuts by a
 * relay, a cable pulled out, an agent killed, a clock that is 200 ms ahead, and guests who may not come in.
 */
import { spawnSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { agentName } from '../../src/contracts/agent.ts'
import { computeResult } from '../../src/measurement/compute-result.ts'
import { checkAgents } from '../../src/workbench/fleets/check-agents.ts'
import { connectionTo, runOnAgents, type StartedAgent, startAgentProcess } from '../integration/agents-support.ts'
import { kafkajs, startCluster } from '../integration/embedded-support.ts'
import { smallPlan } from '../integration/runner-controller.ts'
import { makeHost, type NamespaceHost, whyNoNamespaces } from './namespace-hosts.ts'

const obstacle = whyNoNamespaces()
const agentPort = 7443

/** A cluster here, and three hosts that reach it; the last one's clock is ahead. */
async function threeHosts() {
  const { cluster } = await startCluster({ kind: 'embedded:kafka', brokers: 1, quotaWindowSeconds: 11 })
  const ports = cluster.bootstrapServers.map((server) => Number(server.split(':').at(-1)))
  const hosts: NamespaceHost[] = []
  for (const isAhead of [false, false, true]) hosts.push(await makeHost(ports, { isAhead }))
  const agents: StartedAgent[] = []
  for (const { address, before } of hosts) {
    agents.push(await startAgentProcess({ listen: `${address}:${agentPort}`, before }))
  }
  return { cluster, hosts, agents, target: connectionTo(cluster.bootstrapServers) }
}

/** Three producers and two groups. */
function planOf(runId: string, durationMs: number) {
  return smallPlan({ runId, recordsPerSec: 900, producers: 3, partitions: 6, groups: 2, members: 1, durationMs })
}

async function leftOn(bootstrapServers: readonly string[]): Promise<string[]> {
  const admin = new kafkajs.Kafka({ brokers: [...bootstrapServers], logLevel: kafkajs.logLevel.NOTHING }).admin()
  await admin.connect()
  const topics = await admin.listTopics()
  await admin.disconnect()
  return topics.filter((name) => name.startsWith('headroom-'))
}

/** Asks until the agent lets somebody in: nothing of the run before is left there then. */
async function isFreeAgain({ address, token }: StartedAgent): Promise<void> {
  for (;;) {
    const [health] = await checkAgents([address], { tokens: [token], plan: null })
    if (health?.error === null) return
    await sleep(500)
  }
}

describe.skipIf(obstacle !== null)(
  `agents on hosts of their own${obstacle === null ? '' : ` (skipped: ${obstacle})`}`,
  () => {
    test('carry a run through delay, a stall and cut connections, one clock ahead, and lose no record', async () => {
      const { cluster, hosts, agents, target } = await threeHosts()
      for (const { wire } of hosts) wire.delayMs = 5
      const plan = planOf('delayed', 10_000)
      const run = await runOnAgents(
        agents,
        { plan, target },
        {
          onSecond({ second }) {
            if (second === 2) hosts[0]?.wire.stall(2_000)
            if (second === 5) hosts[1]?.wire.cut()
          },
        },
      )
      expect(run.end, JSON.stringify([run.end, run.notices])).toMatchObject({ reason: 'plan-complete', error: null })
      const { accounting } = computeResult(plan, run.samples)
      expect(accounting).toMatchObject({ isClosed: true, offeredRecords: 9_000, rejectedRecords: 0 })
      for (const group of accounting.groups) expect(group.lostRecords).toBe(0)
      const [one, other, ahead] = run.members()
      for (const clock of [one?.clockBefore, other?.clockBefore, one?.clockAfter, other?.clockAfter]) {
        expect(Math.abs(clock?.offsetMs ?? 1e9)).toBeLessThanOrEqual((clock?.boundMs ?? 0) + 1)
      }
      for (const clock of [ahead?.clockBefore, ahead?.clockAfter]) {
        expect(Math.abs((clock?.offsetMs ?? 1e9) - 200)).toBeLessThanOrEqual((clock?.boundMs ?? 0) + 1)
      }
      // Corrected: uncorrected, every record to or from the host that is ahead would be 200 ms off, and half of them negative.
      const negative = run.samples.flatMap(({ consumers }) =>
        consumers.map(({ negativeLatencies }) => negativeLatencies),
      )
      expect(negative.reduce((sum, each) => sum + each, 0)).toBeLessThan(9_000 * 0.05)
      expect(await leftOn(cluster.bootstrapServers)).toEqual([])
    })

    test('one whose cable is pulled is lost, the others drain, and it is free again by itself', async () => {
      const { cluster, hosts, agents, target } = await threeHosts()
      const plan = planOf('pulled', 60_000)
      const run = await runOnAgents(
        agents,
        { plan, target },
        {
          onSecond({ second }) {
            if (second === 3) hosts[1]?.setCable(false)
          },
        },
      )
      const lost = run.members().find((member) => member.lost !== null)
      expect(lost?.name).toBe(agentName(agents[1]?.address ?? ''))
      expect([run.end.reason, run.end.detail]).toEqual(['agent-lost', expect.stringContaining(lost?.name ?? '')])
      expect(run.samples.at(-1)?.second).toBeLessThan(50)
      expect(computeResult(plan, run.samples, { isClientLost: true }).accounting).toMatchObject({
        isClosed: true,
        gaps: [],
      })
      expect(run.end.cleanUp?.leftovers).toEqual([])
      hosts[1]?.setCable(true)
      const [, cutOff] = agents
      if (cutOff !== undefined) await isFreeAgain(cutOff)
      expect(await leftOn(cluster.bootstrapServers)).toEqual([])
    })

    test('one that is killed leaves a partial run that the others end', async () => {
      const { cluster, agents, target } = await threeHosts()
      const plan = planOf('killed', 12_000)
      const run = await runOnAgents(
        agents,
        { plan, target },
        {
          onLostAgent: 'go-on',
          onSecond({ second }) {
            // `ip netns exec` becomes the agent itself.
            if (second === 2) agents[2]?.child.kill('SIGKILL')
          },
        },
      )
      expect([run.end.reason, run.notices.join(' ')]).toEqual([
        'agent-lost',
        expect.stringContaining('The others continue'),
      ])
      expect(run.samples.at(-1)?.second).toBeGreaterThanOrEqual(11)
      expect(computeResult(plan, run.samples, { isClientLost: true }).accounting).toMatchObject({
        isClosed: true,
        gaps: [],
      })
      expect(await leftOn(cluster.bootstrapServers)).toEqual([])
    })

    test('let in nobody without token, fingerprint and TLS', async () => {
      const host = await makeHost([])
      const agent = await startAgentProcess({ listen: `${host.address}:${agentPort}`, before: host.before })
      const check = async (address: string, token: string) => {
        const [health] = await checkAgents([address], { tokens: [token], plan: null })
        return health?.error?.code ?? 'let in'
      }
      expect(await check(agent.address, 'a token that opens nothing')).toBe('AUTHENTICATION_FAILED')
      expect(await check(`${agentName(agent.address)}#${'0'.repeat(64)}`, agent.token)).toBe('AGENT_UNTRUSTED')
      const script = `require('http').get('http://${agentName(agent.address)}/runner').on('error', () => process.exit(3))`
      expect(spawnSync(process.execPath, ['-e', script], { timeout: 20_000 }).status).toBe(3)
      expect(agent.log()).not.toContain('opens nothing')
      expect(await check(agent.address, agent.token)).toBe('let in')
    })
  },
)
