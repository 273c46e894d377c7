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

test('asks for many tasks in requests that are short enough for Jetty', async () => {
  const lengths: number[] = []
  const made = createServer((request, reply) => {
    const url = new URL(request.url ?? '', 'http://coordinator')
    lengths.push(request.url?.length ?? 0)
    if (request.url !== undefined && request.url.length > 8_000) return reply.writeHead(414).end('URI too long')
    const task = { state: 'PENDING', spec: { class: 'x' }, status: null }
    const tasks = Object.fromEntries(url.searchParams.getAll('taskId').map((id) => [id, task]))
    return reply.end(JSON.stringify({ tasks }))
  })
  server = made
  await new Promise<void>((resolve) => made.listen(0, '127.0.0.1', resolve))
  const coordinator = new TrogdorCoordinator(`http://127.0.0.1:${(made.address() as AddressInfo).port}`)
  const ids = Array.from({ length: 300 }, (_, index) => `headroom-20261121-054343-k3f9-readers of orders-${index}`)
  expect(Object.keys(await coordinator.tasks(ids))).toEqual(ids)
  expect(lengths.length).toBeGreaterThan(1)
  expect(await coordinator.tasks([])).toEqual({})
})
