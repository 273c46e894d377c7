import { describe, expect, it } from 'vitest'
import type { FleetMember } from '../../../src/contracts/run-share.ts'
import type { Sample } from '../../../src/contracts/sample.ts'
import type { Target } from '../../../src/contracts/target.ts'
import { computeResult } from '../../../src/measurement/compute-result.ts'
import { summariseHistogram } from '../../../src/measurement/histogram.ts'
import { createAgentsFleet } from '../../../src/workbench/fleets/agents-fleet.ts'
import { exampleDraft } from './example-run.ts'
import { type Behaviour, type Journal, recordsPerSecond, SimulatedAgent } from './simulated-agents.ts'

const target: Target = {
  kind: 'connection',
  connection: { kind: 'headroom.connection', schemaVersion: 1, name: 'test', bootstrapServers: ['127.0.0.1:1'] },
}

/** Three seconds with so many producers and one group of two members, all on one topic. */
function planOf(producers: number) {
  const { plan } = exampleDraft('agents')
  const [producer, topic, group] = [plan.producers[0], plan.topics[0], plan.consumerGroups[0]]
  if (!producer || !topic || !group) throw new Error('the example has none')
  return {
    ...plan,
    durationMs: 3_000,
    drainMs: 1_000,
    topics: [{ ...topic, partitions: 12 }],
    producers: Array.from({ length: producers }, (_, index) => ({
      ...producer,
      id: `p${index}`,
      topic: topic.name,
      recordsPerSec: recordsPerSecond,
    })),
    consumerGroups: [{ ...group, topic: topic.name, members: 2 }],
  }
}

async function run(
  behaviours: readonly Behaviour[],
  options: { producers?: number; onLostAgent?: 'stop' | 'go-on' } = {},
) {
  const journal: Journal = []
  const samples: Sample[] = []
  const notices: string[] = []
  let members: readonly FleetMember[] = []
  const plan = planOf(options.producers ?? behaviours.length)
  const fleet = createAgentsFleet({
    agents: behaviours.map((_, index) => ({ address: `agent-${index}:1`, token: '', controllerName: '' })),
    onLostAgent: options.onLostAgent ?? 'stop',
    open: ({ address }, receive) =>
      new SimulatedAgent({
        address,
        behaviour: behaviours[Number(/\d+/.exec(address)?.[0])] ?? {},
        journal,
        tell: receive,
      }),
  })
  const started = fleet.prepare(
    { plan, target, secrets: {} },
    {
      onEnvironment: () => undefined,
      onProgress: () => undefined,
      onPreflight: () => undefined,
      onSample: (sample) => samples.push(sample),
      onNotice: (message) => notices.push(message),
      onAgents: (agents) => {
        members = agents
      },
    },
  )
  const isReady = await started.ready
  // Simulated agents tell of all seconds at once; half of them are over.
  if (isReady) started.start(Date.now() - plan.durationMs / 2)
  return { end: await started.ended, isReady, journal, samples, notices, members: () => members, plan }
}

// Side by side: most of their time they wait for the end of a load.
describe.concurrent('a fleet of agents', () => {
  it('lets fifty carry out one plan: every record counted once, one makes the topics and deletes them last', async () => {
    const skews = Array.from({ length: 50 }, (_, index) => ({ skewMs: (index - 25) * 40 }))
    const { end, samples, journal, members, plan } = await run(skews, { producers: 100 })
    expect(end).toMatchObject({ reason: 'plan-complete', error: null, cleanUp: { leftovers: [] } })
    const { accounting } = computeResult(plan, samples)
    expect(accounting).toMatchObject({ isClosed: true, ackedRecords: 3 * 100 * recordsPerSecond, unknownRecords: 0 })
    expect(accounting.groups[0]).toMatchObject({ consumedRecords: 3 * 100 * recordsPerSecond, lostRecords: 0 })
    expect(samples.slice(0, 3).map(({ second, producers }) => [second, producers.length])).toEqual([
      [0, 100],
      [1, 100],
      [2, 100],
    ])
    expect(new Set(samples[0]?.workers.map(({ workerId }) => workerId)).size).toBe(50)
    expect(journal.filter(({ what }) => what === 'makes topics')).toHaveLength(1)
    expect(journal[0]?.what).toBe('makes topics')
    expect(journal.at(-1)).toEqual({ agent: journal[0]?.agent, what: 'deletes topics' })
    for (const [index, { clockBefore, clockAfter }] of members().entries()) {
      const skewMs = skews[index]?.skewMs ?? Number.NaN
      for (const clock of [clockBefore, clockAfter]) {
        expect(Math.abs((clock?.offsetMs ?? 1e9) - skewMs)).toBeLessThanOrEqual((clock?.boundMs ?? 0) + 0.01)
      }
    }
  })

  it('divides a group that is too heavy for one of them by its members, and counts every record once', async () => {
    const { end, plan, samples, members } = await run([{}, {}, {}], { producers: 3 })
    expect(end.reason).toBe('plan-complete')
    const parts = members().flatMap(({ groupParts = [] }) => groupParts)
    expect(parts.map(({ members: own }) => own)).toEqual([[0], [1]])
    expect(members().flatMap(({ groupIds }) => groupIds)).toEqual([])
    const { accounting } = computeResult(plan, samples)
    expect(accounting.groups).toMatchObject([{ consumedRecords: 3 * 3 * recordsPerSecond, lostRecords: 0 }])
    expect(samples.map(({ consumers }) => consumers.length)).toEqual(samples.map(() => 1))
  })

  it('merges histograms of all agents without loss', async () => {
    const { samples } = await run([{}, {}, {}])
    const counts = samples.flatMap(({ producers }) =>
      producers.map(({ serviceHistogram }) => summariseHistogram(serviceHistogram)?.count ?? 0),
    )
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(3 * 3 * recordsPerSecond)
  })

  it('gives those more that can do more', async () => {
    const { members } = await run([{ cpuCores: 1 }, { cpuCores: 8 }], { producers: 90 })
    const [small, large] = members()
    // The group reads as much as all producers write: it is half of the load.
    expect(large?.loadFraction).toBeGreaterThan(0.85)
    expect(small?.producerIds.length).toBeGreaterThan(10)
  })

  it('counts what a machine can do once, however many agents it has', async () => {
    const { members } = await run([{ bootId: 'a' }, { bootId: 'a' }, { bootId: 'b' }], { producers: 90 })
    const [one, two, alone] = members().map(({ loadFraction }) => loadFraction)
    expect((one ?? 0) + (two ?? 0)).toBeCloseTo(0.5, 1)
    expect(alone).toBeCloseTo(0.5, 1)
  })

  it('names the missing share if an agent is lost, and stops', async () => {
    const { end, notices, members } = await run([{}, { lostAfterSecond: 1 }, {}], { producers: 6 })
    expect([end.reason, end.error?.problems]).toEqual([
      'agent-lost',
      [{ place: 'agent-1:1', message: 'The cable was pulled.' }],
    ])
    expect(members()[1]?.lost).toEqual({ lastSecond: 1, why: 'The cable was pulled.' })
    expect(members()[1]?.clockAfter).toBeNull()
    expect(notices.join(' ')).toContain(
      'Agent agent-1:1 was lost after second 1: its 1 producer and its part of a consumer group are missing',
    )
  })

  it('continues without the agent if that was chosen, and is still partial', async () => {
    const { end, plan, samples, notices } = await run([{}, { lostAfterSecond: 0 }, {}], {
      producers: 6,
      onLostAgent: 'go-on',
    })
    expect(end.reason).toBe('agent-lost')
    expect(notices.join(' ')).toContain('The others continue')
    expect(samples.map(({ producers }) => producers.length).slice(0, 3)).toEqual([6, 5, 5])
    // Its part of the group is unread from then on: of two members one has read on.
    const [group] = computeResult(plan, samples, { isClientLost: true }).accounting.groups
    expect(group).toMatchObject({ consumedRecords: 60 + 30 + 30, lostRecords: 0 })
  })

  it('lets another agent delete the topics if the one that created them is lost', async () => {
    const { end, journal, plan } = await run([{ lostAfterSecond: 1 }, {}, {}], { onLostAgent: 'go-on' })
    expect(end.reason).toBe('agent-lost')
    expect(journal.filter(({ what }) => what === 'deletes topics')).toHaveLength(1)
    expect(end.cleanUp?.deletedTopics).toEqual(plan.topics.map(({ name }) => name))
  })

  it('does not begin if one agent cannot, names it, and ends the others', async () => {
    const { end, isReady, journal } = await run([{}, { refuses: 'PREFLIGHT_FAILED' }, {}])
    expect([isReady, end.reason, end.error?.code]).toEqual([false, 'prepare-failed', 'PREFLIGHT_FAILED'])
    expect(end.error?.message).toContain('agent-1:1')
    expect(journal.filter(({ what }) => what === 'ends' || what === 'deletes topics')).toHaveLength(3)
  })

  it('names the agent of another version, and what is to be updated', async () => {
    const { end, isReady } = await run([{}, { protocolVersion: 2 }, {}])
    expect([isReady, end.reason, end.error?.code]).toEqual([false, 'prepare-failed', 'PROTOCOL_VIOLATION'])
    expect(end.error?.message).toMatch(
      /^Agent agent-1:1 speaks version 2 of the runner protocol, this program version \d+\.$/,
    )
    expect(end.error?.remedy).toBe('Update agent agent-1:1: both must run the same version of Headroom.')
  })

  it('says which agents have nothing to do', async () => {
    const { notices, members } = await run([{}, {}, {}, {}], { producers: 1 })
    expect(members()).toHaveLength(3)
    expect(notices.join(' ')).toContain('Agent agent-3:1 has nothing to do')
  })
})
