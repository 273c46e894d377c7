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
  const [first, second, third] = timed.map(({ atEpochMs }) => atEpochMs)
  await link.close()
  for (const { atEpochMs, withinMs } of timed) {
    expect(atEpochMs - withinMs).toBeGreaterThanOrEqual(beganMs)
    expect(atEpochMs + withinMs).toBeLessThanOrEqual(endedMs)
  }
  // Requests are 250 ms apart; halfway of the waits they would be 125 ms apart.
  expect((second ?? 0) - (first ?? 0)).toBeGreaterThan(200)
  expect((third ?? 0) - (second ?? 0)).toBeGreaterThan(200)
})
