import { createServer, type Server, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { sendBrokerRequest } from '../../../src/runner/embedded/broker-request.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

/** Starts a server that handles its connections as the test says. @returns its port */
async function brokerThat(answer: (socket: Socket, request: Buffer) => void): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.on('data', (request) => answer(socket, request))
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return address.port
}

/** A response with its length and correlation id. */
function responseOf(body: string): Buffer {
  const head = Buffer.alloc(8)
  head.writeInt32BE(4 + body.length)
  head.writeInt32BE(1, 4)
  return Buffer.concat([head, Buffer.from(body)])
}

describe('a request to an embedded broker', () => {
  it('arrives whole, and its response comes without length and correlation id', async () => {
    const port = await brokerThat((socket, request) => socket.write(responseOf(`got ${request.toString()}`)))
    expect((await sendBrokerRequest(port, Buffer.from('quotas'))).toString()).toBe('got quotas')
  })

  it('waits for a response that comes byte by byte', async () => {
    const port = await brokerThat(async (socket) => {
      for (const byte of responseOf('slowly')) {
        await new Promise((resolve) => socket.write(Buffer.from([byte]), resolve))
        await new Promise((resolve) => setImmediate(resolve))
      }
    })
    expect((await sendBrokerRequest(port, Buffer.from('x'))).toString()).toBe('slowly')
  })

  it.each([
    ['without a response', 0],
    ['before its response was complete', 10],
  ])('fails if the broker closes the connection %s', async (end, sentBytes) => {
    const port = await brokerThat((socket) => socket.end(responseOf('whole').subarray(0, sentBytes)))
    await expect(sendBrokerRequest(port, Buffer.from('x'))).rejects.toThrow(
      `the broker at 127.0.0.1:${port} closed the connection ${end}`,
    )
  })

  it('fails with the name of the broker if nothing listens there', async () => {
    const port = await brokerThat(() => undefined)
    await new Promise((resolve) => servers.pop()?.close(resolve))
    await expect(sendBrokerRequest(port, Buffer.from('x'))).rejects.toThrow(
      /^the broker at 127\.0\.0\.1:\d+: connect ECONNREFUSED/,
    )
  })

  it.each([
    ['more than any of its responses has', 1_000_001],
    ['less than its own correlation id', 3],
    ['a negative length', -1],
  ])('fails if a response announces %s', async (_, lengthBytes) => {
    const port = await brokerThat((socket) => {
      const head = Buffer.alloc(4)
      head.writeInt32BE(lengthBytes)
      socket.write(Buffer.concat([head, Buffer.alloc(100)]))
    })
    await expect(sendBrokerRequest(port, Buffer.from('x'))).rejects.toThrow(
      `the broker at 127.0.0.1:${port} announced a response of ${lengthBytes} bytes`,
    )
  })
})
