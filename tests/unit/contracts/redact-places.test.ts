/**
 * Every place of a record that holds a text of others, one by one: what stands there after cleaning, and that nothing else
 * is changed.
 */
import { describe, expect, it } from 'vitest'
import type { CampaignRecord } from '../../../src/contracts/campaign-record.ts'
import { cleanCampaign, cleanRecord, cleanRun } from '../../../src/contracts/redact.ts'
import type { ImportedRunFile } from '../../../src/contracts/run-file.ts'
import { importedFileOf, runOfImportedFile } from '../../../src/contracts/run-file-conversion.ts'
import type { MeasuredRecord } from '../../../src/contracts/run-record.ts'
import type { FleetMember } from '../../../src/contracts/run-share.ts'
import type { Sample } from '../../../src/contracts/sample.ts'
import { knownImportFile } from '../presentation/known-import.ts'
import { knownRecord, knownSamples } from '../presentation/known-run.ts'

const leaky = 'b1.example.com:9092 said password=hunter2'
const open = 'b1.example.com:9092 said password=[removed]'
const hidden = 'host-1 said password=[removed]'

/** The same value with other texts. */
function replaced<T>(value: T, texts: Readonly<Record<string, string>>): T {
  const replace = (inner: unknown): unknown => {
    if (typeof inner === 'string') return texts[inner] ?? inner
    if (Array.isArray(inner)) return inner.map(replace)
    if (typeof inner !== 'object' || inner === null) return inner
    return Object.fromEntries(Object.entries(inner).map(([key, each]) => [key, replace(each)]))
  }
  return replace(value) as T
}

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

const campaign: CampaignRecord = {
  kind: 'headroom.campaign-record',
  schemaVersion: 1,
  id: 'known-campaign',
  createdAtEpochMs: 1,
  endedAtEpochMs: 2,
  status: 'incomplete',
  endDetail: leaky,
  offering: knownRecord.offering,
  target: { ...knownRecord.target, label: leaky, hosts: ['b1.example.com:9092'] },
  request: {
    campaign: { kind: 'headroom.campaign', schemaVersion: 1, name: leaky, notes: leaky, steps: 'its own' },
    target: {
      kind: 'connection',
      connection: {
        kind: 'headroom.connection',
        schemaVersion: 1,
        name: leaky,
        bootstrapServers: ['b1.example.com:9092', 'kafka:9093'],
      },
    },
    prometheusUrl: 'http://b1.example.com:9090/metrics',
    agents: { addresses: [`b1.example.com:7443#${'a'.repeat(64)}`], onLostAgent: 'go-on' },
  },
  results: [{ stepId: 's', label: 'S', reason: leaky }],
  notRun: [
    { stepId: 't', label: 'T', runId: null, reason: leaky, remedy: leaky },
    { stepId: 'u', label: 'U', runId: null, reason: leaky, remedy: null },
  ],
} as unknown as CampaignRecord

describe('a campaign with a text of others in every place', () => {
  it('loses its secrets and nothing else', () => {
    expect(cleanCampaign(campaign, false)).toStrictEqual(replaced(campaign, { [leaky]: open }))
  })

  it('without a list of hosts gets none', () => {
    const { hosts: _hosts, ...target } = campaign.target ?? knownRecord.target
    expect(cleanCampaign({ ...campaign, target }, false).target).toStrictEqual({ ...target, label: open })
  })

  it('redacted keeps addresses that can be read and lead nowhere, and no fingerprint', () => {
    const { hosts: _hosts, ...target } = campaign.target ?? knownRecord.target
    const expected = replaced(
      { ...campaign, target },
      {
        [leaky]: hidden,
        'b1.example.com:9092': 'host-1:0',
        'kafka:9093': 'host-2:0',
        'http://b1.example.com:9090/metrics': 'http://host-1/metrics',
        [`b1.example.com:7443#${'a'.repeat(64)}`]: 'host-1:0',
      },
    )
    expect(cleanCampaign(campaign, true)).toStrictEqual(expected)
  })

  it('hides the servers of its connection where they are words like others, and a host before it is given away', () => {
    const told = { ...campaign, endDetail: 'kafka and node_7 are gone', results: [{ reason: 'node_7:9092 left' }] }
    const cleaned = cleanCampaign(told as unknown as CampaignRecord, true)
    expect([cleaned.endDetail, cleaned.results[0]?.reason]).toEqual(['host-2 and host-3 are gone', 'host-3 left'])
  })

  it.each([false, true])('without any of them stays as it was, key by key (redacted: %s)', (isRedacted) => {
    const { notRun: _notRun, ...some } = campaign
    const bare = {
      ...some,
      endDetail: null,
      target: null,
      results: [],
      request: { campaign: { name: 'Ladder' }, target: { kind: 'embedded' } },
    } as unknown as CampaignRecord
    expect(cleanCampaign(bare, isRedacted)).toStrictEqual(bare)
  })
})

describe('an imported run with a text of others in every place', () => {
  const [file] = knownImportFile.files
  const [repeat] = knownImportFile.repeats
  const [part] = repeat?.parts ?? []
  if (file === undefined || repeat === undefined || part === undefined) throw new Error('the known import is whole')
  const { scenario, prediction: predicted, overlay: laid } = knownImportFile
  if (scenario === null || predicted === null || laid === null) throw new Error('the known import is laid')

  const run: ImportedRunFile = {
    ...knownImportFile,
    name: `kafkaesque.txt of ${leaky}`,
    label: leaky,
    files: [
      { ...file, name: 'esque.txt' },
      { ...file, name: 'kafkaesque.txt' },
    ],
    repeats: [{ ...repeat, parts: [{ ...part, file: 'kafkaesque.txt', notes: [leaky, 'esque.txt ends early'] }] }],
    notes: [leaky, 'Same for all'],
    scenario: { ...scenario, name: leaky, notes: leaky },
    prediction: { ...predicted, scenarioName: leaky },
    overlay: { ...laid, reason: leaky },
    driven: {
      plan: knownRecord.plan,
      target: { ...knownRecord.target, label: leaky, hosts: ['b1.example.com:9092'] },
      toolVersion: 'Apache Kafka 4.3.1',
      windows: 8,
    },
  }
  const cleanImport = (file: ImportedRunFile, isRedacted: boolean) => {
    return importedFileOf(cleanRecord(runOfImportedFile(file), isRedacted))
  }

  it('loses its secrets and nothing else', () => {
    expect(cleanImport(run, false)).toStrictEqual(
      replaced(run, { [leaky]: open, [run.name]: `kafkaesque.txt of ${open}` }),
    )
    const named = {
      ...run,
      files: [{ ...file, name: leaky }],
      repeats: [{ ...repeat, parts: [{ ...part, file: leaky }] }],
    }
    expect(cleanImport(named, false)).toMatchObject({ files: [{ name: open }], repeats: [{ parts: [{ file: open }] }] })
  })

  it('redacted has numbers for its files, the longest name first, and no list of hosts', () => {
    const { hosts: _hosts, ...target } = run.driven?.target ?? knownRecord.target
    const expected = replaced(
      { ...run, driven: { ...run.driven, target } },
      {
        [leaky]: hidden,
        [run.name]: `file-2 of ${hidden}`,
        'esque.txt': 'file-1',
        'kafkaesque.txt': 'file-2',
        'esque.txt ends early': 'file-1 ends early',
      },
    )
    expect(cleanImport(run, true)).toStrictEqual(expected)
  })

  it('redacted replaces the name of a file that is not in its list, too', () => {
    const other = { ...run, repeats: [{ ...repeat, parts: [{ ...part, file: 'other.txt', notes: [] }] }] }
    expect(cleanImport(other, true).repeats[0]?.parts[0]?.file).toBe('file')
  })

  it('hides the hosts that it was driven against where they are words like others, and one before it is given away', () => {
    const driven =
      run.driven === undefined ? undefined : { ...run.driven, target: { ...run.driven.target, hosts: ['alpha:9092'] } }
    const told = { ...run, label: 'alpha and node_7', notes: ['node_7:9092 left'], ...(driven && { driven }) }
    expect(cleanImport(told, true)).toMatchObject({ label: 'host-1 and host-3', notes: ['host-3 left'] })
  })

  it.each([false, true])('without any of them stays as it was, key by key (redacted: %s)', (isRedacted) => {
    const { driven: _driven, ...some } = run
    const bare = { ...some, name: 'Host', label: 'imported', files: [], repeats: [], notes: [] }
    const unlaid = { ...bare, scenario: null, prediction: null, overlay: null } as ImportedRunFile
    expect(cleanImport(unlaid, isRedacted)).toStrictEqual(unlaid)
  })
})
