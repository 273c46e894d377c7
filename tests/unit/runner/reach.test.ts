import { createServer } from 'node:net'
import { describe, expect, test } from 'vitest'
import { AppError } from '../../../src/contracts/app-error.ts'
import { formatServer, splitServer } from '../../../src/runner/admin/cluster-access.ts'
import { checkAdvertised } from '../../../src/runner/preflight/network-checks.ts'
import { checkRoundTrip, judgeRoundTrips } from '../../../src/runner/preflight/round-trip-check.ts'
import { plainWords } from '../../../src/runner/worker/reach-cluster.ts'

async function listen(): Promise<{ readonly server: string; close(): Promise<void> }> {
  const listener = createServer((socket) => socket.destroy())
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const address = listener.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    server: formatServer('127.0.0.1', address.port),
    close: () => new Promise((resolve) => listener.close(() => resolve())),
  }
}

describe('advertised addresses', () => {
  test('must all be reachable; those that are not are listed', async () => {
    const [open, closed] = [await listen(), await listen()]
    await closed.close()
    expect((await checkAdvertised([open.server], { isEmbedded: true })).state).toBe('passed')
    const check = await checkAdvertised([open.server, closed.server], { isEmbedded: false })
    await open.close()
    expect(check.state).toBe('failed')
    expect(check.detail).toContain('1 of 2')
    expect(check.detail).toContain(closed.server)
    expect(check.remedy).toContain('advertised.listeners')
  })

  test('on this machine are a warning if the cluster is the user’s, because it shares the machine with the load', async () => {
    const open = await listen()
    const check = await checkAdvertised([open.server], { isEmbedded: false })
    await open.close()
    expect(check.state).toBe('warned')
    expect(check.detail).toContain(open.server)
    expect(check.remedy).toContain('another machine')
  })

  test('are formatted so that they can be split again', () => {
    expect(splitServer(formatServer('::1', 9092))).toEqual({ host: '::1', port: 9092 })
  })
})

describe("the round trip of the load's client", () => {
  test('is the median of its measurements; a long one is a warning with a remedy', () => {
    const near = judgeRoundTrips({ brokers: 3, roundTripsMs: [400, 1.26, 1.1, 1.3, 1.2] })
    expect([near.state, near.remedy]).toEqual(['passed', null])
    expect(near.detail).toContain('sees 3 brokers; 1.3 ms')
    const far = judgeRoundTrips({ brokers: 1, roundTripsMs: [150] })
    expect([far.state, far.remedy]).toEqual(['warned', expect.stringContaining('closer')])
  })

  test('that fails has the message and the remedy of the client', async () => {
    const check = await checkRoundTrip(() =>
      Promise.reject(new AppError('CLUSTER_UNREACHABLE', 'No way.', { remedy: 'Try this.' })),
    )
    expect(check).toMatchObject({ state: 'failed', detail: 'No way.', remedy: 'Try this.' })
  })

  test('has the library’s log line without threads and states', () => {
    const line =
      '[thrd:ssl://b:1/bootstrap]: ssl://b:1/bootstrap: SSL handshake failed: error:0A000086:SSL routines::certificate verify failed: no (after 2ms in state SSL_HANDSHAKE, 1 identical error(s) suppressed)'
    expect(plainWords(line)).toBe('ssl://b:1/bootstrap: SSL handshake failed: certificate verify failed: no')
  })
})
