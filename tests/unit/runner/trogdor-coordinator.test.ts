import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, expect, test, vi } from 'vitest'
import { TrogdorCoordinator } from '../../../src/runner/host/trogdor-coordinator.ts'
import { lateRefusal } from '../refusal.ts'

let server: Server | null = null
afterEach(() => {
  vi.restoreAllMocks()
  server?.closeAllConnections()
  server?.close()
})

test('reads no more than the bound of a response that expands', async () => {
  // Only the byte limit is tested: a busy machine takes longer than the time limit to expand this many bytes.
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(new AbortController().signal)
  const spaces = gzipSync(Buffer.alloc(70_000_000, ' '))
  const made = createServer((_request, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(spaces))
  server = made
  await new Promise<void>((resolve) => made.listen(0, '127.0.0.1', resolve))
  const coordinator = new TrogdorCoordinator(`http://127.0.0.1:${(made.address() as AddressInfo).port}`)
  const error = await lateRefusal(coordinator.tasks(['one']))
  expect([error.code, error.message]).toEqual(['RUN_FAILED', expect.stringContaining('is not that of a Trogdor')])
})

test.each(['{"nowMs": null}', '{"nowMs": ""}', '{"nowMs": true}', '{}', 'null'])(
  'takes no clock from the response %s',
  async (response) => {
    const made = createServer((_request, reply) => reply.end(response))
    server = made
    await new Promise<void>((resolve) => made.listen(0, '127.0.0.1', resolve))
    const coordinator = new TrogdorCoordinator(`http://127.0.0.1:${(made.address() as AddressInfo).port}`)
    const error = await lateRefusal(coordinator.clockOffsetMs())
    expect([error.code, error.message]).toEqual(['RUN_FAILED', expect.stringContaining('is not that of a Trogdor')])
  },
)
