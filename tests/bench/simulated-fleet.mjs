/**
 * Many agents in one process, for the benchmark of their coordinator: a real socket inside TLS each, the whole protocol,
 * one sample a second with histograms of real shape, and no load. Its argument is the number of agents; it prints one line
 * of JSON with the address and the certificate's fingerprint, and ends with its stdin.
 */
import { createHash, X509Certificate } from 'node:crypto'
import { createServer } from 'node:https'
import { WebSocketServer } from 'ws'
import { loadSources } from './load-sources.mjs'

const distributions = 50
const recordsPerSecond = 2_000
const partitions = 12

const { makeSelfSignedCertificate, createLatencyRecorder } = await loadSources(
  ['src/runner/agent/self-signed-certificate', 'src/measurement/histogram'],
  [],
)

/** Latencies as brokers show them: most near 3 ms, a long tail. Made once, handed out in turn. */
const histograms = Array.from({ length: distributions }, () => {
  const recorder = createLatencyRecorder()
  for (let record = 0; record < recordsPerSecond; record += 1) {
    const normal = Math.sqrt(-2 * Math.log(1 - Math.random())) * Math.cos(2 * Math.PI * Math.random())
    recorder.recordUs(Math.round(3_000 * Math.exp(0.6 * normal)))
  }
  return recorder.takeEncoded()
})
let next = 0
const histogram = () => histograms[next++ % histograms.length]

const environment = {
  headroomVersion: '0',
  runnerVersion: '0',
  nodeVersion: process.version,
  librdkafkaVersion: '0',
  librdkafkaFeatures: [],
  kafkaVersion: null,
  platform: 'simulated',
  cpuModel: 'simulated',
  cpuCores: 4,
  memoryBytes: 1,
}

const { certificatePem, keyPem } = makeSelfSignedCertificate('simulated agents', Date.now())
const server = createServer({ cert: certificatePem, key: keyPem })
const sockets = new WebSocketServer({ server, perMessageDeflate: false })
sockets.on('connection', serve)
server.listen(0, '127.0.0.1', () => {
  const fingerprint = createHash('sha256').update(new X509Certificate(certificatePem).raw).digest('hex')
  console.log(JSON.stringify({ port: server.address().port, fingerprint }))
})
process.stdin.resume().on('end', () => process.exit(0))

function serve(socket) {
  let prepared
  let timer
  const send = (message) => socket.send(JSON.stringify(message))
  const answers = {
    hello: ({ protocolVersion }) => send({ type: 'hello', protocolVersion, environment }),
    clock: ({ id }) => send({ type: 'clock', id, atEpochMs: performance.timeOrigin + performance.now() }),
    'measure-capacity': () => send({ type: 'capacity', probe: null, cpuCores: 4, detail: 'Not probed.' }),
    prepare(message) {
      prepared = message
      send({ type: 'preflight', preflight: { checks: [], isPassed: true }, environment })
      send({ type: 'progress', step: 'starting-workers', message: 'Starting', fraction: null })
      send({ type: 'ready' })
    },
    start({ atEpochMs }) {
      timer = setTimeout(() => tell(atEpochMs, 0), atEpochMs + 1_000 - Date.now())
    },
    finish: () => end('plan-complete'),
    stop: () => end('user-abort'),
  }
  socket.on('message', (data) => {
    const message = JSON.parse(data.toString())
    answers[message.type]?.(message)
  })
  socket.on('close', () => clearTimeout(timer))
  socket.on('error', () => undefined)
  function tell(startMs, second) {
    send({ type: 'sample', sample: sampleOf(prepared, startMs, second) })
    timer = setTimeout(() => tell(startMs, second + 1), startMs + (second + 2) * 1_000 - Date.now())
  }
  function end(reason) {
    clearTimeout(timer)
    send({ type: 'ended', reason, detail: null, cleanUp: { deletedTopics: [], deletedGroups: [], leftovers: [] } })
  }
}

function sampleOf({ plan, share }, startMs, second) {
  const isLoad = second * 1_000 < plan.durationMs
  const records = isLoad ? recordsPerSecond : 0
  return {
    second,
    startedAtEpochMs: startMs + second * 1_000,
    durationMs: 1_000,
    producers: share.producerIds.map((producerId) => producerOf(producerId, records)),
    consumers: share.groupIds.map((groupId) => groupOf(groupId, isLoad ? recordsPerSecond * plan.producers.length : 0)),
    workers: [{ workerId: 'producers-1', role: 'producer', cpuCores: 0.4, eventLoopLagMaxMs: 3, residentBytes: 9e7 }],
    brokers: [],
    hostCpu: 0.2,
  }
}

function producerOf(producerId, records) {
  return {
    ...{ producerId, offeredRecords: records, acceptedRecords: records, ackedRecords: records },
    ...{ rejectedRecords: 0, unknownRecords: 0, backlogRecords: 0, outstandingRecords: 0, queueFullRetries: 0 },
    ...{ ackedPayloadBytes: records * 512, wireBytes: records * 520, requests: 400, throttleMs: 0 },
    ackedRecordsByPartition: Object.fromEntries(
      Array.from({ length: partitions }, (_, partition) => [partition, Math.round(records / partitions)]),
    ),
    ...{ roundTripMedianUs: 900, internalLatencyP99Us: 5_200, recordsPerBatch: 5.1 },
    ...{ serviceHistogram: histogram(), responseHistogram: histogram(), scheduleDelayHistogram: histogram() },
    errors: {},
  }
}

function groupOf(groupId, records) {
  return {
    ...{ groupId, records, duplicateRecords: 0, payloadBytes: records * 512, wireBytes: records * 520, lagRecords: 0 },
    ...{ throttleMs: 0, rebalances: 1, endToEndHistogram: histogram(), negativeLatencies: 0, errors: {} },
  }
}
