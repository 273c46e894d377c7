import { describe, expect, test } from 'vitest'
import { createHostHider } from '../../../src/contracts/hide-hosts.ts'
import { cleanRecord } from '../../../src/contracts/redact.ts'
import type { MeasuredRecord } from '../../../src/contracts/run-record.ts'
import { withoutSecrets } from '../../../src/contracts/without-secrets.ts'
import { knownRecord } from '../presentation/known-run.ts'

describe('secrets', () => {
  test.each([
    ['sasl failed: password=hunter2, user bob', 'sasl failed: password=[removed], user bob'],
    ['"password": "hunter two"', '"password": [removed]'],
    ['api.secret = abc/def+1', 'api.secret = [removed]'],
    ['https://bob:hunter2@registry.example.com/x', 'https://[removed]@registry.example.com/x'],
    ['Authorization: Bearer eyJhbGciOi.J9', 'Authorization: Bearer [removed]'],
    ['-----BEGIN PRIVATE KEY-----\nabc\n-----END PRIVATE KEY-----', '[removed]'],
    ['The token ring has 3 members.', 'The token ring has 3 members.'],
  ])('%j is left as %j', (given, left) => {
    expect(withoutSecrets(given)).toBe(left)
  })
})

describe('host names', () => {
  test('become the same replacement wherever the same host occurs', () => {
    const hide = createHostHider()
    expect(hide('b1.example.com:9092 leads, B1.example.com follows 10.0.0.7:9093')).toBe(
      'host-1 leads, host-1 follows host-2',
    )
    expect(hide('[fe80::1]:9092, localhost:9092, 10.0.0.7')).toBe('host-3, host-4, host-2')
  })

  test('that are ordinary words leave longer names unchanged, and are hidden in any letter case', () => {
    expect(createHostHider(['kafka:9092'])('kafka and KAFKA are not Apache Kafka')).toBe(
      'host-1 and host-1 are not Apache Kafka',
    )
  })

  test.each([
    'Apache Kafka 4.3.1 took 1.5 s, e.g. 95 %.',
    'see client.properties and run.headroom.json',
    'acks=all: 5 in flight',
  ])('are not seen in %j', (text) => {
    expect(createHostHider()(text)).toBe(text)
  })
})

describe('a record', () => {
  const leaky = 'b1.example.com:9092 said password=hunter2'
  const record: MeasuredRecord = {
    ...knownRecord,
    endDetail: leaky,
    scenario: { ...knownRecord.scenario, notes: leaky },
    target: { ...knownRecord.target, label: leaky },
    preflight: {
      isPassed: true,
      checks: [{ id: 'tcp', label: 'TCP', state: 'passed', detail: leaky, remedy: leaky }],
    },
    cleanUp: { deletedTopics: [], deletedGroups: [], leftovers: [leaky] },
  }

  test('never contains a secret, and contains hosts unless they are to be left out', () => {
    const plain = JSON.stringify(cleanRecord(record, false))
    expect(plain).not.toContain('hunter2')
    expect(plain).toContain('b1.example.com:9092')
    const redacted = JSON.stringify(cleanRecord(record, true))
    expect(redacted).not.toMatch(/hunter2|b1\.example/)
  })

  test('without either is as it was', () => {
    expect(cleanRecord(knownRecord, false)).toEqual(knownRecord)
  })
})
