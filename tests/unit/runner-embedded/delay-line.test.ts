import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { delayLine } from '../../../src/runner/embedded/delay-line.ts'
import { type CallLater, sameDelay } from '../../../src/runner/embedded/same-delay.ts'
import { patience } from '../patience.ts'

/** Connects a client, through a proxy that delays each direction, to a server that echoes. */
async function connectToDelayedEcho(callLater: CallLater): Promise<Socket> {
  const echo = createServer({ allowHalfOpen: true }, (socket) => socket.pipe(socket)).listen(0, '127.0.0.1')
  await once(echo, 'listening')
  const proxy = createServer({ allowHalfOpen: true }, (client) => {
    const broker = connect({ host: '127.0.0.1', port: (echo.address() as AddressInfo).port })
    for (const socket of [client, broker]) socket.on('error', () => undefined)
    delayLine(client, broker, callLater)
    delayLine(broker, client, callLater)
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const client = connect({ host: '127.0.0.1', port: (proxy.address() as AddressInfo).port })
  await once(client, 'connect')
  onTestFinished(() => {
    client.destroy()
    echo.close()
    proxy.close()
  })
  return client
}

async function readAll(socket: Socket): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of socket) chunks.push(chunk)
  return Buffer.concat(chunks)
}

describe('a delayed connection', () => {
  it('delays each direction', async () => {
    const held: (() => void)[] = []
    const client = await connectToDelayedEcho((call) => void held.push(call))
    let answer = ''
    client.setEncoding('utf8').on('data', (text: string) => {
      answer += text
    })
    client.write('ping')
    for (const way of ['there', 'back']) {
      await vi.waitUntil(() => held.length > 0, patience)
      expect([way, held.length, answer]).toEqual([way, 1, ''])
      held.shift()?.()
    }
    await vi.waitUntil(() => answer !== '', patience)
    expect(answer).toBe('ping')
  })

  it('loses, adds and reorders nothing, and ends after the last byte', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.uint8Array({ minLength: 1, maxLength: 70_000 }), { maxLength: 20 }),
        async (parts) => {
          const client = await connectToDelayedEcho(sameDelay(0.5))
          const answer = readAll(client)
          for (const part of parts) client.write(part)
          client.end()
          expect((await answer).equals(Buffer.concat(parts))).toBe(true)
        },
      ),
      { numRuns: 20 },
    )
  })

  it('slows a fast sender down and still forwards everything', async () => {
    const client = await connectToDelayedEcho(sameDelay(5))
    const sent = Buffer.alloc(40_000_000, 7)
    const answer = readAll(client)
    client.end(sent)
    expect((await answer).equals(sent)).toBe(true)
  })
})
