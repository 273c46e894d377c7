import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { computeResult } from '../../src/measurement/compute-result.ts'
import { mergeEncodedHistograms, summariseHistogram } from '../../src/measurement/histogram.ts'
import { smallScenario } from '../unit/workbench/small-scenario.ts'
import { connectionTo, runOnAgents, startAgentProcess } from './agents-support.ts'
import { kafkajs, startCluster } from './embedded-support.ts'
import { smallPlan } from './runner-controller.ts'
import { headroomJson, itInWorkspace } from './validate-support.ts'

/** Topics and groups of runs that are still on a cluster. */
async function madeThings(bootstrapServers: readonly string[]): Promise<string[]> {
  const admin = new kafkajs.Kafka({ brokers: [...bootstrapServers], logLevel: kafkajs.logLevel.NOTHING }).admin()
  await admin.connect()
  const topics = await admin.listTopics()
  const { groups } = await admin.listGroups()
  await admin.disconnect()
  return [...topics, ...groups.map(({ groupId }) => groupId)].filter((name) => name.startsWith('headroom-'))
}

describe('four agents and a real Kafka', () => {
  test('divide a plan, lose no record, and leave nothing; if one is killed, the next run is partial', async () => {
    const [{ cluster }, one, other, third, fourth] = await Promise.all([
      startCluster({ kind: 'embedded:kafka', brokers: 1, quotaWindowSeconds: 11 }),
      startAgentProcess(),
      startAgentProcess(),
      startAgentProcess(),
      startAgentProcess(),
    ])
    const target = connectionTo(cluster.bootstrapServers)
    const shape = { recordsPerSec: 2_000, producers: 4, partitions: 6, groups: 2, durationMs: 3_000 }

    const plan = smallPlan({ runId: 'both', ...shape })
    const whole = await runOnAgents([one, other, third, fourth], { plan, target })
    expect(whole.end, JSON.stringify(whole.end)).toMatchObject({ reason: 'plan-complete', error: null })
    const { accounting } = computeResult(plan, whole.samples)
    // A busy machine may send less than is due. The test requires only that every record is accounted for.
    const { ackedRecords } = accounting
    expect(accounting).toMatchObject({ isClosed: true, offeredRecords: 6_000, unknownRecords: 0, rejectedRecords: 0 })
    expect(ackedRecords).toBeGreaterThan(0)
    expect(accounting.groups.map(({ consumedRecords, lostRecords }) => [consumedRecords, lostRecords])).toEqual([
      [ackedRecords, 0],
      [ackedRecords, 0],
    ])
    const latencies = whole.samples.flatMap(({ consumers }) => consumers.map((group) => group.endToEndHistogram))
    expect(summariseHistogram(mergeEncodedHistograms(latencies))?.count).toBe(2 * ackedRecords)
    const members = whole.members()
    expect(members.flatMap(({ producerIds }) => producerIds).sort()).toEqual(plan.producers.map(({ id }) => id).sort())
    // The group has more than a quarter of the load, so its two members go to two agents. Each of the four agents has a producer.
    const own = members.map(({ groupIds, groupParts, producerIds }) => [
      groupIds,
      groupParts?.length,
      producerIds.length,
    ])
    expect(own).toEqual(members.map(() => [[], 1, 1]))
    const lags = whole.samples.flatMap(({ consumers }) => consumers.map(({ lagRecords }) => lagRecords))
    expect(lags.some((lag) => lag !== null)).toBe(true)
    for (const { clockBefore, clockAfter } of members) {
      // All agents share this machine's clock, so the true offset is 0, and a measured offset is wrong by the bound at most. The
      // clocks of processes of one machine differ by some microseconds.
      for (const clock of [clockBefore, clockAfter]) {
        expect(Math.abs(clock?.offsetMs ?? 1e9)).toBeLessThanOrEqual((clock?.boundMs ?? 0) + 0.1)
      }
    }
    const workers = new Set(
      whole.samples.flatMap(({ workers: all }) => all.map(({ workerId }) => workerId.split('/')[0])),
    )
    expect(workers.size).toBe(4)
    expect(await madeThings(cluster.bootstrapServers)).toEqual([])

    const cut = smallPlan({ runId: 'cut', ...shape, durationMs: 30_000 })
    const partial = await runOnAgents(
      [one, other],
      { plan: cut, target },
      {
        // A busy machine may put a second into the sample of the next one.
        onSecond: ({ second }) => {
          if (second >= 2) other.child.kill('SIGKILL')
        },
      },
    )
    const lost = partial.members().find(({ lost: its }) => its !== null)
    expect(lost?.name).toBe(other.address.split('#')[0])
    expect([partial.end.reason, partial.end.detail]).toEqual(['agent-lost', expect.stringContaining(lost?.name ?? '')])
    expect((partial.samples.at(-1)?.second ?? 0) * 1_000).toBeLessThan(cut.durationMs)
    expect(partial.end.cleanUp?.leftovers).toEqual([])
    expect(await madeThings(cluster.bootstrapServers)).toEqual([])
  })

  itInWorkspace('run the steps of a campaign one right after the other', async ({ workspace }) => {
    const tokenPath = join(workspace, 'token')
    await writeFile(tokenPath, 'one token for all agents of this fleet')
    const [{ cluster }, ...agents] = await Promise.all([
      startCluster({ kind: 'embedded:kafka', brokers: 1, quotaWindowSeconds: 11 }),
      startAgentProcess({ tokenPath }),
      startAgentProcess({ tokenPath }),
    ])
    const properties = join(workspace, 'client.properties')
    await writeFile(properties, `bootstrap.servers=${cluster.bootstrapServers.join(',')}\n`)
    const campaignPath = join(workspace, 'steps.campaign.json')
    const method = { kind: 'ladder', loadFactors: [0.2, 0.4], stopsWhenSaturated: false }
    const head = { kind: 'headroom.campaign', schemaVersion: 1, name: 'steps', coolDownMs: 0 }
    await writeFile(campaignPath, JSON.stringify({ ...head, scenario: smallScenario, method }))
    const words = ['campaign', campaignPath, '--target', properties, '--yes', '--duration', '3s']
    const fleet = agents.flatMap(({ address }) => ['--agent', address])
    const { exitCode, value, err } = await headroomJson(workspace, [
      ...words,
      ...fleet,
      '--agent-token-file',
      tokenPath,
    ])
    expect(exitCode, err).toBe(0)
    expect([value.status, value.results.length]).toEqual(['complete', 2])
    expect(value.request.agents.addresses).toEqual(agents.map(({ address }) => address))
    expect(JSON.stringify(value)).not.toContain('one token for all')
    for (const { runId } of value.results) {
      const { agents: members, result } = (await headroomJson(workspace, ['runs', 'show', runId])).value
      expect(members.map(({ lost }: { lost: unknown }) => lost)).toEqual([null, null])
      expect(result.accounting.isClosed).toBe(true)
    }
    expect(await madeThings(cluster.bootstrapServers)).toEqual([])
  })
})
