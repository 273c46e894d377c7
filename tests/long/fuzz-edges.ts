/**
 * Where bytes of others come in: what they look like, and what reads them.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { AppError } from '../../src/contracts/app-error.ts'
import { importColumn } from '../../src/contracts/import-columns.ts'
import { calls } from '../../src/contracts/ipc-contract.ts'
import { offering } from '../../src/contracts/offering.ts'
import { check } from '../../src/contracts/parse.ts'
import { scenario } from '../../src/contracts/scenario.ts'
import { createLatencyRecorder, mergeReadableHistograms, summariseHistogram } from '../../src/measurement/histogram.ts'
import { readSources } from '../../src/observation/read-sources.ts'
import { LineReader } from '../../src/runner/host/line-reader.ts'
import { readControllerMessage } from '../../src/runner/host/transport.ts'
import { splitBatches } from '../../src/runner/observe/batches/batch-headers.ts'
import { TopicSampler } from '../../src/runner/observe/batches/topic-sampler.ts'
import { apiVersionsRequest } from '../../src/runner/observe/requests/api-versions.ts'
import { describeConfigsRequest, describeLogDirsRequest } from '../../src/runner/observe/requests/cluster.ts'
import { fetchRequest } from '../../src/runner/observe/requests/fetch.ts'
import { describeGroupsRequest, listGroupsRequest } from '../../src/runner/observe/requests/groups.ts'
import { metadataRequest } from '../../src/runner/observe/requests/metadata.ts'
import { listOffsetsRequest } from '../../src/runner/observe/requests/offsets.ts'
import type { ApiRequest } from '../../src/runner/observe/requests/request.ts'
import { WireError, WireReader } from '../../src/runner/observe/wire.ts'
import { parseMetricText } from '../../src/units/metric-text.ts'
import { readCampaign } from '../../src/workbench/campaigns/read-campaign.ts'
import { openConnectionText } from '../../src/workbench/connections/connection-file.ts'
import { readClientProperties } from '../../src/workbench/connections/read-client-properties.ts'
import { readJsonFile } from '../../src/workbench/files/read-json-file.ts'
import { parseHostMessage } from '../../src/workbench/fleets/message-lines.ts'
import { addRun } from '../../src/workbench/imports/add-run.ts'
import { importRun } from '../../src/workbench/imports/import-run.ts'
import { readOutputs } from '../../src/workbench/imports/read-outputs.ts'
import { readBrand } from '../../src/workbench/reports/brand.ts'
import { makeBatch } from '../unit/runner/observe/make-batch.ts'
import { exampleOffering, exampleSample, runningRecord } from '../unit/workbench/example-run.ts'

/** A place where bytes come in. */
export interface Edge {
  readonly seeds: readonly Buffer[]
  readonly isBinary?: boolean
  /** Reads them. Throws what users are shown, and nothing else; false where it refuses without throwing. */
  take(bytes: Buffer): unknown
}

const bytesOf = (value: unknown) => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value))
const filesOf = (folder: string, pattern: RegExp) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => pattern.test(name))
    .map((name) => readFileSync(join(folder, name)))
    .filter(({ length }) => length < 60_000)

/** What a user is shown: the rest is a fault of ours. */
export function isExpected(error: unknown): boolean {
  return error instanceof WireError || (error instanceof AppError && error.code !== 'INTERNAL')
}

const record = runningRecord('fuzzed')
const hostMessages = [
  { type: 'clock', id: 1, atEpochMs: 1_795_243_760_000 },
  { type: 'progress', step: 'preflight', message: 'a step', fraction: 0.5 },
  { type: 'ready' },
  { type: 'sample', sample: exampleSample(record, 3) },
  { type: 'notice', message: 'something' },
  { type: 'tool-output', output: { clientId: 'a', lines: [] } },
  {
    type: 'ended',
    reason: 'plan-complete',
    detail: null,
    cleanUp: { deletedTopics: [], deletedGroups: [], leftovers: [] },
  },
]
const controllerMessages = [
  { type: 'hello', protocolVersion: 5 },
  { type: 'clock', id: 1 },
  { type: 'start', atEpochMs: 1_795_243_760_000 },
  { type: 'prepare', plan: record.plan, target: { kind: 'embedded:kafka', brokers: 1 }, secrets: { a: 'b' } },
]

function histogram(): Buffer {
  const recorder = createLatencyRecorder()
  for (let value = 1; value < 1e7; value *= 1.3) recorder.recordUs(value)
  return Buffer.from(recorder.takeEncoded() ?? '', 'utf8')
}

/** The values of a page that asks: every call with every damaged input. */
function takeCalls(bytes: Buffer): boolean {
  let input: unknown
  try {
    input = JSON.parse(bytes.toString('utf8'))
  } catch {
    return false
  }
  return Object.values(calls).some((call) => check(call.input, input).ok)
}

const wireRequests: readonly ApiRequest<never, unknown>[] = [
  apiVersionsRequest,
  metadataRequest,
  fetchRequest,
  listOffsetsRequest,
  listGroupsRequest,
  describeGroupsRequest,
  describeConfigsRequest,
  describeLogDirsRequest,
]

/** Responses of small numbers, which lead deep into a reader: counts, lengths, codes. */
const wireSeeds = [1, 2, 3, 5, 9].map((step) =>
  Buffer.from(Array.from({ length: 400 }, (_, index) => (index % 4 === 3 ? index % step : 0))),
)
const batches = [
  makeBatch({ records: [{ key: 'a', value: 'b', headers: { c: 'd' } }, { value: null }] }),
  makeBatch({
    records: Array.from({ length: 40 }, (_, index) => ({ value: `value ${index}` })),
    codec: 1,
    compress: gzipSync,
  }),
  ...[2, 3, 4].map((codec) => makeBatch({ records: [{ value: 'x'.repeat(200) }], codec })),
]

function takeBatches(bytes: Buffer): boolean {
  const sampler = new TopicSampler()
  const split = splitBatches(bytes)
  sampler.add(0, split)
  return sampler.read(new Map([[0, 1000]])) !== null && split.unreadable === 0
}

/** Edges that take messages. */
export const messageEdges: Readonly<Record<string, Edge>> = {
  'a host or agent to its controller': {
    seeds: hostMessages.map(bytesOf),
    take: (bytes) => parseHostMessage(bytes.toString('utf8')),
  },
  'a controller to a host or agent': {
    seeds: controllerMessages.map(bytesOf),
    take: (bytes) => new LineReader().push(Buffer.concat([bytes, Buffer.from('\n')])).map(readControllerMessage),
  },
  'the page to the workbench': {
    seeds: [{ scenario: {} }, { paths: ['a'] }, { runId: 'x', path: '/tmp/x' }, { request: { scenario: {} } }].map(
      bytesOf,
    ),
    take: takeCalls,
  },
  'histograms of an agent': {
    seeds: [histogram()],
    isBinary: true,
    take: (bytes) => {
      mergeReadableHistograms([bytes.toString('latin1')])
      return summariseHistogram(bytes.toString('latin1'))
    },
  },
  'an exporter of metrics': {
    seeds: [
      '# TYPE a counter\na{b="c",d="e\\"f"} 1 1600000000000\n',
      'kafka_x_bytesin_total{topic="t"} 1e9\nNaN_ NaN\n',
    ].map(bytesOf),
    take: (bytes) => parseMetricText(bytes.toString('utf8')).problems.length === 0,
  },
  'Prometheus, Jolokia and CloudWatch': {
    seeds: filesOf('tests/fixtures/observations', /\.(json|txt|csv|tsv)$/),
    take: (bytes) =>
      readSources([{ name: 'answer', sha256: null, text: bytes.toString('utf8') }]).every(
        ({ reading }) => reading !== null,
      ),
  },
  'a broker that is read': {
    seeds: wireSeeds,
    isBinary: true,
    take: (bytes) => {
      let isRead = true
      for (const request of wireRequests) {
        for (const version of request.versions) {
          try {
            request.read(new WireReader(bytes), version)
          } catch (error) {
            if (!isExpected(error)) throw error
            isRead = false
          }
        }
      }
      return isRead
    },
  },
  'a batch of records': { seeds: batches, isBinary: true, take: takeBatches },
}

const scenarioKind = { noun: 'scenario', schema: scenario, code: 'INPUT_INVALID', remedy: 'Correct it.' } as const
const offeringKind = { noun: 'model', schema: offering, code: 'OFFERING_INVALID', remedy: 'Correct it.' } as const
const columns = [importColumn.parse({ field: 'durationMs', header: 'seconds', factor: 1_000 })]
const oldRuns = readdirSync('tests/fixtures/workspaces/version-5')
  .filter((name) => /^headroom-.*\.json\.gz$/.test(name))
  .map((name) => gunzipSync(readFileSync(join('tests/fixtures/workspaces/version-5', name))))
  .filter(({ length }) => length < 200_000)

/** Campaigns with their scenario in them, instead of its path. */
function wholeCampaigns(): Buffer[] {
  return filesOf('examples', /\.campaign\.json$/).map((bytes) => {
    const written = JSON.parse(bytes.toString('utf8'))
    const scenarioText = readFileSync(join('examples', written.scenario), 'utf8')
    return bytesOf({ ...written, scenario: JSON.parse(scenarioText) })
  })
}

/** Edges that take files, which are written to a path. */
export function fileEdges(path: string): Readonly<Record<string, Edge>> {
  const fromFile = (read: () => unknown) => (bytes: Buffer) => {
    writeFileSync(path, bytes)
    return read()
  }
  return {
    scenarios: {
      seeds: filesOf('examples', /\.headroom\.json$/),
      take: fromFile(() => readJsonFile(path, scenarioKind)),
    },
    campaigns: { seeds: wholeCampaigns(), take: fromFile(() => readCampaign(path)) },
    runs: { seeds: oldRuns, take: fromFile(() => addRun(path, { addRun: () => undefined })) },
    models: { seeds: filesOf('models', /\.json$/), take: fromFile(() => readJsonFile(path, offeringKind)) },
    'outputs of tools': {
      seeds: filesOf('tests/fixtures/imports', /\.(txt|json)$/),
      take: fromFile(() =>
        importRun(
          { paths: [path], columns },
          { store: () => ({ insertRun: () => undefined }), offeringOf: async () => exampleOffering },
        ),
      ),
    },
    workbooks: {
      seeds: [readFileSync('tests/fixtures/observations/topics.xlsx')],
      isBinary: true,
      take: fromFile(() => readOutputs([path])),
    },
    'client configurations': {
      seeds: [
        'bootstrap.servers=a:9092\nsecurity.protocol=SASL_SSL\nsasl.mechanism=PLAIN\nsasl.jaas.config=x required username="u" password="p";\n',
        '{"kind":"headroom.connection","schemaVersion":1,"name":"a","bootstrapServers":["a:1"]}',
      ].map(bytesOf),
      take: (bytes) => {
        readClientProperties(bytes.toString('utf8'))
        return openConnectionText(bytes.toString('utf8'))
      },
    },
    logos: {
      seeds: ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0"/></svg>'].map(bytesOf),
      take: fromFile(() => readBrand({ logoPath: path } as Parameters<typeof readBrand>[0])),
    },
  }
}
