/**
 * Every place of a run that holds a text of others, one by one: what stands there after cleaning, and that nothing else
 * is changed.
 */
import { describe, expect, it } from 'vitest'
import { cleanRecord, cleanRun } from '../../../src/contracts/redact.ts'
import type { MeasuredRecord } from '../../../src/contracts/run-record.ts'
import type { FleetMember } from '../../../src/contracts/run-share.ts'
import type { Sample } from '../../../src/contracts/sample.ts'
import { knownRecord, knownSamples } from '../presentation/known-run.ts'
import { hidden, leaky, open, replaced } from './leaky-texts.ts'

const { environment, result, overlay, preflight, prediction } = knownRecord
if (environment === null || result === null || overlay === null || preflight === null)
  throw new Error('the known run is whole')

const stayed: FleetMember = {
  name: 'b1.example.com:7443',
  environment,
  probe: null,
  capacity: 1,
  producerIds: [],
  groupIds: [],
  loadFraction: 0.5,
  clockBefore: { offsetMs: 0, boundMs: 1 },
  clockAfter: null,
  lost: null,
}
const lost: FleetMember = { ...stayed, name: 'two.example.com:7443', lost: { lastSecond: 3, why: leaky } }
const [before, first] = knownSamples(2)
if (before === undefined || first === undefined) throw new Error('the known run has samples')
const [worker] = first.workers
if (worker === undefined) throw new Error('the known run has a worker')

const samples: Sample[] = [
  before,
  {
    ...first,
    workers: [
      { ...worker, workerId: 'b1.example.com:7443/producer/0' },
      { ...worker, workerId: 'two.example.com:7443/consumer-1' },
      { ...worker, workerId: 'nobody/consumer-1' },
      { ...worker, workerId: 'producer-0' },
    ],
    hosts: [
      { host: 'two.example.com:7443', cpu: 0.5 },
      { host: 'nobody', cpu: 0.1 },
    ],
    prometheus: { figures: { cpuCores: 2 }, error: leaky },
  },
  { ...first, second: 2, prometheus: { figures: { cpuCores: 3 }, error: null } },
]

/** A text of others wherever there may be one. */
const full: MeasuredRecord = {
  ...knownRecord,
  endDetail: leaky,
  scenario: { ...knownRecord.scenario, name: leaky, notes: leaky },
  prediction: { ...prediction, scenarioName: leaky },
  target: { ...knownRecord.target, label: leaky, hosts: ['b1.example.com:9092'] },
  plan: { ...knownRecord.plan, prometheusUrl: 'http://b1.example.com:9090/metrics' },
  agents: [stayed, lost],
  preflight: {
    isPassed: false,
    hosts: ['three.example.com:9092'],
    checks: [
      { id: 'tcp', label: leaky, state: 'failed', detail: leaky, remedy: leaky },
      { id: 'tls', label: 'TLS', state: 'passed', detail: leaky, remedy: null },
    ],
  },
  cleanUp: { deletedTopics: [leaky], deletedGroups: [], leftovers: [leaky, 'nothing'] },
  overlay: { ...overlay, reason: leaky },
  result: {
    ...result,
    prometheus: { readings: 3, failedReadings: 1, lastError: leaky, figures: {} },
    accounting: { ...result.accounting, gaps: [leaky, 'nothing'] },
    diagnosis: { ...result.diagnosis, sentence: leaky, evidence: [{ label: leaky, value: leaky }] },
  },
}
/** Names that we gave stay as they are: ids of checks and topics of the run. */
function withOwnWords(record: MeasuredRecord): MeasuredRecord {
  const { preflight: checked, cleanUp, result: measured } = record
  if (checked === null || cleanUp === null || measured === null) throw new Error('it is whole')
  const [failed, passed] = checked.checks
  const [evidence] = measured.diagnosis.evidence
  if (failed === undefined || passed === undefined || evidence === undefined) throw new Error('it is whole')
  return {
    ...record,
    preflight: { ...checked, checks: [{ ...failed, label: leaky }, passed] },
    cleanUp: { ...cleanUp, deletedTopics: [leaky] },
    result: { ...measured, diagnosis: { ...measured.diagnosis, evidence: [{ ...evidence, label: leaky }] } },
  }
}

describe('a run with a text of others in every place', () => {
  it('loses its secrets and nothing else', () => {
    const cleaned = cleanRun({ record: full, samples }, false)
    expect(cleaned.record).toStrictEqual(withOwnWords(replaced(full, { [leaky]: open })))
    expect(cleaned.samples).toStrictEqual(replaced(samples, { [leaky]: open }))
  })

  it('redacted has the same word for the same host, and no list of hosts', () => {
    const cleaned = cleanRun({ record: full, samples }, true)
    const { hosts: _hosts, ...target } = full.target
    const { hosts: _advertised, ...checked } = full.preflight ?? preflight
    const names = {
      [leaky]: hidden,
      'b1.example.com:7443': 'host-1',
      // The advertised listener is the second one that is known.
      'two.example.com:7443': 'host-3',
      'http://b1.example.com:9090/metrics': 'http://host-1/metrics',
      'b1.example.com:7443/producer/0': 'host-1/producer/0',
      'two.example.com:7443/consumer-1': 'host-3/consumer-1',
    }
    expect(cleaned.record).toStrictEqual(withOwnWords(replaced({ ...full, target, preflight: checked }, names)))
    expect(cleaned.samples).toStrictEqual(replaced(samples, names))
  })

  it('hides a host that occurs before the place that identifies it', () => {
    const early = { ...knownRecord, endDetail: 'node_7 is gone', agents: [{ ...stayed, name: 'node_7:7443' }] }
    expect(cleanRecord(early, true)).toMatchObject({ endDetail: 'host-1 is gone', agents: [{ name: 'host-1' }] })
  })

  it('hides a host that only its configuration names, even if it looks like an ordinary word', () => {
    const record: MeasuredRecord = {
      ...knownRecord,
      endDetail: 'alpha and beta are gone',
      target: { ...knownRecord.target, hosts: ['alpha:9092'] },
      preflight: { ...preflight, hosts: ['beta:9092'] },
    }
    expect(cleanRecord(record, true).endDetail).toBe('host-1 and host-2 are gone')
    expect(cleanRecord({ ...record, preflight: null }, true)).toMatchObject({
      endDetail: 'host-1 and beta are gone',
      preflight: null,
    })
    expect(cleanRecord({ ...record, preflight: null }, true).target).not.toHaveProperty('hosts')
  })

  it.each([false, true])('without any of them stays as it was, key by key (redacted: %s)', (isRedacted) => {
    const bare: MeasuredRecord = {
      ...knownRecord,
      endDetail: null,
      scenario: Object.fromEntries(
        Object.entries(knownRecord.scenario).filter(([key]) => key !== 'notes'),
      ) as MeasuredRecord['scenario'],
      preflight: null,
      cleanUp: null,
      result: null,
      overlay: null,
    }
    expect(cleanRun({ record: bare, samples: [before] }, isRedacted)).toStrictEqual({ record: bare, samples: [before] })
    const unread = {
      ...knownRecord,
      result: { ...result, prometheus: { readings: 3, failedReadings: 0, lastError: null, figures: {} } },
    }
    expect(cleanRecord(unread, isRedacted)).toStrictEqual(unread)
  })
})

describe('the address of an endpoint', () => {
  const shown = (url: string, isRedacted = true) => {
    return cleanRecord({ ...knownRecord, plan: { ...knownRecord.plan, prometheusUrl: url } }, isRedacted).plan
      .prometheusUrl
  }

  it.each([
    ['http://metrics/metrics', 'http://host-1/metrics'],
    ['https://metrics:9090/metrics', 'https://host-1/metrics'],
    ['http://m.example.com:9090/a/b.example', 'http://host-1/a/b.example'],
    ['http://[fe80::7]:9090/metrics', 'http://host-1/metrics'],
    ['http://10.0.0.7/metrics', 'http://host-1/metrics'],
  ])('%s redacted is %s', (url, expected) => {
    expect(shown(url)).toBe(expected)
  })

  it('stays as it was where hosts are shown, without a port of our own making', () => {
    expect(shown('http://metrics/metrics', false)).toBe('http://metrics/metrics')
    expect(shown('http://metrics:9090/metrics', false)).toBe('http://metrics:9090/metrics')
  })
})
