import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { connect } from 'node:tls'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import { agentAddress } from '../../../src/contracts/agent.ts'
import { maxMessageDepth, maxMessageValues } from '../../../src/contracts/message-bounds.ts'
import { makeSelfSignedCertificate } from '../../../src/runner/agent/self-signed-certificate.ts'
import { connectAgent } from '../../../src/workbench/fleets/agent-connection.ts'
import { testAgent } from './agent-support.ts'
import { upgradeRequest } from './strangers.ts'

/** Connects a controller to a server that has the right certificate and behaves as the test says. @returns how that ended */
async function controllerOf(behave: (webSocket: WebSocket, connection: Socket) => void) {
  const { certificatePem, keyPem } = makeSelfSignedCertificate('hostile', Date.now())
  const server = createServer({ cert: certificatePem, key: keyPem })
  const sockets = new WebSocketServer({ server, perMessageDeflate: false })
  const tcp = once(server, 'connection')
  sockets.on('connection', (webSocket) => {
    webSocket.on('error', () => undefined)
    void tcp.then(([socket]) => behave(webSocket, socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const each of sockets.clients) each.terminate()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const fingerprint = new X509Certificate(certificatePem).fingerprint256.replaceAll(':', '').toLowerCase()
  const address = agentAddress.parse(`127.0.0.1:${port}#${fingerprint}`)
  const access = { address, token: 'a-token-of-a-controller', controllerName: 'tester' }
  const connection = connectAgent(access, () => undefined)
  onTestFinished(() => connection.kill())
  return { name: `127.0.0.1:${port}`, connection }
}

/** Number of responses to request: many more than the system buffers for a peer that does not read. */
const pings = 300_000
const pingBytes = 125
const frameBytes = pingBytes + 6
const mostPongBytes = 20_000_000

describe('an agent that', () => {
  test.each([
    ['has more values than any message', `[${'0,'.repeat(maxMessageValues)}0]`, `at most ${maxMessageValues} values`],
    ['is nested without end', '['.repeat(1_000_000), `at most ${maxMessageDepth} levels of nesting`],
    ['is no JSON', 'hello', 'sent a line that is not JSON: hello'],
  ])('sends what %s is left, named, and the text is not parsed', async (_what, text, expected) => {
    const { name, connection } = await controllerOf((webSocket) => webSocket.send(text))
    const { error } = await connection.exited
    expect(error).toMatchObject({ code: 'PROTOCOL_VIOLATION', remedy: expect.stringContaining('an agent of Headroom') })
    expect(error?.message).toContain(`Agent ${name} sent`)
    expect(error?.message).toContain(expected)
    expect(error?.message.length).toBeLessThan(1_000)
  })

  test.each<[string, (webSocket: WebSocket) => void]>([
    ['more bytes than any message', (webSocket) => webSocket.send(Buffer.alloc(51_000_000, ' '))],
    ['bytes that are no frame', (webSocket) => Reflect.get(webSocket, '_socket').write(Buffer.alloc(1_000, 0xa5))],
  ])('sends %s is not said to be out of reach', async (_what, behave) => {
    const { name, connection } = await controllerOf(behave)
    const { error } = await connection.exited
    expect([error?.code, error?.message]).toEqual([
      'PROTOCOL_VIOLATION',
      expect.stringContaining(`Agent ${name} sent what is no message: `),
    ])
  })

  test('resets its connection is lost, and not said to be out of reach', async () => {
    const { name, connection } = await controllerOf((_webSocket, socket) =>
      setTimeout(() => socket.resetAndDestroy(), 100),
    )
    expect((await connection.exited).error?.message).toBe(`The connection to agent ${name} broke.`)
  })

  test('asks for answers that it does not read fills no memory with them', { timeout: 60_000 }, async () => {
    let pongs = 0
    const { connection } = await controllerOf(async (webSocket) => {
      webSocket.on('pong', () => {
        pongs += 1
      })
      webSocket.pause()
      const data = Buffer.alloc(pingBytes)
      for (let sent = 0; sent < pings; sent += 1_000) {
        for (let each = 1; each < 1_000; each += 1) webSocket.ping(data)
        await new Promise((resolve) => webSocket.ping(data, undefined, resolve))
      }
      webSocket.resume()
      webSocket.close()
    })
    await connection.exited
    expect(pongs * frameBytes).toBeGreaterThan(1_000)
    expect(pongs * frameBytes).toBeLessThan(mostPongBytes)
  })
})

test('a controller that asks for answers that it does not read fills no memory of the agent', {
  timeout: 60_000,
}, async () => {
  const { agent, token } = await testAgent()
  const socket = connect({ host: '127.0.0.1', port: agent.port, rejectUnauthorized: false })
  onTestFinished(() => {
    socket.destroy()
  })
  await once(socket, 'secureConnect')
  socket.write(upgradeRequest([`Authorization: Bearer ${token}`]))
  expect((await once(socket, 'data')).toString()).toContain('101 Switching Protocols')
  socket.pause()
  const mask = Buffer.alloc(4)
  const ping = Buffer.concat([Buffer.from([0x89, 0x80 | pingBytes]), mask, Buffer.alloc(pingBytes)])
  const thousand = Buffer.concat(Array.from({ length: 1_000 }, () => ping))
  for (let sent = 0; sent < pings; sent += 1_000) await new Promise((resolve) => socket.write(thousand, resolve))
  let bytes = 0
  socket.on('data', (data) => {
    bytes += data.length
  })
  socket.resume()
  socket.write(Buffer.concat([Buffer.from([0x88, 0x80]), mask]))
  await once(socket, 'end')
  expect(bytes).toBeGreaterThan(1_000)
  expect(bytes).toBeLessThan(mostPongBytes)
})
