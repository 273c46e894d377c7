import { expect, test } from 'vitest'
import type { AgentHealth, KnownAgent } from '../../../src/contracts/agent.ts'
import { agentsSentence, shownAgentName } from '../../../src/renderer/features/agents/agents-sentence.ts'

const agents: KnownAgent[] = ['10.0.0.5:7443', '10.0.0.6:7443'].map((address) => ({ address, token: 'kept' }))

function answer(index: number, change: Partial<AgentHealth> = {}): [string, AgentHealth] {
  const address = agents[index]?.address ?? ''
  const clock = { offsetMs: -0.3, boundMs: 0.1 }
  return [address, { address, environment: null, clock, capacity: null, capacityDetail: null, error: null, ...change }]
}

const exampleEnvironment = {
  headroomVersion: '0',
  runnerVersion: '0',
  nodeVersion: '24',
  librdkafkaVersion: '2',
  librdkafkaFeatures: [],
  kafkaVersion: null,
  platform: 'linux-x64',
  cpuModel: 'test',
  cpuCores: 2,
  memoryBytes: 1,
}

const refused = answer(1, {
  clock: null,
  error: { code: 'AGENT_BUSY', message: 'The agent is taken.', remedy: null, problems: [] },
})

test('summarises the agents in one sentence', () => {
  expect(agentsSentence([], new Map())).toBe('No agents yet: the load comes from this computer only.')
  expect(agentsSentence(agents, new Map([answer(0)]))).toBe('2 agents, not all checked yet.')
  expect(agentsSentence(agents, new Map([answer(0), answer(1)]))).toBe(
    '2 agents, load not probed yet, clocks within 0.4 ms of this one.',
  )
  expect(agentsSentence(agents, new Map([answer(0), refused]))).toBe(
    '1 of 2 agents can be used, load not probed yet, clocks within 0.4 ms of this one.',
  )
  const capacity = { recordsPerSec: 90_000, recordBytes: 5_000 }
  expect(agentsSentence(agents, new Map([answer(0, { capacity }), answer(1, { capacity })]))).toBe(
    '2 agents, together able to offer 900 MB/s, clocks within 0.4 ms of this one.',
  )
  expect(agentsSentence(agents, new Map([answer(0, { capacity }), answer(1)]))).toContain(
    '2 agents, load not probed on all of them yet,',
  )
  const environment = { ...exampleEnvironment, bootId: 'one machine' }
  const shared = new Map([answer(0, { capacity, environment }), answer(1, { capacity, environment })])
  expect(agentsSentence(agents, shared)).toContain(
    'together able to offer 450 MB/s (those on one machine counted once)',
  )
  const apart = answer(1, { capacity, environment: { ...environment, bootId: 'another' } })
  expect(agentsSentence(agents, new Map([answer(0, { capacity, environment }), apart]))).toContain('offer 900 MB/s,')
})

test('has numbers instead of host names in presenter mode', () => {
  expect(shownAgentName('10.0.0.5:7443', 2, true)).toBe('Agent 2')
  expect(shownAgentName('10.0.0.5:7443#ff', 2, false)).toBe('10.0.0.5:7443')
})
