import { createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { plainAccess, splitServer } from '../../../../src/runner/admin/cluster-access.ts'
import { BrokerLink } from '../../../../src/runner/observe/broker-link.ts'
import { CostMeter } from '../../../../src/runner/observe/cost-meter.ts'
import { listGroupsRequest } from '../../../../src/runner/observe/requests/groups.ts'
import { startFakeBroker } from './fake-broker.ts'

it('gives a response the time of its exchange, without the wait for its turn', async () => {
  const { server } = await startFakeBroker()
  const bounds = { requestsPerSec: 4, bytesPerSec: 1e9 }
  const { signal } = new AbortController()
  const link = new BrokerLink(
    { access: plainAccess([server]), bounds, cost: new CostMeter(), signal },
    splitServer(server),
  )
  const beganMs = Date.now()
  const asked = [1, 2, 3].map(() => link.askTimed(listGroupsRequest, null))
  const timed = await Promise.all(asked)
  const endedMs = Date.now()
  const [, second, third] = timed.map(({ atEpochMs, withinMs }) => atEpochMs - withinMs)
  await link.close()
  for (const { atEpochMs, withinMs } of timed) {
    expect(atEpochMs - withinMs).toBeGreaterThanOrEqual(beganMs)
    expect(atEpochMs + withinMs).toBeLessThanOrEqual(endedMs)
  }
  // Each request has its turn 250 ms after the previous one, or later on a busy machine; a timer may be a millisecond early. If
  // the waits were included, the exchange of each request would seem to have begun with the first one.
  expect(second).toBeGreaterThanOrEqual(beganMs + 250 - 2)
  expect(third).toBeGreaterThanOrEqual(beganMs + 500 - 4)
})

it('connects again if the broker has closed an idle connection', async () => {
  const broker = await startFakeBroker()
  const cost = new CostMeter()
  const bounds = { requestsPerSec: 100_000, bytesPerSec: 1e9 }
  const { signal } = new AbortController()
  const link = new BrokerLink(
    { access: plainAccess([broker.server]), bounds, cost, signal },
    splitServer(broker.server),
  )
  await link.ask(listGroupsRequest, null)
  broker.closeConnections()
  // Waits until the link has received the end of the connection.
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect((await link.ask(listGroupsRequest, null)).groups).toHaveLength(1)
  expect(cost.read().connections).toBe(2)
  await link.close()
})

it('waits once for a broker that does not respond, and tries again after a pause', async () => {
  // The server accepts a connection and ends it after a while without a response.
  const afterMs = 200
  let connections = 0
  const mute = createServer((socket: Socket) => {
    connections += 1
    socket.on('error', () => undefined)
    setTimeout(() => socket.destroy(), afterMs)
  })
  await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void mute.close())
  const address = mute.address()
  const server = `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  const bounds = { requestsPerSec: 100_000, bytesPerSec: 1e9 }
  const { signal } = new AbortController()
  const link = new BrokerLink(
    { access: plainAccess([server]), bounds, cost: new CostMeter(), signal },
    splitServer(server),
  )
  const outcomes = await Promise.allSettled([1, 2, 3, 4].map(() => link.ask(listGroupsRequest, null)))
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected', 'rejected'])
  expect(new Set(outcomes.map((each) => (each.status === 'rejected' ? each.reason : null))).size).toBe(1)
  expect(connections).toBe(1)
  while (connections === 1) {
    await link.ask(listGroupsRequest, null).catch(() => undefined)
    await sleep(20)
  }
  await link.close()
})
