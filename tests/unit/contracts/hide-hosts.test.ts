import { describe, expect, it } from 'vitest'
import { createHostHider } from '../../../src/contracts/hide-hosts.ts'

describe('a host in a text', () => {
  it.each([
    ['b1.example.com does not answer', 'host-1 does not answer'],
    ['b1.example.com.', 'host-1.'],
    ['at b1.example.com:9092, at b1.example.com:9093', 'at host-1, at host-1'],
    ['broker:9092 and broker', 'host-1 and host-1'],
    ['a_b.c-d.example.org', 'host-1'],
    ['10.0.0.7:9092 and 10.0.0.7', 'host-1 and host-1'],
    ['10.0.0.7 and 10.0.0.77 and 110.0.0.7', 'host-1 and host-2 and host-3'],
    ['[fe80::1]:9092 and [fe80::1] and fe80::1', 'host-1 and host-1 and host-1'],
    ['2001:db8:0:0:0:0:0:1 and ::1', 'host-1 and host-2'],
    ['::ffff:10.1.2.3 refused, [::ffff:10.1.2.3]:9092 too', 'host-1 refused, host-1 too'],
    ['connect ECONNREFUSED ::ffff:10.1.2.3.', 'connect ECONNREFUSED host-1.'],
    ['enotfound Kafka', 'enotfound host-1'],
    ['getaddrinfo ENOTFOUND kafka', 'getaddrinfo ENOTFOUND host-1'],
    ['ENOTFOUND Kafka, though Apache Kafka runs', 'ENOTFOUND host-1, though Apache Kafka runs'],
    ['getaddrinfo EAI_AGAIN kafka-7', 'getaddrinfo EAI_AGAIN host-1'],
    ['größe.example.de', 'host-1'],
    ['x.log.example.com', 'host-1'],
  ])('%j is hidden: %j', (text, hidden) => {
    expect(createHostHider()(text)).toBe(hidden)
  })

  it.each([
    '2026-11-22T17:55:46.123Z',
    'at 17:55:46 it took 1.5 s',
    'version 4.3.1, ratio 1:50',
    'a sum of 12.5 MB/s, i.e. 95 %',
    'client.properties, a.json, trust.jks, b.yaml, b.yml, run.headroom.json, plan.sh',
    'reference std::vector',
    'Error :: text',
    'set linger.ms:50, batch.size:16384, then linger.ms again',
    'in run.ts:52 and run.ts:152',
    '[10:30:00] started, [12:34] ended',
    'raise linger.ms and batch.size, lower min.insync.replicas',
    'org.apache.kafka.common.errors.TimeoutException: timed out',
    'java.net.ConnectException',
    'error 1:2:3',
    '',
  ])('nothing is hidden in %j', (text) => {
    expect(createHostHider()(text)).toBe(text)
  })

  it('with a file extension as its last label is hidden only if it is given', () => {
    expect(createHostHider()('kafka.sh leads')).toBe('kafka.sh leads')
    expect(createHostHider(['kafka.sh:9092'])('kafka.sh leads, kafka-run.sh follows')).toBe(
      'host-1 leads, kafka-run.sh follows',
    )
  })

  it('with a file extension is hidden if it has a port of four digits or more', () => {
    expect(createHostHider()('broker.example.md:9092, kafka.sh:9092 and kafka.sh')).toBe('host-1, host-2 and host-2')
  })

  it('is hidden by its first label alone unless that has letters only', () => {
    expect(createHostHider(['broker-7.example.com:9092'])('broker-7 leads, broker-70 follows')).toBe(
      'host-1 leads, broker-70 follows',
    )
    expect(createHostHider(['broker.example.com:9092'])('a broker leads')).toBe('a broker leads')
    expect(createHostHider(['7.example.com:9092'])('7 of 7')).toBe('7 of 7')
    expect(createHostHider(['01.example.com:9092'])('at 10:01:30')).toBe('at 10:01:30')
    expect(createHostHider(['10.0.0.7:9092'])('10 of 10')).toBe('10 of 10')
    expect(createHostHider(['[10:a::1]:9092'])('10 of 10')).toBe('10 of 10')
  })

  it('is hidden by its first label if that mixes letters with digits or hyphens', () => {
    expect(createHostHider(['7node.example.com:9092'])('7node')).toBe('host-1')
    expect(createHostHider(['node-1.10:9092'])('node-1')).toBe('host-1')
    expect(createHostHider(['7-x.example.com:9092'])('7-x')).toBe('host-1')
  })

  it('that shares its first label with another host gives the label to the host that came first', () => {
    const hide = createHostHider(['node-1.left.example:9092', 'node-1.right.example:9092'])
    expect(hide('node-1, node-1.left.example, node-1.right.example')).toBe('host-1, host-1, host-2')
  })

  it('is hidden in all spellings: port, brackets, capitals', () => {
    const hide = createHostHider(['[FE80::1]:9092', 'Broker_7:9092', 'fe80::2'])
    expect(hide('fe80::1, [fe80::1]:9093, BROKER_7, broker_7:1, FE80::2')).toBe(
      'host-1, host-1, host-2, host-2, host-3',
    )
  })

  it('is hidden with letters outside ASCII, in upper and lower case', () => {
    expect(createHostHider(['größe_7:9092'])('größe_7, Größe_7')).toBe('host-1, host-1')
  })

  it('is not hidden inside another word or name', () => {
    const hide = createHostHider(['alpha:9092'])
    expect(hide('alpha, alphabet, x-alpha, alpha-x, alpha.')).toBe('host-1, alphabet, x-alpha, alpha-x, host-1.')
  })

  it('that another one begins with is replaced separately, whichever is given first', () => {
    expect(createHostHider(['db_1:9092', 'db_1.site_2:9092'])('db_1.site_2 db_1')).toBe('host-2 host-1')
    // ":2" could be the port of the first host, but is part of the second.
    expect(createHostHider(['fe80::1', 'fe80::1:2'])('fe80::1:2 fe80::1')).toBe('host-2 host-1')
    expect(createHostHider(['fe80::1:2', 'fe80::1'])('fe80::1:2 fe80::1')).toBe('host-1 host-2')
    expect(createHostHider(['db_1:9092', 'db_1+a:9092'])('db_1+a db_1')).toBe('host-2 host-1')
    expect(createHostHider(['db_1+a:9092', 'db_1:9092'])('db_1+a db_1')).toBe('host-1 host-2')
  })

  it('is not the empty text at the end of a list', () => {
    expect(createHostHider(['a_1:9092', '', ':9093'])('at a_1, or b.example.com')).toBe('at host-1, or host-2')
  })

  it('with the name of a setting of Kafka is hidden only if it is given', () => {
    expect(createHostHider(['group.id:9092'])('group.id and client.id')).toBe('host-1 and client.id')
  })

  it('that looks like a package of Java is hidden', () => {
    expect(createHostHider()('java.example.com, org.apache.kafka.example.com')).toBe('host-1, host-2')
  })

  it('is matched literally if its name has characters that are special in regular expressions', () => {
    expect(createHostHider(['a+b(c:9092'])('a+b(c or aab(c')).toBe('host-1 or aab(c')
    expect(createHostHider(['a[b]:9092'])('a[b] or ab')).toBe('host-1 or ab')
    expect(createHostHider(['[b]a:9092'])('[b]a or ba')).toBe('host-1 or ba')
  })

  it('that is recognised at the end of a text is hidden at its beginning too', () => {
    expect(createHostHider()('node_7 left: connect to node_7:9092')).toBe('host-1 left: connect to host-1')
  })

  it('has the same replacement in every text, and a new host the next number', () => {
    const hide = createHostHider()
    expect([hide('b1.example.com'), hide('b2.example.com'), hide('b1.example.com')]).toEqual([
      'host-1',
      'host-2',
      'host-1',
    ])
  })

  it('stays if it is written as a capitalised word, and is hidden in any other case', () => {
    expect(createHostHider(['kafka:9092'])('Kafka, KAFKA, kafka, Kafka:9092')).toBe('Kafka, host-1, host-1, host-1')
    expect(createHostHider(['mykafka:9092'])('myKafka')).toBe('host-1')
  })
})

it('searches at most 250 given hosts by name, and finds the others by their form', () => {
  const hide = createHostHider(Array.from({ length: 300 }, (_, index) => `broker${index + 1}x`))
  expect(hide('broker250x leads, broker251x follows')).toBe('host-250 leads, broker251x follows')
  expect(hide('at broker251x:9092')).toBe('at host-251')
})
