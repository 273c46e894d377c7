import { describe, expect, it } from 'vitest'
import type { Environment } from '../../../src/contracts/environment.ts'
import type { ReadingRequest } from '../../../src/contracts/kept-reading.ts'
import type { ReadingPart } from '../../../src/contracts/reading-part.ts'
import type { ControllerMessage, HostMessage } from '../../../src/contracts/runner-protocol.ts'
import { runnerProtocolVersion } from '../../../src/contracts/runner-protocol.ts'
import type { HostConnection, HostExit } from '../../../src/workbench/fleets/host-connection.ts'
import { createReadings } from '../../../src/workbench/observations/readings.ts'
import { clusterPart, topicsPart } from '../measurement/reading/known-parts.ts'
import { openStores } from './open-stores.ts'

const stores = openStores()

const request: ReadingRequest = {
  connection: {
    kind: 'headroom.connection',
    schemaVersion: 1,
    name: 'mine',
    bootstrapServers: ['127.0.0.1:9092'],
    sasl: { mechanism: 'PLAIN', username: 'reader', passwordSecret: 'mine/password' },
  },
  bounds: { spanMs: 60_000, sampleBytes: 1_000_000, requestsPerSec: 10, bytesPerSec: 1_000_000, historyHours: 24 },
}

const cluster = clusterPart
const topics = topicsPart(1)
const history: ReadingPart = {
  part: 'history',
  topic: 'orders',
  history: { hours: [], minutes: [], completeFromEpochMs: null, largestTimestampEpochMs: null },
}
const cost: ReadingPart = {
  part: 'cost',
  atEpochMs: 21_000,
  cost: {
    requests: 8,
    requestBytes: 70,
    responseBytes: 700_000,
    sampledBytes: 400_000,
    requestsByApi: { Fetch: 8 },
    connections: 1,
    throttled: 0,
    durationMs: 20_000,
  },
}
const end: ReadingPart = { part: 'end', atEpochMs: 30_000, endedEarlyBecause: null }

type Behaviour = (message: ControllerMessage, reply: (message: HostMessage) => void, exit: () => void) => void

const environment: Environment = {
  headroomVersion: '0.1.0',
  runnerVersion: '0.1.0',
  nodeVersion: '24.0.0',
  librdkafkaVersion: '2.0.0',
  librdkafkaFeatures: [],
  kafkaVersion: null,
  platform: 'linux-x64',
  cpuModel: 'test',
  cpuCores: 2,
  memoryBytes: 1e9,
}

/** Readings whose hosts answer as told; each `observe` and `stop` that they got is in `sent`. */
function readingsWith(...behaviours: readonly Behaviour[]) {
  const sent: ControllerMessage[] = []
  const sentences: string[] = []
  let onEnd: (readingId: string) => void = () => undefined
  const setOnEnd = (listener: typeof onEnd) => {
    onEnd = listener
  }
  let hosts = 0
  const openHost = (onMessage: (message: HostMessage) => void): HostConnection => {
    const behave = behaviours[hosts]
    hosts += 1
    let exit: (exit: HostExit) => void = () => undefined
    const exited = new Promise<HostExit>((resolve) => {
      exit = resolve
    })
    const leave = () => exit({ exitCode: 0, signal: null, error: null, stderrTail: '' })
    const reply = (message: HostMessage) => setImmediate(() => onMessage(message))
    return {
      exited,
      disconnect: leave,
      kill: leave,
      send(message) {
        if (message.type === 'heartbeat') return
        if (message.type === 'hello') {
          reply({ type: 'hello', protocolVersion: runnerProtocolVersion, environment })
          return
        }
        sent.push(message)
        behave?.(message, reply, leave)
      },
    }
  }
  const readings = createReadings({
    store: () => stores.open(),
    resolveSecrets: async (names) => Object.fromEntries(names.map((name) => [name, 'secret-4d1f'])),
    openHost,
    onProgress: ({ sentence }) => sentences.push(sentence),
    onEnd: (readingId) => onEnd(readingId),
  })
  return { readings, sent, sentences, setOnEnd }
}

function says(...parts: readonly ReadingPart[]): Behaviour {
  return (message, reply) => {
    if (message.type === 'observe') for (const part of parts) reply({ type: 'reading', part })
  }
}

describe('the readings of a workspace', () => {
  it('keep the parts as they come, without the secret, and are shown as one', async () => {
    const { readings, sent, sentences } = readingsWith(says(cluster, topics, history, cost, end))
    const { readingId } = await readings.take(request)
    expect(readings.show(readingId)).toMatchObject({ isComplete: true, clusterId: 'a', topics: [{ name: 'orders' }] })
    expect(readings.list()).toMatchObject([{ id: readingId, name: 'mine', isComplete: true }])
    expect(sentences).toEqual(['8 requests, 700 kB read, of them 400 kB of batches (0.4 requests/s, 35 kB/s).'])
    expect(sent[0]).toMatchObject({ type: 'observe', secrets: { 'mine/password': 'secret-4d1f' } })
    expect(JSON.stringify([readings.show(readingId), stores.open().readReading(readingId)])).not.toContain(
      'secret-4d1f',
    )
  })

  it('are resumed after a break with what is left of their bounds, and without what was finished', async () => {
    const breaks: Behaviour = (message, reply, exit) => {
      says(cluster, topics, history, cost)(message, reply, exit)
      setImmediate(() => setImmediate(exit))
    }
    const { readings, sent } = readingsWith(breaks, says(cluster, topics, end))
    await expect(readings.take(request)).rejects.toMatchObject({ code: 'RUNNER_EXITED' })
    const [open] = readings.list()
    expect(open?.isComplete).toBe(false)
    await readings.resume(open?.id ?? '')
    expect(sent[1]).toMatchObject({
      bounds: { spanMs: 40_000, sampleBytes: 600_000 },
      already: { history: ['orders'], samples: [] },
    })
    expect(readings.show(open?.id ?? '')).toMatchObject({ isComplete: true, topics: [{ history: history.history }] })
  })

  it('are not begun again once they are complete', async () => {
    const { readings, sent } = readingsWith(says(cluster, end))
    const { readingId } = await readings.take(request)
    await readings.resume(readingId)
    expect(sent).toHaveLength(1)
  })

  it('end with what they have when they are stopped', async () => {
    const stops: Behaviour = (message, reply) => {
      if (message.type === 'observe') reply({ type: 'reading', part: cluster })
      if (message.type === 'stop')
        reply({ type: 'reading', part: { ...end, endedEarlyBecause: 'The reading was stopped.' } })
      if (message.type === 'observe') setImmediate(() => setImmediate(() => readings.stop()))
    }
    const { readings } = readingsWith(stops)
    const { readingId } = await readings.take(request)
    expect(readings.show(readingId)).toMatchObject({ isComplete: false, endedEarlyBecause: 'The reading was stopped.' })
  })

  it('pass on the error of a cluster that was not reached, and have nothing to show', async () => {
    const error = { code: 'CLUSTER_UNREACHABLE' as const, message: 'nothing listens', remedy: null, problems: [] }
    const { readings } = readingsWith((_, reply) => reply({ type: 'error', error }))
    await expect(readings.take(request)).rejects.toMatchObject({ code: 'CLUSTER_UNREACHABLE' })
    const [kept] = readings.list()
    expect(() => readings.show(kept?.id ?? '')).toThrow('never reached')
  })

  it('are refused while another one is active, and then leave nothing in the list', async () => {
    const { readings, sent } = readingsWith(says(cluster, topics, end))
    const first = readings.take(request)
    await expect(readings.take(request)).rejects.toMatchObject({ code: 'RUN_ACTIVE' })
    const { readingId } = await first
    expect(readings.list().map(({ id }) => id)).toEqual([readingId])
    expect(sent).toHaveLength(1)
  })

  it('may be followed by another one as soon as their end is reported', async () => {
    const ends: string[] = []
    const { readings, setOnEnd } = readingsWith(says(cluster, end), says(cluster, topics, end))
    let next: Promise<unknown> = Promise.resolve()
    setOnEnd((readingId) => {
      ends.push(readingId)
      if (ends.length === 1) next = readings.take(request)
    })
    const { readingId } = await readings.take(request)
    await next
    expect(ends[0]).toBe(readingId)
    expect(readings.list().map(({ isComplete }) => isComplete)).toEqual([true, true])
  })

  it('do not begin if they are stopped while their secrets are looked up', async () => {
    const { readings, sent } = readingsWith(says(cluster, topics, end))
    const reading = readings.take(request)
    readings.stop()
    await expect(reading).rejects.toMatchObject({ code: 'ABORTED' })
    expect(sent).toEqual([])
  })
})
