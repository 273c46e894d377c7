import { createServer, type Socket } from 'node:net'
import { describe, expect, it, vi } from 'vitest'
import { waitForOwnBrokers } from '../../../src/runner/embedded/cluster-check.ts'
import { loopbackHost } from '../../../src/runner/embedded/server-properties.ts'

/** ApiVersions version 0: no error, and no API that the broker knows. */
const noApis = Buffer.from([0, 0, 0, 0, 0, 0])

/** A listener that responds to each request with these bytes after its correlation id. */
async function listenerThatResponds(body: Buffer) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('data', (request) => {
      const response = Buffer.alloc(8)
      response.writeInt32BE(4 + body.length, 0)
      request.copy(response, 4, 8, 12)
      socket.write(Buffer.concat([response, body]))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, loopbackHost, resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the listener has a port')
  const close = () => {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
  return { port: address.port, close }
}

describe('the check that brokers belong to an embedded cluster', () => {
  it('names what responds at a port, and sets no timer to a negative time, of which Node 24 warns', async () => {
    const timers = vi.spyOn(globalThis, 'setTimeout')
    const { port, close } = await listenerThatResponds(noApis)
    try {
      await expect(waitForOwnBrokers('own', [port], 300, new AbortController().signal)).rejects.toThrow(
        `${loopbackHost}:${port} responds with `,
      )
    } finally {
      close()
    }
    expect(timers.mock.calls.map(([, delayMs = 0]) => delayMs).filter((delayMs) => delayMs < 0)).toEqual([])
    expect(timers).toHaveBeenCalled()
    timers.mockRestore()
  })
})
