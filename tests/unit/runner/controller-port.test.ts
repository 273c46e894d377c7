import { expect, it } from 'vitest'
import { plainAccess } from '../../../src/runner/admin/cluster-access.ts'
import { explainKafkaError } from '../../../src/runner/admin/explain-kafka-error.ts'
import { connectAdmin } from '../../../src/runner/admin/kafka-admin.ts'
import { readCluster } from '../../../src/runner/observe/read-cluster.ts'
import { lateRefusal } from '../refusal.ts'
import { startFakeBroker } from './observe/fake-broker.ts'

const metadata = 3
const explained = {
  code: 'CLUSTER_UNREACHABLE',
  message: expect.stringContaining('it may be the port of a controller'),
  remedy: expect.stringContaining('listener of a broker'),
}

it('is named by a reading, because a controller does not know the request for metadata', async () => {
  const { server } = await startFakeBroker({ apiKey: metadata, how: 'unknown' })
  const access = plainAccess([server])
  const reading = readCluster({
    access,
    bounds: { spanMs: 0, sampleBytes: 0, requestsPerSec: 1_000, bytesPerSec: 1e9, historyHours: 0 },
    already: { history: [], samples: [] },
    signal: new AbortController().signal,
    emit: () => undefined,
  }).catch((error: unknown) => {
    throw explainKafkaError(error, access)
  })
  expect(await lateRefusal(reading)).toMatchObject(explained)
})

it('is named by the admin client of a run too', async () => {
  const { server } = await startFakeBroker({ apiKey: metadata, how: 'unknown' })
  const describing = connectAdmin(plainAccess([server]), { clientId: 'test', retries: 0 }).then((admin) =>
    admin.describe(),
  )
  expect(await lateRefusal(describing)).toMatchObject(explained)
})
