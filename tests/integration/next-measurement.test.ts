/**
 * What to measure next, end to end on a real Kafka: a wide prediction, the run that it names, a calibration with it, and
 * another run that has to lie inside the band that is left.
 *
 * The disk of the broker is slowed down by a library that is preloaded into it, so that it is far from what the model takes
 * it for, and little else on this machine counts. The model is told nothing of it. Committed before the first run was made.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { programOnPath } from '../lab/laboratory.ts'
import { makeSlowDisk, type SlowDisk } from '../lab/slow-sync.ts'
import { startTestBrokers, type TestBrokers } from './test-brokers.ts'
import { headroomJson, itInWorkspace } from './validate-support.ts'

/** Time of a sync, which the model takes for that of a solid-state disk. */
const syncMs = 25

/** Two windows of burn-in and twelve that count. */
const short = ['--quota-window-seconds', '1', '--duration', '14s', '--yes']

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

/** Four records in a batch, from two connections: eight times the rate of the first run, if the model is right. */
const otherRun = [
  ...['--set', 'workload.producers.0.batchBytes=4200'],
  ...['--set', 'workload.producers.0.clients=2'],
  ...['--set', 'workload.producers.0.peakRecordsPerSec=1000'],
]

/** The width of the first answer at least, and of the one after the run at most: ÷/× these. */
const wideFactor = 3
const narrowFactor = 1.3

let folder: string
let disk: SlowDisk
let brokers: TestBrokers
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'headroom-next-'))
  disk = makeSlowDisk(folder, programOnPath('java'))
  brokers = await startTestBrokers({ brokers: 1 })
  disk.slowDown(syncMs, 0)
  writeFileSync(join(folder, 'scenario.headroom.json'), JSON.stringify(scenario))
  const servers = brokers.bootstrapServers.join(',')
  writeFileSync(join(folder, 'client.properties'), `bootstrap.servers=${servers}\nsecurity.protocol=PLAINTEXT\n`)
})
afterAll(async () => {
  await brokers?.stop()
  disk?.close()
  rmSync(folder, { recursive: true, force: true })
})

/** One line for each step: what the commit after the first sight quotes. */
function show(what: string, value: unknown): void {
  process.stderr.write(`NEXT ${what}: ${JSON.stringify(value)}\n`)
}

describe('what to measure next, on a cluster that the model takes for a faster one', () => {
  itInWorkspace('is a run after which the band is narrow, and holds another run', async ({ workspace }) => {
    const path = join(folder, 'scenario.headroom.json')
    const target = join(folder, 'client.properties')
    const wide = (await headroomJson(workspace, ['predict', path, '--next'])).value.next
    show('before', { now: wide.now, law: wide.runs[0]?.law, after: wide.runs[0]?.after })
    expect(wide.now.widthFactor).toBeGreaterThan(wideFactor)
    expect(wide.runs[0].law).toBe('producer-pipeline')

    const [, ...named] = (wide.runs[0].commands[0] as string).split(' ')
    const words = named.map((word) => (word === 'client.properties' ? target : word))
    const first = await headroomJson(workspace, [...words, ...short])
    const measured = first.value.steady?.ingressWireBytesPerSec
    show('the run', { measured, diagnosis: first.value.diagnosis, reason: first.value.reason })
    expect(first.value.error, first.err).toBeUndefined()

    const [, ...calibrate] = (wide.runs[0].commands[1] as string).split(' ')
    const made = await headroomJson(workspace, calibrate)
    show('the calibration', made.value.laws ?? made.value)
    expect(made.value.laws.map(({ band }: { band: { law: string } }) => band.law)).toEqual(['producer-pipeline'])

    const [, ...again] = (wide.runs[0].commands[2] as string).split(' ')
    const narrow = (await headroomJson(workspace, [...again, '--next'])).value.next
    show('after', narrow)
    expect(narrow.made.before).toEqual(wide.now)
    expect(narrow.now.widthFactor).toBeLessThan(narrowFactor)

    const calibrated = [path, ...otherRun, '--calibration', 'measured']
    const { limit } = (await headroomJson(workspace, ['predict', ...calibrated, '--next'])).value.next.now
    const uncalibrated = (await headroomJson(workspace, ['predict', path, ...otherRun, '--next'])).value.next.now
    show('another run, predicted', { limit, uncalibrated })
    const second = await headroomJson(workspace, ['validate', ...calibrated, '--target', target, ...short])
    const { low, mean, high } = second.value.steady.ingressWireBytesPerSec
    show('another run, measured', { low, mean, high, diagnosis: second.value.diagnosis?.sentence })
    expect(mean).toBeGreaterThan(limit.low)
    expect(mean).toBeLessThan(limit.high)
  })
})
