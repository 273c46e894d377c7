import { expect, test } from 'vitest'
import { agentPlace } from '../../src/contracts/agent.ts'
import { idleConnection, stranger, words } from '../unit/runner-agent/strangers.ts'
import { startAgentProcess } from './agents-support.ts'

test('an agent ends on SIGTERM even if peers that it refused, or that sent too little, never close', async () => {
  const agent = await startAgentProcess()
  const { port } = agentPlace(agent.address)
  const answered = [stranger(port, words.wrongToken), stranger(port, words.plainRequest)]
  const silent = [stranger(port, words.halfHeader), idleConnection(port)]
  await Promise.all([
    ...answered.map((peer) => peer.answered),
    ...silent.map(({ socket }) => new Promise((resolve) => socket.once('connect', resolve))),
  ])
  const ended = new Promise((resolve) => agent.child.once('exit', (code, signal) => resolve({ code, signal })))
  agent.child.kill('SIGTERM')
  expect(await ended).toEqual({ code: 0, signal: null })
})
