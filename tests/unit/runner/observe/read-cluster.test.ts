import { describe, expect, it } from 'vitest'
import { observedApi, observedApis } from '../../../../src/contracts/observe-rights.ts'
import type { ReadingPart } from '../../../../src/contracts/reading-part.ts'
import { assembleReading } from '../../../../src/measurement/reading/assemble-reading.ts'
import { startFakeBroker } from './fake-broker.ts'
import type { Refusal } from './fake-responses.ts'
import { bounds, readFrom } from './read-from.ts'

/** Requests that the fake broker can refuse, and without which a reading continues. */
const losable = {
  ListOffsets: { apiKey: 2 },
  DescribeConfigs: { apiKey: 32, resourceType: 2 },
  'DescribeConfigs of brokers': { apiKey: 32, resourceType: 4 },
  DescribeLogDirs: { apiKey: 35 },
  ListGroups: { apiKey: 16 },
  DescribeGroups: { apiKey: 15 },
  ConsumerGroupDescribe: { apiKey: 69 },
  ShareGroupDescribe: { apiKey: 77 },
  DescribeShareGroupOffsets: { apiKey: 90 },
  OffsetFetch: { apiKey: 9 },
  DescribeClientQuotas: { apiKey: 48 },
  ListPartitionReassignments: { apiKey: 46 },
  DescribeProducers: { apiKey: 61 },
  Fetch: { apiKey: 1 },
} as const satisfies Record<string, Omit<Refusal, 'how'>>

const cases = Object.keys(losable).flatMap((api) =>
  (['unknown', 'denied', 'closes'] as const).map((how) => ({ api: api as keyof typeof losable, how })),
)

describe('the reading of a cluster', () => {
  it('has all parts if nothing is refused', async () => {
    const { server } = await startFakeBroker()
    const reading = await readFrom(server)
    expect([reading.isComplete, reading.refusals]).toEqual([true, []])
    const [orders] = reading.topics
    expect(orders?.partitions.map(({ index, last }) => [index, last?.end])).toEqual([
      [0, 1_000],
      [1, 1_000],
    ])
    expect(orders?.history).not.toBeNull()
    expect(orders?.sample?.following.batches).toBeGreaterThan(0)
    expect(orders).toMatchObject({
      replicaLogBytes: 10_000,
      activeProducers: 1,
      configs: { 'retention.ms': '3600000' },
    })
    // The offset -1 of the second partition: never committed.
    expect(reading.groups?.[0]?.committed?.[0]).toMatchObject({ partitions: [0, 1], last: [900, null] })
    expect(reading.groups?.[0]?.members).toEqual([{ clientId: 'app', host: '/10.0.0.1', assigned: [] }])
  })

  it('leaves out hours whose offsets are refused after the first snapshot, instead of counting 0 records', async () => {
    const whole = await readFrom((await startFakeBroker()).server)
    expect(whole.topics[0]?.history?.hours.length).toBeGreaterThan(0)
    const refusal = { apiKey: 2, how: 'denied', after: 2 } as const
    const { server } = await startFakeBroker(refusal)
    const [orders] = (await readFrom(server)).topics
    expect(orders?.partitions[0]?.first?.end).toBe(1_000)
    expect(orders?.history?.hours ?? []).toEqual([])
  })

  it.each(cases)(
    'is complete even if $api is refused ($how), and says what is unknown because of that',
    async ({ api, how }) => {
      const { server } = await startFakeBroker({ ...losable[api], how })
      const reading = await readFrom(server)
      expect(reading.isComplete).toBe(true)
      // A broker that does not know DescribeConfigs refuses it for topics and brokers.
      const meant = how === 'unknown' && api.startsWith('DescribeConfigs') ? /^DescribeConfigs/ : new RegExp(`^${api}$`)
      expect(reading.refusals.length).toBeGreaterThan(0)
      for (const refusal of reading.refusals) expect(refusal.api).toMatch(meant)
      const own = reading.refusals.find((refusal) => refusal.api === api)
      expect(own?.unknown).toBe(observedApi(api).unknown)
      if (how === 'denied') expect(own?.error).toMatch(/^(TOPIC|GROUP|CLUSTER)_AUTHORIZATION_FAILED$/)
      expect(own?.neededAcl === null).toBe(how === 'unknown')
      expect(reading.topics).toHaveLength(1)
    },
  )

  it.each([
    { api: 'ListGroups', apiKey: 16, code: 14, name: 'COORDINATOR_LOAD_IN_PROGRESS' },
    { api: 'ListGroups', apiKey: 16, code: 15, name: 'COORDINATOR_NOT_AVAILABLE' },
    { api: 'DescribeGroups', apiKey: 15, code: 14, name: 'COORDINATOR_LOAD_IN_PROGRESS' },
    { api: 'OffsetFetch', apiKey: 9, code: 14, name: 'COORDINATOR_LOAD_IN_PROGRESS' },
    { api: 'OffsetFetch', apiKey: 9, code: 15, name: 'COORDINATOR_NOT_AVAILABLE' },
  ])('asks for $api again while it is $name, and counts it as refused if it stays so', async ({ api, ...refused }) => {
    const passing = await startFakeBroker({ ...refused, how: 'denied', times: 3 })
    const reading = await readFrom(passing.server)
    expect([reading.isComplete, reading.refusals]).toEqual([true, []])
    expect(reading.groups?.[0]?.members).toHaveLength(1)
    expect(reading.groups?.[0]?.committed).toHaveLength(1)
    const lasting = await startFakeBroker({ ...refused, how: 'denied' })
    const { refusals } = await readFrom(lasting.server)
    // No right would end it.
    expect(refusals.map((refusal) => [refusal.api, refusal.error, refusal.neededAcl])).toEqual([
      [api, refused.name, null],
    ])
    expect(lasting.requests.filter((apiKey) => apiKey === refused.apiKey)).toHaveLength(4)
  })

  it.each([{ apiKey: 9 }, { apiKey: 15 }])(
    'lists the groups again if the coordinator of a group has moved (request $apiKey)',
    async ({ apiKey }) => {
      const { server, requests } = await startFakeBroker({ apiKey, how: 'denied', code: 16, times: 1 })
      expect((await readFrom(server)).refusals).toEqual([])
      expect(requests.filter((each) => each === 16)).toHaveLength(2)
    },
  )

  it.each([3, 5, 6, 9, 78])('asks for the leaders again if a partition has moved (error %i)', async (code) => {
    const { server, requests } = await startFakeBroker({ apiKey: 2, how: 'denied', code, times: 2 })
    const reading = await readFrom(server)
    expect([reading.refusals, reading.notes]).toEqual([[], []])
    expect(reading.topics[0]?.partitions.map(({ last }) => last?.end)).toEqual([1_000, 1_000])
    expect(requests.filter((each) => each === 3)).toHaveLength(3)
  })

  it.each(['ListOffsets', 'DescribeConfigs', 'DescribeProducers', 'Fetch'] as const)(
    'names the topic for which %s is refused',
    async (api) => {
      const { server } = await startFakeBroker({ ...losable[api], how: 'denied' })
      const own = (await readFrom(server)).refusals.filter((refusal) => refusal.api === api)
      expect(own.map(({ topics }) => topics)).toEqual([['orders']])
    },
  )

  it.each(['DescribeConfigs', 'DescribeProducers'] as const)(
    'does not count a deleted topic as a refusal of %s',
    async (api) => {
      const { server } = await startFakeBroker({ ...losable[api], how: 'denied', code: 3 })
      expect((await readFrom(server)).refusals).toEqual([])
    },
  )

  it('says that offsets are missing if leaders do not get ready', async () => {
    const { server } = await startFakeBroker({ apiKey: 2, how: 'denied', code: 6 })
    const reading = await readFrom(server)
    expect([reading.isComplete, reading.refusals]).toEqual([true, []])
    expect(reading.notes.join()).toContain('leaders were not ready')
  })

  it('covers every request of a reading but the one that everything begins with', () => {
    const covered = new Set([...Object.keys(losable), 'Metadata'])
    expect(observedApis.map(({ api }) => api).filter((api) => !covered.has(api))).toEqual([])
  })

  it('stops sampling once brokers have throttled it twice', async () => {
    const { server, requests } = await startFakeBroker(null, 1)
    const reading = await readFrom(server)
    expect(requests.filter((apiKey) => apiKey === 1)).toHaveLength(2)
    expect(reading.cost.throttled).toBe(2)
    expect(reading.notes.join()).toContain('throttled')
    expect(reading.topics[0]?.sample).not.toBeNull()
  })

  it('distinguishes a cluster without groups from one whose groups may not be listed', async () => {
    const { server } = await startFakeBroker(null, 0, { groups: [] })
    expect((await readFrom(server)).groups).toEqual([])
    const denied = await startFakeBroker({ apiKey: 16, how: 'denied' })
    expect((await readFrom(denied.server)).groups).toBeNull()
  })

  it('reads all partitions of topics with few records with one fetch', async () => {
    const { server, requests } = await startFakeBroker(null, 0, { recordsOfPartition: 200 })
    const [topic] = (await readFrom(server)).topics
    expect(topic?.sample?.spots.map(({ partition }) => partition)).toEqual([0, 1])
    expect(requests.filter((apiKey) => apiKey === 1)).toHaveLength(1)
  })

  it.each([1, 3, 6])(
    'does not count error %i of a Fetch as a refusal: the records or the leader are gone',
    async (code) => {
      const { server } = await startFakeBroker({ apiKey: 1, how: 'denied', code })
      const reading = await readFrom(server)
      expect([reading.isComplete, reading.refusals]).toEqual([true, []])
    },
  )

  it('samples a topic whose first fetches return no batch, because a leader has just moved', async () => {
    const { server } = await startFakeBroker({ apiKey: 1, how: 'denied', code: 6, times: 4 })
    expect((await readFrom(server)).topics[0]?.sample).not.toBeNull()
    const { requests, ...lost } = await startFakeBroker({ apiKey: 1, how: 'denied', code: 6 })
    expect((await readFrom(lost.server)).topics[0]?.sample).toBeNull()
    expect(requests.filter((apiKey) => apiKey === 1)).toHaveLength(5)
  })

  it('names topics whose records are gone when they are read', async () => {
    const outOfRange = 1
    const { server } = await startFakeBroker({ apiKey: 1, how: 'denied', code: outOfRange })
    const reading = await readFrom(server)
    expect([reading.refusals, reading.topics[0]?.sample]).toEqual([[], null])
    expect(reading.notes.join()).toMatch(
      /The record sizes of orders were not sampled: when they were read, their records had been deleted/,
    )
  })

  it('keeps to its byte budget, except for the fetch that reaches it', async () => {
    const { server } = await startFakeBroker()
    const { cost } = await readFrom(server)
    expect(cost.sampledBytes).toBeGreaterThan(bounds.sampleBytes)
    expect(cost.sampledBytes).toBeLessThan(bounds.sampleBytes + 3_000)
  })

  it('ends if less than a byte of its budget is left', async () => {
    const { server } = await startFakeBroker()
    const { sampledBytes } = (await readFrom(server, { sampleBytes: 1 })).cost
    const { cost } = await readFrom(server, { sampleBytes: sampledBytes + 0.5 })
    expect(cost.sampledBytes).toBe(sampledBytes)
  })

  it('ends with what it has when it is stopped', async () => {
    const { server, requests } = await startFakeBroker()
    const controller = new AbortController()
    const onPart = ({ part }: ReadingPart) => {
      if (part === 'offsets') controller.abort(new Error('stop'))
    }
    const reading = await readFrom(server, { signal: controller.signal, onPart })
    expect([reading.isComplete, reading.endedEarlyBecause]).toEqual([false, 'The reading was stopped.'])
    expect(reading.topics[0]?.partitions.map(({ last }) => last?.end)).toEqual([1_000, 1_000])
    expect(requests).not.toContain(1)
  })

  it('waits while the cluster cannot be reached, and says so', async () => {
    const { server } = await startFakeBroker({ apiKey: 3, how: 'closes', after: 1, times: 3 })
    const reading = await readFrom(server, { spanMs: 10, outage: { mostMs: 60_000, retryMs: 1 } })
    expect(reading.isComplete).toBe(true)
    expect(reading.notes).toEqual(['The cluster could not be reached for a while: snapshots of that time are missing.'])
  })

  it('ends if the cluster stays out of reach', async () => {
    const { server } = await startFakeBroker({ apiKey: 3, how: 'closes', after: 1 })
    const parts: ReadingPart[] = []
    const onPart = (part: ReadingPart) => parts.push(part)
    const reading = readFrom(server, { spanMs: 10, outage: { mostMs: 10, retryMs: 1 }, onPart })
    await expect(reading).rejects.toThrow('Closed connection')
    expect(assembleReading(parts)).toMatchObject({ isComplete: false, endedEarlyBecause: 'The reading broke off.' })
  })

  it('distinguishes a broker that cannot be reached from one that refuses', async () => {
    const { server } = await startFakeBroker(null, 0, { leaderPort: 1 })
    const { refusals } = await readFrom(server)
    const away = refusals.filter(({ isAway }) => isAway === true)
    expect(away.map(({ api, neededAcl }) => [api, neededAcl])).toContainEqual(['ListOffsets', null])
    expect(away[0]?.error).toContain('ECONNREFUSED')
  })

  it('fails if nothing listens', async () => {
    await expect(readFrom('127.0.0.1:1')).rejects.toThrow('ECONNREFUSED')
  })
})
