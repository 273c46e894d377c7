import { describe, expect, it } from 'vitest'
import { type Scenario, scenario as schema } from '../../../../src/contracts/scenario.ts'
import { provisionFiles } from '../../../../src/presentation/provision/provision-files.ts'
import { provisioningOf } from '../../../../src/presentation/provision/provisioning.ts'
import { dedicated, first, smallScenario, tuned } from '../../capacity/known-files.ts'

/** The files by name, with ordinary spaces. */
function filesOf(scenario: Scenario): ReadonlyMap<string, string> {
  const { files } = provisionFiles('properties', provisioningOf(scenario, dedicated, {}, '2026-11-27'))
  return new Map(files.map(({ name, text }) => [name, text.replaceAll('\u00A0', ' ')]))
}

/** The properties as Kafka's clients read them. */
function propertiesOf(text = ''): Record<string, string> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return Object.fromEntries(lines.map((line) => line.split('=', 2)))
}

describe('properties of clients', () => {
  it('are a file per producer and per group, with the settings of the answer', () => {
    const files = filesOf(tuned)
    expect([...files.keys()]).toEqual(['producer-producer.properties', 'consumer-group.properties'])
    expect(propertiesOf(files.get('producer-producer.properties'))).toEqual({
      'linger.ms': '50',
      'batch.size': '16384',
      'compression.type': 'lz4',
      'max.in.flight.requests.per.connection': '5',
      acks: 'all',
    })
    expect(propertiesOf(files.get('consumer-group.properties'))).toEqual({
      'fetch.min.bytes': '65536',
      'fetch.max.wait.ms': '500',
    })
  })

  it.each([
    ['java', 'max.request.size'],
    ['librdkafka', 'message.max.bytes'],
  ] as const)(
    'raise what clients over %s refuse of records of 3 MB, and how much consumers fetch',
    (clientFamily, name) => {
      const files = filesOf(smallScenario({ producer: { recordValueBytes: 3_000_000 }, workload: { clientFamily } }))
      const [producer, consumer] = files.values()
      expect(propertiesOf(producer)[name]).toBe('3145728')
      expect(producer).toMatch(
        /\n# A (record|batch) takes up to 3,000,0\d\d bytes; by default the client refuses more than /,
      )
      expect(propertiesOf(consumer)['max.partition.fetch.bytes']).toBe('3145728')
    },
  )

  it('say above each value what the client’s default would need', () => {
    const text = filesOf(tuned).get('producer-producer.properties') ?? ''
    expect(text).toMatch(
      /\n# With the client’s default, 5, the workload would need \d+ CKUs instead of 3 CKUs\.\nlinger\.ms=50\n/,
    )
    expect(text).toContain('# The client’s default, with which the answer was predicted.\nbatch.size=16384')
    expect(text).toContain('# As in the scenario: a record is acknowledged by 2 in-sync replicas at least')
  })

  it('use the names and numbers that each family of clients takes', () => {
    const half = (clientFamily: 'java' | 'librdkafka') =>
      schema.parse({
        ...first,
        workload: {
          ...first.workload,
          clientFamily,
          producers: first.workload.producers.map((producer) => ({ ...producer, lingerMs: 0.5 })),
        },
      })
    const [java] = filesOf(half('java')).values()
    const [librdkafka] = filesOf(half('librdkafka')).values()
    expect(propertiesOf(java)['linger.ms']).toBe('1')
    expect(propertiesOf(librdkafka)['linger.ms']).toBe('0.5')
    const consumer = filesOf(half('librdkafka')).get('consumer-billing.properties')
    expect(propertiesOf(consumer)['fetch.wait.max.ms']).toBe('500')
  })

  it.each([
    [
      { isIdempotent: true, maxInFlight: 20 },
      { 'enable.idempotence': 'true', 'max.in.flight.requests.per.connection': '5' },
    ],
    [
      { transactionMs: 100, maxInFlight: 20 },
      { 'enable.idempotence': 'true', 'max.in.flight.requests.per.connection': '5', acks: 'all' },
    ],
    [{ acks: '1' as const }, { 'enable.idempotence': 'false', acks: '1' }],
    [{ maxInFlight: 6 }, { 'enable.idempotence': 'false', 'max.in.flight.requests.per.connection': '6' }],
  ])('are ones that clients accept together: %j', (producer, expected) => {
    const [text] = filesOf(smallScenario({ producer, workload: { clientFamily: 'java' } })).values()
    expect(propertiesOf(text)).toMatchObject(expected)
  })

  it('leave the id of transactions to the application, which has to keep it', () => {
    const [text] = filesOf(smallScenario({ producer: { transactionMs: 100 } })).values()
    expect(text).toMatch(/own that it keeps over restarts\.[\s#]+In the scenario it commits 100 ms after/)
    expect(text).toMatch(/^# transactional\.id$/m)
    const [plain] = filesOf(smallScenario({})).values()
    expect(plain).not.toContain('transactional.id')
  })

  it('have names of files that differ, whatever the clients are called', () => {
    const [producer] = first.workload.producers
    const names = ['../../etc/passwd', 'ä', 'A b', 'a-b', 'CON', 'x'.repeat(200)]
    const producers = names.map((name) => ({ ...producer, name }))
    const files = [...filesOf(schema.parse({ ...first, workload: { ...first.workload, producers } })).keys()]
    expect(new Set(files.map((name) => name.toLowerCase())).size).toBe(files.length)
    for (const name of files) expect(name).toMatch(/^(producer|consumer)-[a-z0-9][a-z0-9._-]{0,70}\.properties$/)
  })
})
