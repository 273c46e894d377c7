/**
 * A fake broker that responds to every request of a reading, except those that a test lets it refuse.
 */
import { createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import { bodyStart, type FakeCluster, type Refusal, responseTo } from './fake-responses.ts'

export interface FakeBroker {
  readonly server: string
  /** API keys of the requests that arrived. */
  readonly requests: readonly number[]
  /** Closes the connections that are open, as brokers do with idle ones. */
  closeConnections(): void
}

/** A broker that runs until the test ends. `throttleMs` is in every response to a Fetch. */
export async function startFakeBroker(
  refusal: Refusal | null = null,
  throttleMs = 0,
  { recordsOfPartition = 1_000, groups = ['readers'], shareGroups = [], leaderPort }: Partial<FakeCluster> = {},
): Promise<FakeBroker> {
  const requests: number[] = []
  const sockets = new Set<Socket>()
  let [refusals, answered] = [0, 0]
  const listener = createServer((socket) => {
    sockets.add(socket)
    let received = Buffer.alloc(0)
    socket.on('error', () => undefined)
    socket.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk])
      while (received.length >= 4 && received.length >= 4 + received.readInt32BE(0)) {
        const end = 4 + received.readInt32BE(0)
        const request = received.subarray(4, end)
        received = received.subarray(end)
        const apiKey = request.readInt16BE(0)
        requests.push(apiKey)
        const isNext = isMeant(refusal, request) && answered >= (refusal?.after ?? 0)
        const isRefused = isNext && refusals < (refusal?.times ?? Number.POSITIVE_INFINITY)
        if (isRefused) refusals += 1
        else if (isMeant(refusal, request)) answered += 1
        if (isRefused && refusal?.how === 'closes') return socket.destroy()
        socket.write(
          responseTo(request, {
            port: leaderPort ?? portOf(listener),
            refusal: isRefused ? refusal : null,
            refused: refusal,
            throttleMs,
            recordsOfPartition,
            groups,
            shareGroups,
          }),
        )
      }
    })
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const closeConnections = () => {
    for (const socket of sockets) socket.destroy()
  }
  onTestFinished(() => {
    closeConnections()
    listener.close()
  })
  return { server: `127.0.0.1:${portOf(listener)}`, requests, closeConnections }
}

function portOf(listener: ReturnType<typeof createServer>): number {
  const address = listener.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

function isMeant(refusal: Refusal | null, request: Buffer): boolean {
  if (refusal === null || refusal.apiKey !== request.readInt16BE(0)) return false
  return refusal.resourceType === undefined || request.readInt8(bodyStart(request) + 4) === refusal.resourceType
}
