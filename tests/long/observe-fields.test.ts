/**
 * Every field that an observation states, known against observed: the load is Kafka's own perf tools, with and without
 * transactions, Trogdor with keys, and a client with skewed keys. `HEADROOM_RECORD_OBSERVED=1` writes docs/observed.md, misses too.
 */
import { writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { embeddedKafkaVersion, locateResources } from '../../src/workbench/resources.ts'
import { kafkajs } from '../integration/embedded-support.ts'
import { observeByCommand } from '../integration/observe-known.ts'
import { startTestBrokers, type TestBrokers } from '../integration/test-brokers.ts'
import { makeWorkspace } from '../integration/validate-support.ts'
import {
  groups,
  partitions,
  programsOf,
  recordBytes,
  retentionMs,
  sentPerSec,
  skewed,
  type ToolGroup,
  type ToolTopic,
  toolTopics,
  trogdor,
  trogdorPerSec,
  untilSteady,
  writeSkewed,
} from './observe-fields-load.ts'
import { type DumpedBatch, dumpedBatches, logFilesOf, meanBatch } from './observe-fields-log.ts'

/** Expected before the first look, from the issue: the largest error of each kind of field. */
const allowed = { rate: 0.02, size: 0.03, ratio: 0.05, batch: 0.1, share: 0.03, exact: 0 }

type Known = number | string

/** A field with what is known of it, and where the answer has it. */
interface Field {
  readonly of: string
  readonly field: string
  /** One for each look, where they differ: the sampled batches are those before the look. */
  readonly known: Known | readonly Known[]
  readonly kind: keyof typeof allowed
  readonly read: (answer: Answer) => number | string | undefined
}

type Answer = ReturnType<typeof JSON.parse>

const rounds = 2

let brokers: TestBrokers
let programs: ReturnType<typeof programsOf>
let workspace: Awaited<ReturnType<typeof makeWorkspace>>
let fields: readonly Field[]
const answers: Answer[] = []
const loads: number[] = []

function topicValue(answer: Answer, topic: string, part: 'figures' | 'texts', field: string) {
  return answer.observation.topics.find(({ name }: { name: string }) => name === topic)?.[part]?.[field]?.value
}

function figure(topic: string, field: string, known: number | readonly number[], kind: Field['kind']): Field {
  return { of: topic, field, known, kind, read: (answer) => topicValue(answer, topic, 'figures', field) }
}

function ofCluster(field: string, known: number): Field {
  return { of: 'cluster', field, known, kind: 'rate', read: (answer) => answer.observation.cluster[field]?.value }
}

function fieldsOfTool(
  { name, codec, isTransactional }: ToolTopic,
  printed: string,
  batches: readonly DumpedBatch[],
): Field[] {
  const meansOf = (topic: string) =>
    answers.map(({ observation }) => meanBatch(batches, topic, observation.sources[0].span.fromEpochMs))
  const means = meansOf(name)
  // The topic without compression has records of the same content.
  const uncompressed = meansOf('plain')
  const ratios = means.map(({ bytesPerRecord }, look) => bytesPerRecord / (uncompressed[look]?.bytesPerRecord ?? 0))
  return [
    figure(name, 'averageRecordsInPerSec', sentPerSec(printed), 'rate'),
    figure(name, 'recordValueBytes', recordBytes, 'size'),
    figure(
      name,
      'recordsPerBatch',
      means.map(({ recordsPerBatch }) => recordsPerBatch),
      'batch',
    ),
    figure(name, 'compressionRatio', codec === 'none' ? 1 : ratios, 'ratio'),
    figure(name, 'partitions', partitions, 'exact'),
    figure(name, 'replicationFactor', 1, 'exact'),
    figure(name, 'retentionMs', retentionMs, 'exact'),
    figure(name, 'keyedShare', 0, 'exact'),
    figure(name, 'producers', 1, 'exact'),
    figure(name, 'transactionalShare', isTransactional ? 1 : 0, 'exact'),
    figure(name, 'consumerGroups', groups.filter(({ topic }) => topic === name).length, 'exact'),
    {
      of: name,
      field: 'compression',
      known: codec,
      kind: 'exact',
      read: (of) => topicValue(of, name, 'texts', 'compression'),
    },
  ]
}

function fieldsOfGroup({ name, topic, members }: ToolGroup, perSec: number): Field[] {
  const figureIn = (answer: Answer, field: string) => {
    const group = answer.observation.groups.find((each: { name: string }) => each.name === name)
    return group?.reads.find((read: { topic: string }) => read.topic === topic)?.figures[field]?.value
  }
  return [
    { of: name, field: 'members', known: members, kind: 'exact', read: (answer) => figureIn(answer, 'members') },
    {
      of: name,
      field: 'recordsOutPerSec',
      known: perSec,
      kind: 'rate',
      read: (answer) => figureIn(answer, 'recordsOutPerSec'),
    },
  ]
}

function knownAt({ known }: Field, look: number): Known {
  const value = typeof known === 'object' ? known[look] : known
  if (value === undefined) throw new Error(`nothing is known of look ${look}`)
  return value
}

/** What is wrong with the value observed in a look; null if it is as expected. */
function missOf(field: Field, observed: number | string | undefined, look: number): string | null {
  const { kind } = field
  const known = knownAt(field, look)
  if (typeof known === 'string' || observed === undefined || typeof observed === 'string') {
    return observed === known ? null : 'other'
  }
  if (kind === 'exact') return observed === known ? null : 'not exact'
  const off = kind === 'share' ? observed - known : observed / known - 1
  return Math.abs(off) <= allowed[kind] ? null : `${(off * 100).toFixed(1)} ${kind === 'share' ? 'points' : '%'}`
}

beforeAll(async () => {
  ;[brokers, workspace] = await Promise.all([startTestBrokers({ brokers: 1 }), makeWorkspace()])
  const kafka = new kafkajs.Kafka({
    clientId: 'skewed-load',
    brokers: [...brokers.bootstrapServers],
    logLevel: kafkajs.logLevel.NOTHING,
  })
  const admin = kafka.admin()
  await admin.connect()
  const configEntries = [{ name: 'retention.ms', value: String(retentionMs) }]
  const topics = [...toolTopics, trogdor, skewed].map(({ name }) => ({
    topic: name,
    numPartitions: partitions,
    configEntries,
  }))
  await admin.createTopics({ topics, waitForLeaders: true })
  programs = programsOf(brokers, workspace.path)
  const { startProducer, startMember, startTrogdor } = programs
  const ending = new AbortController()
  const skewedLoad = writeSkewed(kafka, ending.signal)
  const tools = [...toolTopics.map((topic) => startProducer(topic)), startTrogdor()]
  for (const group of groups) for (let member = 0; member < group.members; member += 1) startMember(group)
  const starts = await untilSteady(admin)
  for (let round = 0; round < rounds; round += 1) {
    loads.push(loadavg()[0] ?? 0)
    const words = ['--for', '15s', '--sample', '20MB']
    answers.push((await observeByCommand(workspace.path, brokers.bootstrapServers, words)).answer)
    // A tool that has ended wrote nothing in a part of the time, and the table would say nothing.
    expect(tools.map(({ child }) => child.exitCode)).toEqual(tools.map(() => null))
  }
  ending.abort()
  const skewedPerSec = await skewedLoad
  const ends = (await admin.fetchTopicOffsets(skewed.name)).map(({ offset }) => Number(offset))
  const hottest = Math.max(...ends) / ends.reduce((sum, end) => sum + end, 0)
  await admin.disconnect()
  const printed = await Promise.all(tools.map(({ ended }) => ended))
  const perSecOf = new Map(toolTopics.map(({ name }, index) => [name, sentPerSec(printed[index] ?? '')] as const))
  const names = toolTopics.map(({ name }) => name)
  const logFiles = await logFilesOf(join(brokers.folderPath, 'broker-1', 'data'), names)
  const batches = dumpedBatches(await programs.dumpLogs(logFiles), starts)
  fields = [
    ...toolTopics.flatMap((topic, index) => fieldsOfTool(topic, printed[index] ?? '', batches)),
    figure(trogdor.name, 'averageRecordsInPerSec', trogdorPerSec(printed.at(-1) ?? ''), 'rate'),
    figure(trogdor.name, 'recordValueBytes', trogdor.valueBytes, 'size'),
    figure(trogdor.name, 'recordKeyBytes', trogdor.keyBytes, 'size'),
    figure(trogdor.name, 'keyedShare', 1, 'exact'),
    figure(trogdor.name, 'partitions', partitions, 'exact'),
    figure(trogdor.name, 'retentionMs', retentionMs, 'exact'),
    figure(trogdor.name, 'producers', 1, 'exact'),
    ofCluster(
      'averageRecordsInPerSec',
      [...perSecOf.values()].reduce((sum, each) => sum + each, skewedPerSec + trogdor.perSec),
    ),
    figure(skewed.name, 'averageRecordsInPerSec', skewedPerSec, 'rate'),
    figure(skewed.name, 'recordValueBytes', 300, 'size'),
    figure(skewed.name, 'hottestPartitionShare', hottest, 'share'),
    figure(skewed.name, 'keyedShare', 1, 'exact'),
    ...groups.flatMap((group) => fieldsOfGroup(group, perSecOf.get(group.topic) ?? 0)),
  ]
  if (process.env.HEADROOM_RECORD_OBSERVED === '1') writeFileSync('docs/observed.md', page())
}, 600_000)

afterAll(async () => {
  programs?.stop()
  await brokers?.stop()
  await workspace?.remove()
})

function shown(value: number | string | undefined): string {
  if (value === undefined) return 'not stated'
  return typeof value === 'string' || Number.isInteger(value) ? String(value) : value.toPrecision(4)
}

/** The page, with misses as misses. */
function page(): string {
  const rows = fields.map((field) => {
    const values = answers.map(field.read)
    const misses = values.map((value, look) => missOf(field, value, look))
    const known = [...new Set(values.map((_, look) => shown(knownAt(field, look))))].join('; ')
    const verdict = misses.every((miss) => miss === null)
      ? 'met'
      : `**missed** (${misses.map((miss) => miss ?? 'met').join('; ')})`
    const limit =
      field.kind === 'exact' ? 'exact' : `${allowed[field.kind] * 100} ${field.kind === 'share' ? 'points' : '%'}`
    return `| ${field.of} | ${field.field} | ${known} | ${values.map(shown).join('; ')} | ${limit} | ${verdict} |`
  })
  const met = rows.filter((row) => row.endsWith('| met |')).length
  const version = embeddedKafkaVersion(locateResources(process.cwd())) ?? 'unknown'
  return `# Observed against known
<!-- Made by HEADROOM_RECORD_OBSERVED=1 npm run test:long -- observe. Do not edit by hand. -->

\`headroom observe --target\` on one broker of Apache Kafka ${version}, ${new Date().toISOString().slice(0, 10)}, ${cpus().length} processors, load average ${loads.map((load) => load.toFixed(1)).join(' and ')}. It read the cluster ${rounds} times for 15 s under the same load. Each observed value is from one reading.

**Load.** Kafka's \`ProducerPerformance\` (linger.ms 50, one client per topic, transactions of 500 ms) and \`ConsumerPerformance\` (a commit every 200 ms), Trogdor's \`ProduceBench\` with another key for each record, and a client with skewed keys.

**Known values.** Rates are what these clients count over their whole run. Batches and ratios are from Kafka's \`DumpLogSegments\`: those that were in the log when a reading began, because the reading samples them.

**Result.** ${met} of ${rows.length} fields were as expected in every reading. The expectations were written before the first reading.

Earlier runs:

- 2026-11-22, without Trogdor and without the fields of the cluster: 50 of 56 were met. The misses were faults of this test: a load that was not compressed, and a mean batch compared with batch.size.
- 2026-11-26, with both, load average 32 to 38: the first reading began before all clients had started. In the second, 60 of 64 were met. The misses were batches and a ratio from the start of the load, which are now removed from the log.
- The third run: 63 of 64 were met. Batches of transactions were 13.5 % off what the client counted. The client counts the last minute of its run, and it counts requests, which may carry several batches.
- 2026-11-27 and 28, three runs, load average 13 to 29: 64 of 64 were met in each.

| of | field | known | observed | allowed | |
|---|---|---:|---:|---:|---|
${rows.join('\n')}
`
}

describe('every field of an observation, against what the clients of the load count', () => {
  it.each(Object.keys(allowed))('is as exact as expected: %s', (kind) => {
    const own = fields.filter((field) => field.kind === kind)
    expect(own.length).toBeGreaterThan(0)
    const misses = own.flatMap((field) =>
      answers.flatMap((answer, look) => {
        const observed = field.read(answer)
        const miss = missOf(field, observed, look)
        return miss === null
          ? []
          : [`${field.of} ${field.field}: ${knownAt(field, look)} known, ${observed} observed (${miss})`]
      }),
    )
    expect(misses).toEqual([])
  })
})
