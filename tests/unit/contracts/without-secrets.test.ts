import { describe, expect, test } from 'vitest'
import { createHostHider } from '../../../src/contracts/hide-hosts.ts'
import { check } from '../../../src/contracts/parse.ts'
import { prometheusUrl } from '../../../src/contracts/run-plan.ts'
import { withoutSecrets } from '../../../src/contracts/without-secrets.ts'

/** So long that a pattern whose time grows with the square of the length takes minutes, and its test fails. */
const length = 1_000_000

/** Each is repeated. Patterns of earlier versions were slow on them. */
const hostile = [
  'a.',
  '-',
  '--',
  '--token',
  'eyJaaaaa-',
  'eyJaaaaa.',
  'x://:',
  'x://a@',
  '[:',
  ':',
  'a:',
  'a:b@',
  'password ',
  '1.1.1.1',
]

describe('a hostile text of 1 MB', () => {
  test.each(hostile)('of %j is cleaned of secrets', (part) => {
    const text = part.repeat(length / part.length)
    expect(withoutSecrets(text).length).toBeGreaterThan(0)
  })

  test.each(hostile)('of %j is cleaned of hosts', (part) => {
    const text = part.repeat(length / part.length)
    expect(createHostHider(['broker-7.example.com:9092'])(text).length).toBeGreaterThan(0)
  })

  test('with 5,000 hosts has each replaced, and the known ones also without their domain', () => {
    const hosts = Array.from({ length: 5_000 }, (_, index) => `h${index}.example.com`)
    const hidden = createHostHider(['broker-7.example.com:9092'])(`${hosts.join(' ')} broker-7 h3`)
    expect(hidden).not.toContain('example.com')
    expect(hidden.endsWith('host-1 host-5')).toBe(true)
  })
})

describe('a secret', () => {
  test.each([
    [`${'A_'.repeat(80)}PASSWORD=hunter2`, 'hunter2'],
    ['password="hunter2 cut off', 'hunter2'],
    ["sasl.password='hunter2", 'hunter2'],
    ['--sasl-password hunter2', 'hunter2'],
    ['http://u:hunter2@host:9090/metrics', 'hunter2'],
    ['http://:hunter2@host:9090/metrics', 'hunter2'],
    ['http://hunter2@127.0.0.1:1', 'hunter2'],
    ['ftp://hunter2@x', 'hunter2'],
    ['http://me:p@hunter2@host', 'hunter2'],
    ['GET /metrics?token=hunter2&x=1', 'hunter2'],
    ['expected host:port (found "me:hunter2@broker:9092")', 'hunter2'],
    ['me:hunter2@[::1]:9092', 'hunter2'],
    ['x-eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJtZSJ9.c2lnbmF0dXJl', 'c2lnbmF0dXJl'],
  ])('is removed from %j', (text, secret) => {
    expect(withoutSecrets(text)).not.toContain(secret)
    expect(withoutSecrets(text)).toContain('[removed]')
  })
})

describe('the address of a Prometheus endpoint', () => {
  test.each([
    'http://broker:9404/metrics?token=hunter2',
    'http://broker:9404/metrics?a=1&access_token=hunter2',
    'http://broker:9404/metrics?API_KEY=hunter2',
    'http://broker:9404/metrics#password=hunter2',
    'http://me:hunter2@broker:9404/metrics',
  ])('%j is refused, and its secret is not repeated', (address) => {
    const outcome = check(prometheusUrl, address)
    expect(outcome.ok).toBe(false)
    expect(JSON.stringify(outcome)).not.toContain('hunter2')
  })

  test.each([
    'http://broker:9404/metrics',
    'https://prometheus:9090/federate?match[]=kafka_server_BrokerTopicMetrics',
    'http://broker:9404/metrics?collect[]=jvm&name[]=tokens_by_topic',
  ])('%j is taken', (address) => {
    expect(check(prometheusUrl, address).ok).toBe(true)
  })
})
