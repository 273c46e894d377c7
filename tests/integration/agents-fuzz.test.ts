import { expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { agentName, agentPath } from '../../src/contracts/agent.ts'
import { type HostMessage, hostMessage, runnerProtocolVersion } from '../../src/contracts/runner-protocol.ts'
import { connectAgent } from '../../src/workbench/fleets/agent-connection.ts'
import { AgentLink } from '../../src/workbench/fleets/agent-link.ts'
import { startAgentProcess } from './agents-support.ts'
import { until } from './embedded-support.ts'

const mostMessages = 10_000

/** A seeded generator: the same messages each time, so that one that breaks something can be found again. */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state
  }
}

const valid = [
  `{"type":"hello","protocolVersion":${runnerProtocolVersion}}`,
  '{"type":"heartbeat"}',
  '{"type":"clock","id":1}',
  '{"type":"start","atEpochMs":1795243760000}',
  '{"type":"stop","mode":"drain"}',
  '{"type":"finish","deletesMade":true}',
  '{"type":"prepare","plan":{},"target":{"kind":"connection"},"secrets":{"a":"b"}}',
]

/** Makes random bytes, cut and altered messages, wrong types, deep nesting, very long names and invalid characters. */
function malformed(next: () => number): string {
  const text = valid[next() % valid.length] ?? ''
  const at = next() % text.length
  const kinds = [
    () => text.slice(0, at),
    () => `${text.slice(0, at)}${String.fromCharCode(next() % 0xd800)}${text.slice(at)}`,
    () => `${text.slice(0, at)}${text.slice(at + 1)}`,
    () => text.replace(/"(\w+)":/, `"${'x'.repeat(next() % 5_000)}":`),
    () => `[${text}]`,
    () => `${'['.repeat(next() % 3_000)}`,
    () => text.replace('}', `,"type":${next()}}`),
    () => Array.from({ length: next() % 300 }, () => String.fromCharCode(next() % 0xd800)).join(''),
    () => '{"type":"clock","id":1e999}',
    () => '{"__proto__":{"type":"heartbeat"}}',
    () => 'null',
  ]
  return (kinds[next() % kinds.length] ?? (() => ''))()
}

test('an agent survives ten thousand malformed messages, answers them, and serves the next controller', async () => {
  const agent = await startAgentProcess()
  const answers: HostMessage[] = []
  // This test has a controller of its own, because Headroom's controller can only send valid messages.
  const socket = new WebSocket(`wss://${agentName(agent.address)}${agentPath}`, {
    rejectUnauthorized: false,
    headers: { authorization: `Bearer ${agent.token}` },
  })
  socket.on('message', (data) => answers.push(hostMessage.parse(JSON.parse(data.toString()))))
  await new Promise((resolve) => socket.once('open', resolve))
  socket.send(`{"type":"hello","protocolVersion":${runnerProtocolVersion}}`)
  await until(() => answers.some(({ type }) => type === 'hello'))

  const next = numbers(20_261_121)
  for (let sent = 0; sent < mostMessages; sent += 1) {
    socket.send(malformed(next))
    if (sent % 500 === 499) await new Promise((resolve) => setTimeout(resolve, 5))
  }
  socket.send('{"type":"clock","id":987654}')
  const isAnswered = () => answers.some((answer) => answer.type === 'clock' && answer.id === 987_654)
  await until(isAnswered)
  expect(answers.filter(({ type }) => type === 'error').length).toBeGreaterThan(mostMessages / 2)
  const types = new Set(answers.map(({ type }) => type))
  expect([...types].filter((type) => !['hello', 'error', 'clock', 'notice'].includes(type))).toEqual([])
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.send(Buffer.from([1, 2, 3]))
  await closed

  const access = { address: agent.address, token: agent.token, controllerName: 'after' }
  const letIn = async () => {
    const link = new AgentLink(agent.address, (receive) => connectAgent(access, receive))
    const outcome = await link.greeted.then(
      () => 'let in',
      () => 'refused',
    )
    await link.close()
    return outcome
  }
  await until(async () => (await letIn()) === 'let in')
  expect(agent.child.exitCode).toBeNull()
})
