/**
 * What to measure next, end to end on a real Kafka: a wide prediction, the run that it names, a calibration with it, and
 * another run that lies inside the band that is left.
 *
 * A library that is preloaded into the broker slows its syncs down, so that it is far from what the model takes it for, and
 * little else on this machine counts. The model does not know of it. That the broker was the limit is read off the broker's
 * own metrics (docs/decisions/limited-by-brokers.md). Expectations were committed before the first run.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { startTestBrokers, type TestBrokers } from '../integration/test-brokers.ts'
import { headroomJson, itInWorkspace } from '../integration/validate-support.ts'
import { programOnPath } from '../lab/laboratory.ts'
import { makeSlowDisk, type SlowDisk } from '../lab/slow-sync.ts'
import { heldTo, whyNotHeld } from './held-cpu.ts'
import { type MetricsEndpoint, serveMetrics } from './metrics-endpoint.ts'

/**
 * Time of a sync, which the model takes for that of a solid-state disk; and one that a client can keep up with. At 25 ms a
 * request took 30 to 42 ms while other programs kept two cores busy, which is more than a calibrated band is wide.
 */
const slowSyncMs = 100
const fasterSyncMs = 5

/** Four windows of burn-in, so that idle shares over a minute have moved, and sixteen that count. */
const short = ['--quota-window-seconds', '1', '--duration', '20s', '--yes']

/** One connection, one request in flight, every batch flushed: what it carries is one over the time of a request. */
const scenario = {
  kind: 'headroom.scenario',
  schemaVersion: 1,
  name: 'Flushed orders',
  workload: {
    clientFamily: 'librdkafka',
    topics: [{ name: 'orders', partitions: 8, replicationFactor: 1, flushMessages: 1 }],
    producers: [
      {
        name: 'orders',
        topic: 'orders',
        peakRecordsPerSec: 60,
        recordValueBytes: 1_000,
        batchBytes: 1_100,
        lingerMs: 0,
        maxInFlight: 1,
      },
    ],
  },
  deployment: { offering: 'apache-kafka-on-hosts', size: 1, tier: 'm5.large', asOf: '2020-01' },
}

/**
 * Runs that differ from the named one: four records in a batch from two connections, which is eight times its rate if the
 * model is right, and four connections with its own batches. The batches have room to spare: of 4,200 bytes, as they were
 * at first, librdkafka filled three quarters, because it reserves the largest size that a record may take.
 */
const otherRuns = [
  [
    'workload.producers.0.batchBytes=4400',
    'workload.producers.0.clients=2',
    'workload.producers.0.peakRecordsPerSec=1000',
  ],
  ['workload.producers.0.clients=4', 'workload.producers.0.peakRecordsPerSec=600'],
].map((fields) => fields.flatMap((field) => ['--set', field]))

/** Small records in large batches: what a client costs, and a broker hardly notices. */
const heavyOnClients = [
  ...['--set', 'workload.producers.0.recordValueBytes=100'],
  ...['--set', 'workload.producers.0.batchBytes=100000'],
  ...['--set', 'workload.producers.0.lingerMs=5'],
  ...['--set', 'workload.producers.0.peakRecordsPerSec=60000'],
]

/** The width of the first answer at least, and of the one after the run at most: ÷/× these. */
const wideFactor = 3
const narrowFactor = 1.3

let folder: string
let path: string
let target: string
let disk: SlowDisk
let brokers: TestBrokers
let metrics: MetricsEndpoint
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'headroom-next-'))
  disk = makeSlowDisk(folder, programOnPath('java'))
  brokers = await startTestBrokers({ brokers: 1 })
  metrics = await serveMetrics(brokers.pidOf(1))
  path = join(folder, 'scenario.headroom.json')
  target = join(folder, 'client.properties')
  writeFileSync(path, JSON.stringify(scenario))
  const servers = brokers.bootstrapServers.join(',')
  writeFileSync(target, `bootstrap.servers=${servers}\nsecurity.protocol=PLAINTEXT\n`)
})
afterAll(async () => {
  await metrics?.stop()
  await brokers?.stop()
  disk?.close()
  rmSync(folder, { recursive: true, force: true })
})

/** One line for each step: what the decision page quotes. */
function show(what: string, value: unknown): void {
  process.stderr.write(`NEXT ${what} (load ${loadavg()[0]?.toFixed(1)}): ${JSON.stringify(value)}\n`)
}

/** Wire bytes as predictions count them, and what held them, of a run with the broker's metrics. */
async function validated(workspace: string, words: readonly string[], before: readonly string[] = []) {
  const measuring = [...words, ...short, '--prometheus', metrics.url]
  const { value, err } = await headroomJson(workspace, measuring, {}, before)
  if (value.error !== undefined) throw new Error(`${value.error.message}\n${err}`)
  const { diagnosis, comparisons, reason } = value
  const { measured } = comparisons.find(({ figure }: { figure: string }) => figure === 'ingressWireBytesPerSec')
  return { ...(measured as { low: number; mean: number; high: number }), diagnosis, reason }
}

describe('what to measure next, on a cluster that the model takes for a faster one', () => {
  itInWorkspace('is a run after which the band is narrow, and holds another run', async ({ workspace }) => {
    disk.slowDown(slowSyncMs, 0)
    const wide = (await headroomJson(workspace, ['predict', path, '--next'])).value.next
    show('before', { now: wide.now, law: wide.runs[0]?.law, after: wide.runs[0]?.after })
    expect(wide.now.widthFactor).toBeGreaterThan(wideFactor)
    expect(wide.runs[0].law).toBe('producer-pipeline')

    const [, ...named] = (wide.runs[0].commands[0] as string).split(' ')
    const words = named.map((word) => (word === 'client.properties' ? target : word))
    const first = await validated(workspace, words)
    show('the run', first)
    expect(first.diagnosis.limiter).toBe('brokers')

    const [, ...calibrate] = (wide.runs[0].commands[1] as string).split(' ')
    const made = await headroomJson(workspace, calibrate)
    show('the calibration', made.value.laws ?? made.value)
    expect(made.value.laws.map(({ band }: { band: { law: string } }) => band.law)).toEqual(['producer-pipeline'])

    const [, ...again] = (wide.runs[0].commands[2] as string).split(' ')
    const narrow = (await headroomJson(workspace, [...again, '--next'])).value.next
    show('after', { made: narrow.made, now: narrow.now })
    expect(narrow.made.before).toEqual(wide.now)
    expect(narrow.now.widthFactor).toBeLessThan(narrowFactor)

    for (const otherRun of otherRuns) {
      const calibrated = [path, ...otherRun, '--calibration', 'measured']
      const { limit } = (await headroomJson(workspace, ['predict', ...calibrated, '--next'])).value.next.now
      const uncalibrated = (await headroomJson(workspace, ['predict', path, ...otherRun, '--next'])).value.next.now
      show('another run, predicted', { limit, uncalibrated })
      const other = await validated(workspace, ['validate', ...calibrated, '--target', target])
      show('another run, measured', other)
      expect.soft(other.diagnosis.limiter).toBe('brokers')
      expect.soft(other.mean).toBeGreaterThan(limit.low)
      expect.soft(other.mean).toBeLessThan(limit.high)
    }
  })

  itInWorkspace.skipIf(whyNotHeld() !== null)(
    'is no run of a client that gets a fifth of a core: that one stays the client’s',
    async ({ workspace }) => {
      disk.slowDown(fasterSyncMs, 0)
      const held = await validated(workspace, ['validate', path, ...heavyOnClients, '--target', target], heldTo(0.2))
      show('a client that is held', held)
      expect(['client', 'network']).toContain(held.diagnosis.limiter)
    },
  )
})
