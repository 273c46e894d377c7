/**
 * A run sends what the scenario says: sizes, headers, compressibility. One short run covers all of that.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunPlan, runNamePrefix } from '../../src/contracts/run-plan.ts'
import { scenario } from '../../src/contracts/scenario.ts'
import { compressionOver } from '../../src/measurement/compression.ts'
import { computeResult } from '../../src/measurement/compute-result.ts'
import { planRun } from '../../src/planning/plan-run.ts'
import { TestController } from './runner-controller.ts'

const runId = 'load-shape'
const codecs = ['none', 'lz4', 'snappy', 'gzip', 'zstd'] as const
const statedRatio = 0.4
const lateMs = 2_500
const heldConnections = 1_000
const attemptsPerSec = 40
/**
 * The endpoint is read every 2 s. It breaks 2 s after the start, and figures come from the reading after that: half of the
 * load is left for an answer that a busy machine gives late.
 */
const loadMs = 8_000
/** Five producers, five groups of one member and one of two. */
const ownClients = 12

let folder: string
let controller: TestController
let plan: RunPlan
let endpoint: Server

/** One topic and one producer for each codec. Each producer has another distribution of sizes; some have headers. */
function shapedPlan(prometheusUrl: string): RunPlan {
  const sizes = [
    { kind: 'fixed' },
    { kind: 'uniform', spread: 0.5 },
    { kind: 'lognormal', sigma: 0.6 },
    { kind: 'fixed' },
    { kind: 'uniform', spread: 0.3 },
  ]
  const value = scenario.parse({
    kind: 'headroom.scenario',
    schemaVersion: 1,
    name: 'Load of every shape',
    deployment: { offering: 'confluent-dedicated', size: 1 },
    workload: {
      topics: codecs.map((codec) => ({ name: codec, partitions: 2, replicationFactor: 1 })),
      producers: codecs.map((codec, index) => ({
        name: codec,
        topic: codec,
        peakRecordsPerSec: 1_500,
        recordValueBytes: 800,
        recordSizes: sizes[index],
        ...(index % 2 === 0 ? { headers: { count: 2, nameBytes: 8, valueBytes: 20 } } : {}),
        lingerMs: 50,
        compression: codec,
        ...(codec === 'none' ? {} : { compressionRatio: statedRatio }),
      })),
      consumerGroups: [
        ...codecs.map((codec) => ({ name: codec, topic: codec })),
        { name: 'late', topic: 'none', members: 2, startDelayMs: lateMs },
      ],
      connections: { total: heldConnections + ownClients, attemptsPerSec },
    },
  })
  return planRun(value, { runId, brokers: 1, durationMs: loadMs, quotaWindowMs: 1_000, prometheusUrl }).plan
}

/** An HTTP endpoint whose counter rises with time, and which fails at every third reading. */
async function serveMetrics(): Promise<string> {
  let readings = 0
  endpoint = createServer((_request, response) => {
    readings += 1
    const text = `process_cpu_seconds_total ${performance.now() / 500}\n`
    response.writeHead(readings % 3 === 0 ? 500 : 200, { 'content-type': 'text/plain; version=0.0.4' }).end(text)
  })
  await new Promise<void>((resolve) => endpoint.listen(0, '127.0.0.1', resolve))
  const address = endpoint.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/metrics`
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'headroom-load-'))
  controller = new TestController(folder)
  plan = shapedPlan(await serveMetrics())
  const ended = await controller.runToEnd(plan, { kind: 'embedded:kafka', brokers: 1, quotaWindowSeconds: 11 })
  expect([ended.reason, ended.detail]).toEqual(['plan-complete', null])
})

afterAll(async () => {
  await controller?.disconnect()
  endpoint?.close()
  rmSync(folder, { recursive: true, force: true })
})

describe('a run on a real broker', () => {
  it('compresses the records of each codec to the stated ratio within 5 %', () => {
    for (const codec of codecs.slice(1)) {
      const own = controller.samples.map((sample) => ({
        ...sample,
        producers: sample.producers.filter(({ producerId }) => producerId.startsWith(codec)),
      }))
      const measured = compressionOver(plan, own)
      expect(measured?.statedRatio).toBeCloseTo(statedRatio, 9)
      expect(Math.abs((measured?.measuredRatio ?? 0) / statedRatio - 1), codec).toBeLessThan(0.05)
    }
  })

  it('counts payload bytes by the size of each record, equally where it is sent and read', () => {
    const { accounting, compression } = computeResult(plan, controller.samples)
    expect([accounting.isClosed, accounting.gaps]).toEqual([true, []])
    const prompt = accounting.groups.filter(({ groupId }) => !groupId.endsWith('-late'))
    expect(accounting.ackedRecords).toBe(prompt.reduce((sum, group) => sum + group.consumedRecords, 0))
    const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
    const sent = sum(controller.samples.flatMap(({ producers }) => producers.map((each) => each.ackedPayloadBytes)))
    const promptReads = controller.samples.flatMap(({ consumers }) =>
      consumers.filter(({ groupId }) => !groupId.endsWith('-late')),
    )
    const read = sum(promptReads.map((each) => each.payloadBytes))
    expect(sent).toBe(read)
    expect(sent / accounting.ackedRecords / 800).toBeCloseTo(1, 1)
    // Four of five topics are compressed. A busy broker acknowledges some topics later, so their shares are not equal.
    const plainRecords = sum(
      controller.samples.flatMap(({ producers }) =>
        producers.filter(({ producerId }) => producerId.startsWith('none')).map((each) => each.ackedRecords),
      ),
    )
    const plainShare = plainRecords / accounting.ackedRecords
    expect(compression?.statedRatio).toBeCloseTo((1 - plainShare) * statedRatio + plainShare, 1)
  })

  it('sends records of the planned sizes before compression', () => {
    const seconds = controller.samples.flatMap(({ producers }) => producers)
    const plain = seconds.filter(({ producerId }) => producerId.startsWith('none'))
    const total = plain.reduce(
      (sum, { batches }) => ({
        records: sum.records + (batches?.records ?? 0),
        bytes: sum.bytes + (batches?.bytes ?? 0) - 61 * (batches?.count ?? 0),
      }),
      { records: 0, bytes: 0 },
    )
    const planned = plan.producers.find(({ clientId }) => clientId === `${runNamePrefix}${runId}-none-1`)
    expect(total.bytes / total.records / (planned?.batchedRecordBytes ?? 0)).toBeCloseTo(1, 2)
  })

  it('lets a group that starts late read every record from the first, and measures its catch-up', () => {
    const { accounting, catchUps } = computeResult(plan, controller.samples)
    const late = accounting.groups.find(({ groupId }) => groupId.endsWith('-late'))
    const prompt = accounting.groups.find(({ groupId }) => groupId.endsWith('-none'))
    expect(late).toMatchObject({ consumedRecords: prompt?.consumedRecords, lostRecords: 0, duplicateRecords: 0 })
    const early = controller.samples.filter(({ second }) => (second + 1) * 1000 < lateMs)
    const readEarly = early.flatMap(({ consumers }) => consumers).filter(({ groupId }) => groupId.endsWith('-late'))
    expect(readEarly.reduce((total, { records }) => total + records, 0)).toBe(0)
    expect(catchUps).toHaveLength(1)
    expect(catchUps?.[0]?.backlogRecords).toBeGreaterThan(0)
    expect(catchUps?.[0]?.tookMs).toBeGreaterThan(0)
    expect(catchUps?.[0]?.recordsPerSec).toBeGreaterThan(0)
  })

  it('holds 1,000 connections during the whole load, and opens the planned new ones each second', () => {
    const { connections } = computeResult(plan, controller.samples)
    expect(plan.connections).toEqual({ held: heldConnections, attemptsPerSec })
    expect(connections).toMatchObject({ wantedHeld: heldConnections, failedAttempts: 0, errors: {} })
    expect(connections?.openLeast).toBeGreaterThanOrEqual(heldConnections)
    // Each attempt of the load is made and answered, however late a busy machine makes or answers it.
    expect(connections?.attemptLatency?.count).toBe((attemptsPerSec * loadMs) / 1000)
  })

  it('reports the broker’s cost and the figures of a Prometheus endpoint that sometimes fails', () => {
    const { brokers, prometheus } = computeResult(plan, controller.samples)
    expect(brokers).toHaveLength(1)
    const [broker] = brokers ?? []
    const load = controller.samples.filter(({ second }) => second * 1000 < loadMs)
    const ingress = load.flatMap(({ producers }) => producers).reduce((sum, each) => sum + each.wireBytes, 0)
    const seconds = load.reduce((sum, { durationMs }) => sum + durationMs, 0) / 1000
    expect(broker?.cpuCoresMean).toBeGreaterThan(0)
    // Every byte of the producers is read from a socket, and written to a log.
    expect((broker?.readBytesPerSec ?? 0) * seconds).toBeGreaterThan(ingress / 2)
    expect((broker?.writtenBytesPerSec ?? 0) * seconds).toBeGreaterThan(ingress / 2)
    expect(broker?.heapUsedBytesMax).toBeGreaterThan(1_000_000)
    expect(broker?.heapBytesMax).toBeGreaterThan(broker?.heapUsedBytesMax ?? 0)
    expect(prometheus?.figures.cpuCores?.mean).toBeGreaterThan(0)
    expect(prometheus?.failedReadings).toBeGreaterThan(0)
    expect(prometheus?.lastError).toContain('it responded with status 500')
    const check = controller.all('preflight')[0]?.preflight.checks.find(({ id }) => id === 'prometheus')
    expect(check?.state).toBe('passed')
  })
})
