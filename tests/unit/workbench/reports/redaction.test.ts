/**
 * No host of a run's configuration stands anywhere in what is written of it redacted, and no secret in what is written at
 * all: with texts in every place of a record that holds free text.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { check } from '../../../../src/contracts/parse.ts'
import { cleanRecord } from '../../../../src/contracts/redact.ts'
import { defaultReportOptions } from '../../../../src/contracts/report-options.ts'
import { exportedRun, type RunExport, runExport } from '../../../../src/contracts/run-file.ts'
import {
  importedFileOf,
  measuredFileOf,
  runOfImportedFile,
  runOfMeasuredFile,
} from '../../../../src/contracts/run-file-conversion.ts'
import { writeReport } from '../../../../src/workbench/reports/write-report.ts'
import { knownImportFile } from '../../presentation/known-import.ts'
import { knownRecord, knownSamples } from '../../presentation/known-run.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headroom-redaction-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const { environment } = knownRecord
if (environment === null) throw new Error('the known run tells where it ran')
const offset = { offsetMs: 0.1, boundMs: 0.2 }
const [first, ...others] = knownSamples(30)
if (first === undefined) throw new Error('the known run has samples')

/** A run that has every place in which a text of others may stand. */
const full: RunExport = {
  ...measuredFileOf(knownRecord),
  status: 'partial',
  endDetail: 'text',
  agents: [
    {
      name: 'agent:9443',
      environment,
      probe: null,
      capacity: 1,
      producerIds: ['p-0'],
      groupIds: [],
      loadFraction: 1,
      clockBefore: offset,
      clockAfter: null,
      lost: { lastSecond: 3, why: 'text' },
    },
  ],
  preflight: {
    checks: [{ id: 'brokers', label: 'Brokers', state: 'warned', detail: 'text', remedy: 'text' }],
    isPassed: true,
  },
  cleanUp: { deletedTopics: [], deletedGroups: [], leftovers: ['text'] },
  result:
    knownRecord.result === null
      ? null
      : {
          ...knownRecord.result,
          accounting: { ...knownRecord.result.accounting, isClosed: false, gaps: ['text'] },
          prometheus: { readings: 3, failedReadings: 1, lastError: 'text', figures: {} },
        },
  samples: [{ ...first, prometheus: { figures: {}, error: 'text' } }, ...others],
}

/** Fixed words of ours, names that stay, and what a model says of its sources. */
const ours =
  /^(kind|id|status|endReason|offering|environment|plan|scenario\.(kind|workload|deployment)|prediction\.(?!scenarioName)|overlay\.(?!reason$)|result\.(latency|diagnosis\.limiter|accounting\.groups|steadyWindow)|cleanUp\.deleted|preflight\.checks\.\d+\.(id|label|state)|preflight\.hosts|target\.(kind|enforces|hosts)|agents\.\d+\.(environment|producerIds|groupIds)|samples\.\d+\.(producers|consumers|workers|brokers)|result\.diagnosis\.evidence\.\d+\.label)/

function textPaths(value: unknown, path: readonly string[] = []): string[][] {
  if (typeof value === 'string') return ours.test(path.join('.')) ? [] : [[...path]]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => textPaths(inner, [...path, key]))
}

/** The run with other texts; `textOf` gives the one of a place. */
function withTexts<T>(run: T, textOf: (place: number) => string): T {
  const copy = JSON.parse(JSON.stringify(run))
  for (const [place, path] of textPaths(run).entries()) {
    const owner = path.slice(0, -1).reduce<unknown>((at, key) => Reflect.get(Object(at), key), copy)
    Reflect.set(Object(owner), path.at(-1) ?? '', textOf(place))
  }
  return copy
}

const letters = fc.string({
  unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz0123456789'),
  minLength: 6,
  maxLength: 9,
})
/** Words that stand nowhere by themselves. */
const word = letters.map((text) => `zq${text}x`)
const host = fc.oneof(
  word,
  fc.tuple(word, fc.nat(99)).map(([name, number]) => `${name}-${number}`),
  fc.tuple(word, word).map(([name, domain]) => `${name}.${domain}.internal`),
  fc.tuple(word, word).map(([name, site]) => `${name}_${site}`),
  fc.tuple(word, fc.nat(9)).map(([name, number]) => `${name}.dc${number}`),
  fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255)).map((parts) => `233.${parts.join('.')}`),
  fc
    .tuple(fc.nat(65_535), fc.nat(65_535))
    .map((parts) => `[2001:db8:abcd::${parts.map((each) => each.toString(16)).join(':')}]`),
)
const servers = fc
  .uniqueArray(host, { minLength: 1, maxLength: 40 })
  .map((hosts) => hosts.map((each) => `${each}:9093`))
const bare = (server: string) => server.replace(/:9093$/, '').replace(/^\[(.*)\]$/, '$1')

/** How people and programs write of a host. */
const phrases: readonly ((server: string, all: readonly string[]) => string)[] = [
  (server) => `${server} does not answer`,
  (server) => `${bare(server)} does not answer.`,
  (server) => `connect ECONNREFUSED ${server}`,
  (server) => `getaddrinfo ENOTFOUND ${bare(server)}`,
  (server) => `(${bare(server)}) "${bare(server)}", '${bare(server)}'; <${bare(server)}>`,
  (server) => `sasl_ssl://${server}/bootstrap: Disconnected`,
  (server) => `Lost ${bare(server).toUpperCase()}`,
  (_server, all) => `bootstrap.servers=${all.join(',')}`,
  (_server, all) => `hosts: ${all.map(bare).join(', ')}`,
]
const secret = 'hunter2zq'
const leaks = [
  `sasl.password=${secret}`,
  `SASL_PASSWORD: "${secret}"`,
  `aws_secret_access_key = ${secret}`,
  `HEADROOM_SECRET_MY_CLUSTER=${secret}`,
  `--api-key ${secret}`,
  `https://user:${secret}@registry`,
]

const generated = fc.record({
  bootstrap: servers,
  advertised: servers,
  agents: servers,
  picks: fc.array(fc.nat(10_000), { minLength: 40, maxLength: 40 }),
})

/** A text for each place: every phrase with every kind of host comes up. */
function textsOf(all: readonly string[], picks: readonly number[]): (place: number) => string {
  return (place) => {
    const pick = picks[place % picks.length] ?? 0
    const server = all[(pick + place) % all.length] ?? ''
    const phrase = phrases[(pick + place) % phrases.length]
    return `${phrase?.(server, all) ?? ''} ${leaks[pick % leaks.length]}`.slice(0, 20_000)
  }
}

async function written(paths: readonly string[]): Promise<string> {
  return (await Promise.all(paths.map((path) => readFile(path, 'utf8')))).join('\n').toLowerCase()
}

const formats = ['html', 'md', 'json', 'csv', 'openmessaging', 'prometheus'] as const

describe('the written report of a run', () => {
  it('never holds a secret, and redacted no host of its brokers, advertised listeners and agents', async () => {
    await fc.assert(
      fc.asyncProperty(generated, async ({ bootstrap, advertised, agents, picks }) => {
        const all = [...bootstrap, ...advertised, ...agents]
        const run = withTexts(full, textsOf(all, picks))
        const { samples, ...record } = {
          ...run,
          target: { ...run.target, hosts: bootstrap },
          preflight: run.preflight === null ? null : { ...run.preflight, hosts: advertised },
          plan: { ...run.plan, prometheusUrl: `http://${agents[0]}/metrics` },
          agents: agents.map((name) => ({ ...(run.agents?.[0] ?? full.agents?.[0]), name })),
        } as RunExport
        const order = { run: runOfMeasuredFile(record), samples, directory: folder }
        const open = { ...defaultReportOptions, isRedacted: false }
        const asWritten = await written(
          await writeReport({ ...order, formats: ['json'], options: open }, async () => undefined),
        )
        expect(asWritten).toContain(bare(bootstrap[0] ?? '').toLowerCase())
        expect(asWritten).not.toContain(secret)
        const redacted = await written(
          await writeReport({ ...order, formats, options: { ...open, isRedacted: true } }, async () => undefined),
        )
        expect(redacted).not.toContain(secret)
        expect(all.map(bare).filter((each) => redacted.includes(each.toLowerCase()))).toEqual([])
      }),
      { numRuns: 12, endOnFailure: true },
    )
  })

  it('is looked through in every place that a text of others may have', () => {
    const places = textPaths(full).map((path) => path.join('.'))
    for (const place of [
      'endDetail',
      'target.label',
      'samples.0.prometheus.error',
      'agents.0.lost.why',
      'scenario.notes',
    ]) {
      expect(places).toContain(place)
    }
    expect(check(runExport, full).ok).toBe(true)
  })

  it('of an imported run neither, where its hosts stand in a shape that gives them away once', async () => {
    await fc.assert(
      fc.asyncProperty(servers, fc.array(fc.nat(10_000), { minLength: 40, maxLength: 40 }), async (all, picks) => {
        const texts = textsOf(all, picks)
        const [repeat] = knownImportFile.repeats
        const run = {
          ...knownImportFile,
          name: `at ${all.join(',')}`.slice(0, 150),
          notes: [`bootstrap.servers=${all.join(',')}`, texts(1), texts(2)],
          repeats: [
            { ...repeat, parts: (repeat?.parts ?? []).map((part, index) => ({ ...part, notes: [texts(index)] })) },
          ],
        }
        const laid = runOfImportedFile(run as typeof knownImportFile)
        expect(check(exportedRun, importedFileOf(cleanRecord(laid, true))).ok).toBe(true)
        const options = { ...defaultReportOptions, isRedacted: true }
        const order = { run: laid, samples: [], directory: folder, options }
        const redacted = await written(
          await writeReport({ ...order, formats: ['html', 'md', 'json', 'csv'] }, async () => undefined),
        )
        expect(redacted).not.toContain(secret)
        expect(all.map(bare).filter((each) => redacted.includes(each.toLowerCase()))).toEqual([])
      }),
      { numRuns: 8, endOnFailure: true },
    )
  })
})
