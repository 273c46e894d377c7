/**
 * Which controllers an agent accepts, tested with the bytes on the connection.
 */
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { connect, type SecureVersion } from 'node:tls'
import { describe, expect, onTestFinished, test } from 'vitest'
import { agentRefusal } from '../../../src/contracts/agent.ts'
import { AppError } from '../../../src/contracts/app-error.ts'
import { startAgent } from '../../../src/runner/agent/agent-server.ts'
import { usualLimits } from '../../../src/runner/agent/controller-connections.ts'
import { loadCredentials } from '../../../src/runner/agent/credentials.ts'
import { maxLineBytes } from '../../../src/runner/host/line-reader.ts'
import { patience } from '../patience.ts'
import { temporaryFolder, testAgent } from './agent-support.ts'
import { stranger, upgradeRequest, words } from './strangers.ts'

type Started = Awaited<ReturnType<typeof testAgent>>

/** Status and error of an answer. */
async function answerTo(agent: Started, text: string) {
  const [head = '', body = ''] = (await stranger(agent.agent.port, text).answered).split('\r\n\r\n')
  const [status = ''] = head.split('\r\n')
  const error = head.includes('application/json') ? agentRefusal.parse(JSON.parse(body)).error : null
  return { status: status.replace('HTTP/1.1 ', ''), code: error?.code, message: error?.message, remedy: error?.remedy }
}

/** Connects with a single version of TLS. @returns the code of the error, or the version that was agreed on */
async function handshake(port: number, version: SecureVersion): Promise<string> {
  const socket = connect({
    host: '127.0.0.1',
    port,
    rejectUnauthorized: false,
    minVersion: version,
    maxVersion: version,
    // Without this setting, this side would not offer old versions.
    ciphers: 'DEFAULT@SECLEVEL=0',
  })
  onTestFinished(() => {
    socket.destroy()
  })
  return once(socket, 'secureConnect').then(
    () => String(socket.getProtocol()),
    (error: NodeJS.ErrnoException) => String(error.code),
  )
}

describe('an agent', () => {
  test.each<[SecureVersion, string]>([
    ['TLSv1', 'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION'],
    ['TLSv1.1', 'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION'],
    ['TLSv1.2', 'TLSv1.2'],
    ['TLSv1.3', 'TLSv1.3'],
  ])('offered only %s negotiates %s', async (version, expected) => {
    const { agent } = await testAgent()
    expect(await handshake(agent.port, version)).toBe(expected)
  })

  test.each([
    ['no token', (_token: string) => []],
    ['the token alone', (token: string) => [`Authorization: ${token}`]],
    ['the token under another scheme', (token: string) => [`Authorization: Basic ${token}`]],
    ['the token behind another word', (token: string) => [`Authorization: xBearer ${token}`]],
    ['an empty token', (_token: string) => ['Authorization: Bearer ']],
    ['the token cut', (token: string) => [`Authorization: Bearer ${token.slice(0, -1)}`]],
    ['more than the token', (token: string) => [`Authorization: Bearer ${token} ${token}`]],
    ['the token in another header', (token: string) => [`X-Authorization: Bearer ${token}`]],
  ])('refuses %s', async (_what, headersOf) => {
    const agent = await testAgent()
    expect(await answerTo(agent, upgradeRequest(headersOf(agent.token)))).toEqual({
      status: '401 Unauthorized',
      code: 'AUTHENTICATION_FAILED',
      message: 'The agent refused the token.',
      remedy: expect.stringContaining('token file'),
    })
    expect(agent.log).toEqual(['Refused 127.0.0.1: wrong token.'])
  })

  test('accepts a controller that sends Bearer and the token', async () => {
    const agent = await testAgent()
    const request = upgradeRequest([`Authorization: Bearer ${agent.token}`])
    expect((await answerTo(agent, request)).status).toBe('101 Switching Protocols')
    expect(agent.log).toEqual(['A controller (from 127.0.0.1) connected.'])
  })

  test('responds 404 at another path if the token is right, and 401 if it is not', async () => {
    const agent = await testAgent()
    const known = upgradeRequest([`Authorization: Bearer ${agent.token}`], '/other')
    expect(await answerTo(agent, known)).toMatchObject({
      status: '404 Not Found',
      code: 'INPUT_INVALID',
      remedy: expect.stringContaining('of the same version'),
    })
    const unknown = upgradeRequest(['Authorization: Bearer nothing'], '/other')
    expect(await answerTo(agent, unknown)).toMatchObject({ status: '401 Unauthorized' })
  })

  test('refuses wrong tokens of an address after five unlogged, says how long, and accepts the right one', async () => {
    const agent = await testAgent()
    for (let attempt = 0; attempt < 5; attempt += 1) {
      expect((await answerTo(agent, words.wrongToken)).status).toBe('401 Unauthorized')
    }
    const answer = await answerTo(agent, words.wrongToken)
    expect(answer).toMatchObject({
      status: '429 Too Many Requests',
      code: 'AUTHENTICATION_FAILED',
      remedy: expect.stringContaining('Check the token, wait'),
    })
    const seconds = Number(/for (\d+) s\./.exec(answer.message ?? '')?.[1])
    expect([seconds > 30, seconds <= 60]).toEqual([true, true])
    expect(agent.log).toHaveLength(5)
    const right = await answerTo(agent, upgradeRequest([`Authorization: Bearer ${agent.token}`]))
    expect(right.status).toBe('101 Switching Protocols')
  })

  test.each([
    ['ann@left', 'ann@left'],
    ['', 'A controller'],
    // Two bytes, which stand for no characters of a header.
    ['tab\there é', 'tab?here ??'],
    ['x'.repeat(200), 'x'.repeat(80)],
  ])('shows the name %j as %j', async (stated, shown) => {
    const agent = await testAgent()
    const headers = [`Authorization: Bearer ${agent.token}`, `X-Headroom-Controller: ${stated}`]
    await answerTo(agent, upgradeRequest(headers))
    expect(agent.log).toEqual([`${shown} (from 127.0.0.1) connected.`])
  })

  test('names the controller that has taken it and since when, in a complete response', async () => {
    const agent = await testAgent()
    const before = Date.now()
    await agent.link({ controllerName: 'first' }).greeted
    const peer = stranger(agent.agent.port, upgradeRequest([`Authorization: Bearer ${agent.token}`]))
    const answer = await peer.answered
    expect(answer).toMatch(/^HTTP\/1\.1 409 Conflict\r\nconnection: close\r\n/)
    const [, length = '', body = ''] = /content-length: (\d+)\r\n\r\n(.*)$/.exec(answer) ?? []
    expect(Buffer.byteLength(body)).toBe(Number(length))
    const { error } = agentRefusal.parse(JSON.parse(body))
    const [, since = ''] = /in use by first \(from 127\.0\.0\.1\) since (\S+)\.$/.exec(error.message) ?? []
    expect(error).toMatchObject({ code: 'AGENT_BUSY', remedy: expect.stringContaining('another agent') })
    expect(Date.parse(since)).toBeGreaterThanOrEqual(before)
    expect(Date.parse(since)).toBeLessThanOrEqual(Date.now())
  })

  test('accepts no compression, by which a short message could become a long one', async () => {
    const agent = await testAgent()
    const headers = [`Authorization: Bearer ${agent.token}`, 'Sec-WebSocket-Extensions: permessage-deflate']
    const answer = await stranger(agent.agent.port, upgradeRequest(headers)).answered
    expect(answer).toContain('101 Switching Protocols')
    expect(answer.toLowerCase()).not.toContain('permessage-deflate')
  })

  test('tells a second controller at once that it is in use by the first', async () => {
    // Longer than a controller waits for a response.
    const agent = await testAgent({ limits: { ...usualLimits, handoverMs: 60_000 } })
    await agent.link({ controllerName: 'first' }).greeted
    await expect(agent.link().greeted).rejects.toThrow('has been in use by first')
  })

  test('closes the connection on a message that is longer than any line', async () => {
    const agent = await testAgent()
    const socket = stranger(agent.agent.port, upgradeRequest([`Authorization: Bearer ${agent.token}`]))
    expect(await socket.answered).toContain('101 Switching Protocols')
    const closing = once(socket.socket, 'data')
    // The frame header of a masked text message whose length takes eight bytes.
    const head = Buffer.from([0x81, 0xff, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4])
    head.writeBigUInt64BE(BigInt(maxLineBytes) + 1n, 2)
    socket.socket.write(head)
    const [frame] = (await closing) as [Buffer]
    // The close code 1009 means that a message is too big.
    expect([frame[0], frame.readUInt16BE(2)]).toEqual([0x88, 1009])
  })
})

describe('an agent whose host cleans up after its controller', () => {
  test('names the earlier controller if the next one waited in vain, and accepts one when the clean-up is done', async () => {
    const cleanedUp = join(temporaryFolder(), 'cleaned-up')
    const agent = await testAgent({ cleanUpUntil: cleanedUp, limits: { ...usualLimits, handoverMs: 100 } })
    const first = agent.link({ controllerName: 'first' })
    await first.greeted
    await first.close()
    await expect(agent.link().greeted).rejects.toThrow('has been in use by first')
    writeFileSync(cleanedUp, '')
    const next = () => agent.link({ controllerName: 'next' }).greeted.then(() => 'let in', String)
    await expect.poll(next, patience).toBe('let in')
  })

  test('accepts only one of two controllers that waited for the clean-up', async () => {
    // Longer than a controller waits. So it is accepted because the host has exited, not because the time limit is over.
    const agent = await testAgent({ cleanUpMs: 500, limits: { ...usualLimits, handoverMs: 60_000 } })
    const first = agent.link({ controllerName: 'first' })
    await first.greeted
    await first.close()
    const two = await Promise.allSettled(['left', 'right'].map((name) => agent.link({ controllerName: name }).greeted))
    expect(two.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const [refused] = two.flatMap((each) => (each.status === 'rejected' ? [String(each.reason)] : []))
    expect(refused).toMatch(/has been in use by (left|right)/)
  })

  test('accepts no controller any more once it is ending', async () => {
    const agent = await testAgent({ cleanUpMs: 1_500 })
    await agent.link().greeted
    const request = upgradeRequest([`Authorization: Bearer ${agent.token}`])
    const half = stranger(agent.agent.port, request.slice(0, 30))
    await once(half.socket, 'secureConnect')
    await expect(agent.link().greeted).rejects.toThrow('has been in use by')
    const closed = agent.agent.close()
    half.socket.write(request.slice(30))
    const answer = await half.answered
    expect(answer).toMatch(/^HTTP\/1\.1 503 Service Unavailable\r\n/)
    expect(agentRefusal.parse(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).error).toMatchObject({
      code: 'AGENT_BUSY',
      message: 'The agent is shutting down.',
      remedy: expect.stringContaining('Start it again'),
    })
    await closed
    expect(agent.log).toContain('The agent is shutting down.')
  })
})

describe('the place where an agent listens', () => {
  async function refusal(listen: string): Promise<AppError> {
    const credentials = loadCredentials({ stateDirectory: temporaryFolder() })
    const hostCommand = { nodePath: process.execPath, args: [] }
    return startAgent({ listen, credentials, hostCommand, log: () => undefined }).then(
      () => Promise.reject(new Error('it listens')),
      AppError.from,
    )
  }

  test('is refused if another program listens there', async () => {
    const { listen } = await testAgent()
    expect(await refusal(listen)).toMatchObject({
      code: 'PORT_TAKEN',
      message: `Another program listens on ${listen}.`,
      remedy: expect.stringContaining('--listen HOST:PORT'),
    })
  })

  test('is refused if it is no address of this machine', async () => {
    const error = await refusal('192.0.2.1:7443')
    expect([error.code, error.message]).toEqual([
      'INPUT_INVALID',
      expect.stringContaining('The agent cannot listen on 192.0.2.1:7443: '),
    ])
    expect(error.remedy).toContain('an address of this machine')
  })
})
