import { expect, it } from 'vitest'
import { plainAccess, splitServer } from '../../../../src/runner/admin/cluster-access.ts'
import { BrokerLink } from '../../../../src/runner/observe/broker-link.ts'
import { CostMeter } from '../../../../src/runner/observe/cost-meter.ts'
import { listGroupsRequest } from '../../../../src/runner/observe/requests/groups.ts'
import { startFakeBroker } from './fake-broker.ts'

it('stamps an answer with the time at which the broker was asked, not with that of the wait for its turn', async () => {
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
  // Each has its turn 250 ms after the one before, or later on a busy machine; a timer may be a millisecond early. With the
  // waits in it, the time of each would reach back to the beginning.
  expect(second).toBeGreaterThanOrEqual(beganMs + 250 - 2)
  expect(third).toBeGreaterThanOrEqual(beganMs + 500 - 4)
})

it('connects again where the broker has closed an idle connection', async () => {
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
  // Until the end of the connection has arrived.
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect((await link.ask(listGroupsRequest, null)).groups).toHaveLength(1)
  expect(cost.read().connections).toBe(2)
  await link.close()
})
