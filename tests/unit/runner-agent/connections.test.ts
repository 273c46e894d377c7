import { describe, expect, test } from 'vitest'
import { AppError } from '../../../src/contracts/app-error.ts'
import { networkOf, usualLimits } from '../../../src/runner/agent/controller-connections.ts'
import { patience } from '../patience.ts'
import { testAgent } from './agent-support.ts'
import { idleConnection, stranger, words } from './strangers.ts'

const four = [1, 2, 3, 4]
/** Time limits that no connection of these tests reaches. */
const patient = { ...usualLimits, handshakeMs: 600_000, checkIntervalMs: 600_000 }

type Started = Awaited<ReturnType<typeof testAgent>>

function letIn({ link }: Started): Promise<string> {
  return link().greeted.then(
    () => 'let in',
    (error: unknown) => AppError.from(error).message,
  )
}

async function arrived(peer: ReturnType<typeof idleConnection>): Promise<void> {
  if (peer.socket.connecting) await new Promise((resolve) => peer.socket.once('connect', resolve))
}

describe('the connections of an agent', () => {
  test('that were refused and never close do not keep a controller out', async () => {
    const agent = await testAgent({ limits: { ...patient, connections: 4 } })
    const peers = four.map(() => stranger(agent.agent.port, words.wrongToken))
    const answers = await Promise.all(peers.map(({ answered }) => answered))
    expect(answers.map((text) => text.split('\r\n')[0])).toEqual(four.map(() => 'HTTP/1.1 401 Unauthorized'))
    await expect.poll(() => letIn(agent), patience).toBe('let in')
  })

  test('that were answered over plain HTTP and never close do not either', async () => {
    const agent = await testAgent({ limits: { ...patient, connections: 4 } })
    const peers = four.map(() => stranger(agent.agent.port, words.plainRequest))
    const answers = await Promise.all(peers.map(({ answered }) => answered))
    expect(answers.map((text) => text.split('\r\n')[0])).toEqual(four.map(() => 'HTTP/1.1 404 Not Found'))
    for (const text of answers) expect(text).toMatch(/\r\nconnection: close\r\ncontent-type: text\/plain\r\n/)
    await expect.poll(() => letIn(agent), patience).toBe('let in')
  })

  test.each([
    ['half a header', words.halfHeader],
    ['nothing', words.nothing],
  ])('that say %s end soon, and the controller comes in', async (_what, text) => {
    const limits = { ...usualLimits, connections: 4, handshakeMs: 1_000, checkIntervalMs: 100 }
    const agent = await testAgent({ limits })
    const peers = four.map(() => stranger(agent.agent.port, text))
    await Promise.all(peers.map(arrived))
    await expect.poll(() => letIn(agent), patience).toBe('let in')
  })

  test('that never begin with TLS end soon, and the controller comes in', async () => {
    const agent = await testAgent({ limits: { ...patient, connections: 4, handshakeMs: 1_000 } })
    const peers = four.map(() => idleConnection(agent.agent.port))
    await Promise.all(peers.map(arrived))
    await expect.poll(() => letIn(agent), patience).toBe('let in')
  })

  // Other systems have only one loopback address.
  test.runIf(process.platform === 'linux')('of one stranger take no more than its share', async () => {
    const agent = await testAgent({ limits: { ...patient, connections: 5, unauthenticatedPerNetwork: 2 } })
    const peers = four.map(() => stranger(agent.agent.port, words.halfHeader, '127.0.0.2'))
    const closed = new Set<number>()
    for (const [index, peer] of peers.entries()) void peer.closed.then(() => closed.add(index))
    await expect.poll(() => closed.size, patience).toBe(2)
    expect(await letIn(agent)).toBe('let in')
    expect(closed.size).toBe(2)
  })

  test('are no more than the agent takes in all', async () => {
    const agent = await testAgent({ limits: { ...patient, connections: 2 } })
    const peers = four.map(() => stranger(agent.agent.port, words.halfHeader))
    const closed = new Set<number>()
    for (const [index, peer] of peers.entries()) void peer.closed.then(() => closed.add(index))
    await expect.poll(() => closed.size, patience).toBe(2)
  })

  test('make room for others of their network when they close', async () => {
    const agent = await testAgent({ limits: { ...patient, unauthenticatedPerNetwork: 1 } })
    const peer = stranger(agent.agent.port, words.halfHeader)
    await arrived(peer)
    expect(await letIn(agent)).toContain('cannot be reached')
    peer.socket.destroy()
    await expect.poll(() => letIn(agent), patience).toBe('let in')
  })

  test('of a controller that was let in do not count against its network', async () => {
    const agent = await testAgent({ limits: { ...patient, unauthenticatedPerNetwork: 1 } })
    await agent.link({ controllerName: 'first' }).greeted
    expect(await letIn(agent)).toContain('has been in use by first')
  })

  test('do not keep an agent from its end', async () => {
    const agent = await testAgent({ limits: patient })
    const { port } = agent.agent
    const answered = [stranger(port, words.wrongToken), stranger(port, words.plainRequest)]
    const silent = [stranger(port, words.halfHeader), stranger(port, words.nothing), idleConnection(port)]
    await Promise.all([...answered.map((peer) => peer.answered), ...silent.map(arrived)])
    await expect(agent.agent.close()).resolves.toBeUndefined()
  })

  test('are bounded as tightly as a controller allows', () => {
    const { connections, unauthenticatedPerNetwork, handshakeMs, checkIntervalMs, handoverMs } = usualLimits
    expect(connections / unauthenticatedPerNetwork).toBeGreaterThanOrEqual(4)
    expect([handshakeMs, checkIntervalMs, handoverMs]).toEqual([5_000, 1_000, 8_000])
  })
})

test.each([
  ['10.0.0.7', '10.0.0.7'],
  ['::ffff:10.0.0.7', '10.0.0.7'],
  ['::1', '0:0:0:0'],
  ['2001:db8:a:b:1:2:3:4', '2001:db8:a:b'],
  ['2001:db8:a:b::4', '2001:db8:a:b'],
  ['2001:db8::4', '2001:db8:0:0'],
  ['2001:db8::', '2001:db8:0:0'],
  ['2001:db8::1:2:3:4:5', '2001:db8:0:1'],
  ['', ''],
])('the network of %j is %j', (address, network) => {
  expect(networkOf(address)).toBe(network)
})
