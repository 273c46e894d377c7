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
import { showFigures } from './figures.ts'
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
import {
  appendedPerSec,
  type DumpedBatch,
  dumpedBatches,
  largestDeviation,
  logFilesOf,
  meanBatch,
} from './observe-fields-log.ts'
import {
  type Answer,
  allowed,
  type Field,
  knownAt,
  missOf,
  observedPage,
  topicFigure,
  type WrittenRates,
} from './observe-fields-page.ts'

const rounds = 2
/** The default of the command. A group's offsets move in steps, which are a smaller part of a longer time. */
const readingSec = 60

/** For these times, in s, the page says how far the rates of the load are from their means. */
const deviationSpansSec = [15, readingSec] as const

let brokers: TestBrokers
let programs: ReturnType<typeof programsOf>
let workspace: Awaited<ReturnType<typeof makeWorkspace>>
let fields: readonly Field[]
const answers: Answer[] = []
const loads: number[] = []

function figure(topic: string, field: string, known: number | readonly number[], kind: Field['kind']): Field {
  return { of: topic, field, known, kind, read: (answer) => topicFigure(answer, topic, field)?.value }
}

/** A rate of a topic; known is what the broker appended during the time of the observed rate. */
function rateOf(topic: string, batches: readonly DumpedBatch[]): Field {
  const known = appendedDuring(batches, topic).map(({ records }) => records)
  return figure(topic, 'averageRecordsInPerSec', known, 'rate')
}

/** What the broker appended to a topic during each reading. */
function appendedDuring(batches: readonly DumpedBatch[], topic: string) {
  const own = batches.filter((batch) => batch.topic === topic)
  return answers.map((answer) => appendedPerSec(own, topicFigure(answer, topic, 'averageRecordsInPerSec').span))
}

function clusterRate(batches: readonly DumpedBatch[]): Field {
  const rateIn = (answer: Answer) => answer.observation.cluster.averageRecordsInPerSec
  const known = answers.map((answer) => appendedPerSec(batches, rateIn(answer).span).records)
  return { of: 'cluster', field: 'averageRecordsInPerSec', known, kind: 'rate', read: (of) => rateIn(of).value }
}

function fieldsOfTool({ name, codec, isTransactional }: ToolTopic, batches: readonly DumpedBatch[]): Field[] {
  const meansOf = (topic: string) =>
    answers.map(({ observation }) => meanBatch(batches, topic, observation.sources[0].span.fromEpochMs))
  const means = meansOf(name)
  // The topic without compression has records of the same content.
  const uncompressed = meansOf('plain')
  const ratios = means.map(({ bytesPerRecord }, look) => bytesPerRecord / (uncompressed[look]?.bytesPerRecord ?? 0))
  return [
    rateOf(name, batches),
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
      read: ({ observation }) => {
        return observation.topics.find((each: { name: string }) => each.name === name)?.texts.compression?.value
      },
    },
  ]
}

function fieldsOfGroup({ name, topic, members }: ToolGroup, batches: readonly DumpedBatch[]): Field[] {
  const figureIn = (answer: Answer, field: string) => {
    const group = answer.observation.groups.find((each: { name: string }) => each.name === name)
    return group?.reads.find((read: { topic: string }) => read.topic === topic)?.figures[field]
  }
  const own = batches.filter((batch) => batch.topic === topic)
  const known = answers.map((answer) => appendedPerSec(own, figureIn(answer, 'recordsOutPerSec').span).records)
  const field = (named: string, value: Field['known'], kind: Field['kind']): Field => {
    return { of: name, field: named, known: value, kind, read: (answer) => figureIn(answer, named)?.value }
  }
  return [field('members', members, 'exact'), field('recordsOutPerSec', known, 'rate')]
}

beforeAll(async () => {
  const properties = {
    // The cluster has one broker.
    'share.coordinator.state.topic.replication.factor': '1',
    'share.coordinator.state.topic.min.isr': '1',
  }
  ;[brokers, workspace] = await Promise.all([startTestBrokers({ brokers: 1, properties }), makeWorkspace()])
  const kafka = new kafkajs.Kafka({
    clientId: 'skewed-load',
    brokers: [...brokers.bootstrapServers],
    logLevel: kafkajs.logLevel.NOTHING,
  })
  const admin = kafka.admin()
  await admin.connect()
  const configEntries = [
    { name: 'retention.ms', value: String(retentionMs) },
    // The log then tells what was appended during a reading.
    { name: 'message.timestamp.type', value: 'LogAppendTime' },
  ]
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
    const words = ['--for', `${readingSec}s`, '--sample', '20MB']
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
  const names = [...toolTopics, trogdor, skewed].map(({ name }) => name)
  const logFiles = await logFilesOf(join(brokers.folderPath, 'broker-1', 'data'), names)
  const batches = dumpedBatches(await programs.dumpLogs(logFiles), starts)
  fields = [
    ...toolTopics.flatMap((topic) => fieldsOfTool(topic, batches)),
    rateOf(trogdor.name, batches),
    figure(trogdor.name, 'recordValueBytes', trogdor.valueBytes, 'size'),
    figure(trogdor.name, 'recordKeyBytes', trogdor.keyBytes, 'size'),
    figure(trogdor.name, 'keyedShare', 1, 'exact'),
    figure(trogdor.name, 'partitions', partitions, 'exact'),
    figure(trogdor.name, 'retentionMs', retentionMs, 'exact'),
    figure(trogdor.name, 'producers', 1, 'exact'),
    clusterRate(batches),
    rateOf(skewed.name, batches),
    figure(skewed.name, 'recordValueBytes', 300, 'size'),
    figure(skewed.name, 'hottestPartitionShare', hottest, 'share'),
    figure(skewed.name, 'keyedShare', 1, 'exact'),
    ...groups.flatMap((group) => fieldsOfGroup(group, batches)),
  ]
  const wholeRuns = [
    ...toolTopics.map((_, index) => sentPerSec(printed[index] ?? '')),
    trogdorPerSec(printed.at(-1) ?? ''),
  ]
  const rates = names.map((topic, index): WrittenRates => {
    const own = batches.filter((batch) => batch.topic === topic)
    return {
      topic,
      wholeRun: wholeRuns[index] ?? skewedPerSec,
      appended: appendedDuring(batches, topic),
      deviations: deviationSpansSec.map((sec) => largestDeviation(own, sec * 1_000)),
    }
  })
  showFigures('Rates of the load', Object.fromEntries(rates.map(({ topic, ...each }) => [topic, each])))
  if (process.env.HEADROOM_RECORD_OBSERVED !== '1') return
  const version = embeddedKafkaVersion(locateResources(process.cwd())) ?? 'unknown'
  const processors = cpus().length
  writeFileSync(
    'docs/observed.md',
    observedPage({ version, readingSec, deviationSpansSec, processors, loads, fields, answers, rates }),
  )
}, 600_000)

afterAll(async () => {
  programs?.stop()
  await brokers?.stop()
  await workspace?.remove()
})

describe('every field of an observation, against what the clients of the load count', () => {
  it.each(Object.keys(allowed))('is as exact as expected: %s', (kind) => {
    const own = fields.filter((field) => field.kind === kind)
    expect(own.length).toBeGreaterThan(0)
    const misses = own.flatMap((field) =>
      answers.flatMap((answer, reading) => {
        const observed = field.read(answer)
        const miss = missOf(field, observed, reading)
        return miss === null
          ? []
          : [`${field.of} ${field.field}: ${knownAt(field, reading)} known, ${observed} observed (${miss})`]
      }),
    )
    expect(misses).toEqual([])
  })
})
