/**
 * Flushes (`flush.messages`): how often a broker syncs its disk, how many flushes it has under way, and what a request
 * waits for. The disk is slowed down, so that little else counts.
 */
import { startTestBrokers, type TestBrokers } from '../integration/test-brokers.ts'
import type { ClientSettings, Laboratory } from './laboratory.ts'
import { digits, type LawTable } from './law-record.ts'
import { type DiskCounts, makeSlowDisk, type SlowDisk } from './slow-sync.ts'

/** A sync that takes longer than most else that a request waits for, and many of which are counted in some seconds. */
const slowMs = 20

/** Syncs that take far longer than anything else, as a slope is disturbed by other work on the machine. */
const slopeMs = [0, 50, 100] as const

interface Bench {
  readonly lab: Laboratory
  readonly disk: SlowDisk
  readonly brokers: TestBrokers
}

/** Figures of the client, and of the disk meanwhile. */
interface Measured extends DiskCounts {
  readonly recordsPerSec: number
  readonly requestsPerSec: number
  readonly medianMs: number
  readonly seconds: number
}

/** Every experiment on flushes, about three minutes. */
export async function measureFlush(lab: Laboratory): Promise<readonly LawTable[]> {
  const disk = makeSlowDisk(lab.folder, lab.java)
  try {
    const tables: LawTable[] = []
    const one = await startTestBrokers({ brokers: 1 })
    try {
      tables.push(await syncsPerFlush({ lab, disk, brokers: one }), await flushesUnderWay({ lab, disk, brokers: one }))
    } finally {
      await one.stop()
    }
    const three = await startTestBrokers({ brokers: 3 })
    try {
      tables.push(await flushesOfRequest({ lab, disk, brokers: three }))
    } finally {
      await three.stop()
    }
    return tables
  } finally {
    disk.close()
  }
}

function serversOf({ brokers }: Bench): string {
  return brokers.bootstrapServers.join(',')
}

async function measure(bench: Bench, settings: ClientSettings): Promise<Measured> {
  const producer = {
    acks: 'all',
    'linger.ms': 0,
    'max.in.flight.requests.per.connection': 1,
    'enable.metrics.push': 'false',
  }
  const all = { servers: serversOf(bench), ...producer, ...settings }
  const figures = await bench.lab.client('senders', all, () => void bench.disk.counts())
  const { recordsPerSec = 0, requestsPerSec = 0, medianMs = 0, seconds = 0 } = figures
  return { recordsPerSec, requestsPerSec, medianMs, seconds, ...bench.disk.counts() }
}

async function makeTopic(bench: Bench, topic: string, settings: ClientSettings): Promise<void> {
  await bench.lab.client('topic', { servers: serversOf(bench), topic, ...settings })
}

/** Syncs by batch: of the log, and of its indexes beside what an idle broker syncs for itself. */
async function syncsPerFlush(bench: Bench): Promise<LawTable> {
  const rows: string[][] = []
  let idlePerSec = 0
  for (const { flush, senders } of [
    { flush: 0, senders: 1 },
    { flush: 1, senders: 1 },
    { flush: 1, senders: 64 },
    { flush: 10, senders: 1 },
  ]) {
    const topic = `syncs-${flush}-${senders}`
    await makeTopic(bench, topic, flush === 0 ? {} : { 'flush.messages': flush })
    // Senders that share a producer fill its batches: one request of the one partition is one batch.
    const found = await measure(bench, { topic, senders, shared: 1 })
    if (flush === 0) idlePerSec = found.msyncs / found.seconds
    const batches = found.requestsPerSec * found.seconds
    const ofIndexes = (found.msyncs - idlePerSec * found.seconds) / found.syncs
    rows.push([
      flush === 0 ? 'none' : String(flush),
      digits(found.recordsPerSec / found.requestsPerSec, 2),
      digits(found.syncs / batches, 2),
      flush === 0 ? '–' : digits(ofIndexes, 2),
    ])
  }
  return {
    title: 'Syncs of the disk, one partition, one connection',
    columns: ['flush.messages', 'records a batch', 'syncs of the log a batch', 'syncs of indexes a flush'],
    rows,
  }
}

/** Flushes under way at once: time that threads waited for the disk / time that passed. */
async function flushesUnderWay(bench: Bench): Promise<LawTable> {
  for (const partitions of [1, 16]) {
    await makeTopic(bench, `way-${partitions}`, { partitions, 'flush.messages': 1 })
  }
  bench.disk.slowDown(slowMs, 0)
  const rows: string[][] = []
  for (const { partitions, senders, threads } of [
    { partitions: 1, senders: 1, threads: 4 },
    { partitions: 1, senders: 8, threads: 4 },
    { partitions: 16, senders: 2, threads: 4 },
    { partitions: 16, senders: 32, threads: 2 },
    { partitions: 16, senders: 32, threads: 1 },
    // Threads can be doubled or halved only. The same again: what other work on the machine does to the figures.
    { partitions: 16, senders: 32, threads: 2 },
    { partitions: 16, senders: 32, threads: 4 },
    { partitions: 16, senders: 32, threads: 8 },
  ]) {
    await bench.lab.client('broker', { servers: serversOf(bench), 'num.io.threads': threads })
    const found = await measure(bench, { topic: `way-${partitions}`, partitions, senders })
    const expected = Math.min(partitions, senders, threads)
    const underWay = found.sleptMs / 1000 / found.seconds
    rows.push([
      String(partitions),
      String(senders),
      String(threads),
      digits(found.recordsPerSec),
      digits(found.sleptMs / found.syncs),
      digits(underWay, 2),
      String(expected),
    ])
  }
  bench.disk.slowDown(0, 0)
  return {
    title: 'Flushes under way, one replica, each connection with one record in flight',
    columns: ['partitions', 'connections', 'num.io.threads', 'records/s', 'ms a sync', 'flushes under way', 'smallest'],
    rows,
  }
}

/** Flushes that a request waits for, by the slope of its latency over the time of a sync. */
async function flushesOfRequest(bench: Bench): Promise<LawTable> {
  const rows: string[][] = []
  for (const { acks, replicas } of [
    { acks: 'all', replicas: 1 },
    { acks: '1', replicas: 3 },
    { acks: 'all', replicas: 3 },
  ]) {
    const topic = `slope-${acks}-${replicas}`
    await makeTopic(bench, topic, { replicas, 'flush.messages': 1 })
    const medians: number[] = []
    for (const syncMs of slopeMs) {
      bench.disk.slowDown(syncMs, 0)
      const found = await measure(bench, { topic, acks, ...(acks === 'all' ? {} : { 'enable.idempotence': 'false' }) })
      medians.push(found.medianMs)
    }
    const [none = 0, , twice = 0] = medians
    rows.push([
      acks,
      String(replicas),
      ...medians.map((ms) => digits(ms)),
      digits((twice - none) / (slopeMs[2] - slopeMs[0]), 2),
    ])
    bench.disk.slowDown(0, 0)
  }
  return {
    title: 'Median latency of one record at a time, in ms, by the time of a sync',
    columns: ['acks', 'replicas', ...slopeMs.map((ms) => `${ms} ms`), 'flushes, one after another'],
    rows,
  }
}
