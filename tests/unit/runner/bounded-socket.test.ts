import { createServer as createWebServer } from 'node:http'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { maxResponseBytes } from '../../../src/runner/admin/bounded-socket.ts'
import { plainAccess } from '../../../src/runner/admin/cluster-access.ts'
import { connectAdmin } from '../../../src/runner/admin/kafka-admin.ts'
import { openRawConnection } from '../../../src/runner/observe/kafkajs-connection.ts'
import { lateRefusal } from '../refusal.ts'

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** A broker that responds to the first request with these bytes, and sends more for as long as the client reads. */
async function hostileBroker(first: Buffer) {
  const sent = { bytes: 0 }
  const server = createServer((socket: Socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => {
      socket.write(first)
      const chunk = Buffer.alloc(1_000_000)
      const send = () => {
        sent.bytes += chunk.length
        if (!socket.destroyed && sent.bytes < 2 * maxResponseBytes) socket.write(chunk, () => setImmediate(send))
      }
      send()
    })
  })
  return { server: await listen(server), sent }
}

function lengthOf(bytes: number): Buffer {
  const prefix = Buffer.alloc(4)
  prefix.writeInt32BE(bytes)
  return prefix
}

const connect = (server: string, requestTimeoutMs = 60_000) =>
  lateRefusal(connectAdmin(plainAccess([server]), { clientId: 'test', retries: 0, requestTimeoutMs }))

describe('a broker', () => {
  test.each([
    ['longer than any that was asked for', maxResponseBytes + 1],
    ['of 2 GB', 2_147_483_647],
    ['of a negative length', -1],
  ])('that announces a response %s is left at once, and the response is not collected', async (_, bytes) => {
    const { server, sent } = await hostileBroker(lengthOf(bytes))
    const error = await connect(server)
    expect(error).toMatchObject({ code: 'CLUSTER_UNREACHABLE', remedy: expect.stringContaining('TLS') })
    expect(error.message).toContain(`${server}: what answers there does not speak the protocol of Kafka`)
    expect(error.message).toContain(`a response of ${bytes} bytes`)
    expect(sent.bytes).toBeLessThan(maxResponseBytes)
  })

  test.each([0, 1, 3])('that sends a response of %i bytes, without its number, is left', async (bytes) => {
    const { server } = await hostileBroker(Buffer.concat([lengthOf(bytes), Buffer.alloc(bytes)]))
    const error = await connect(server)
    expect(error).toMatchObject({ code: 'CLUSTER_UNREACHABLE', remedy: expect.any(String) })
    expect(error.message).toContain('a response that cannot be read')
  })

  test('that announces such a response to a reading is left too', async () => {
    const { server, sent } = await hostileBroker(lengthOf(2_147_483_647))
    const [host = '', port = ''] = server.split(':')
    const connection = await openRawConnection(plainAccess([server]), { host, port: Number(port) })
    const asked = connection.send({ apiKey: 18, apiVersion: 0, apiName: 'ApiVersions', body: Buffer.alloc(0) })
    await expect(asked).rejects.toThrow(/a response of 2147483647 bytes/)
    await connection.close()
    expect(sent.bytes).toBeLessThan(maxResponseBytes)
  })

  test('that sends one byte at a time is given up when the time of a request is over', async () => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined)
      socket.once('data', () => {
        socket.write(lengthOf(1_000))
        const timer = setInterval(() => socket.write('x'), 20)
        socket.once('close', () => clearInterval(timer))
      })
    })
    const error = await connect(await listen(server), 500)
    expect(error).toMatchObject({ code: 'CLUSTER_UNREACHABLE', message: expect.stringContaining('does not respond') })
  })
})

test('a web server is told from a broker', async () => {
  const server = await listen(createWebServer((_, response) => response.end('hello')))
  expect((await connect(server)).message).toContain('a web server answers there, not a broker')
})

test('a port that requires TLS is told from one that is no broker', async () => {
  // The TLS alert that a broker sends if a client connects without TLS.
  const { server } = await hostileBroker(Buffer.from([0x15, 0x03, 0x03, 0x00, 0x02, 0x02, 0x50]))
  const error = await connect(server)
  expect(error.message).toContain('the port requires TLS, and the connection has none')
  expect(error.remedy).toContain('security.protocol')
})
