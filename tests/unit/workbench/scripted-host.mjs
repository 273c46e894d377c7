/**
 * A runner host that does what `behaviour` in its state directory says: for the ways in which a host can go wrong.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const stateDirectory = process.argv[process.argv.indexOf('--state-dir') + 1] ?? ''
const behaviour = readFileSync(join(stateDirectory, 'behaviour'), 'utf8')
const environment = {
  headroomVersion: '0',
  runnerVersion: '0',
  nodeVersion: process.version,
  librdkafkaVersion: '0',
  librdkafkaFeatures: Object.keys(process.env).sort(),
  kafkaVersion: null,
  platform: 'test',
  cpuModel: 'test',
  cpuCores: 1,
  memoryBytes: 1,
}
const cleanUp = { deletedTopics: ['t'], deletedGroups: [], leftovers: [] }
const hostId = process.pid
writeFileSync(join(stateDirectory, 'host-id'), String(hostId))
const send = (message) => process.stdout.write(`${JSON.stringify(message)}\n`)
const sample = (second) => ({
  second,
  startedAtEpochMs: 0,
  durationMs: 1000,
  producers: [],
  consumers: [],
  workers: [],
  brokers: [],
  hostCpu: null,
})
const end = (reason, detail = null) => send({ type: 'ended', reason, detail, cleanUp })

const answers = {
  hello(message) {
    if (behaviour === 'mute') return
    if (behaviour === 'garbage') process.stdout.write('this is not JSON\n')
    if (behaviour === 'unknown-message') send({ type: 'surprise' })
    const protocolVersion = behaviour === 'other-version' ? 99 : message.protocolVersion
    send({ type: 'hello', protocolVersion, environment })
  },
  prepare(message) {
    if (behaviour === 'tells-prepare') send({ type: 'notice', message: `${hostId} ${message.keepsCluster}` })
    if (behaviour === 'samples-before-start') send({ type: 'sample', sample: sample(9) })
    send({ type: 'progress', step: 'starting-cluster', message: 'Starting.', fraction: null })
    if (behaviour === 'hangs-while-preparing') return
    if (behaviour === 'refuses') {
      const error = { code: 'CLUSTER_UNREACHABLE', message: 'Nobody answers.', remedy: 'Check it.', problems: [] }
      send({ type: 'error', error })
      end('prepare-failed', 'Nobody answers.')
      return
    }
    send({ type: 'preflight', preflight: { checks: [], isPassed: true }, environment })
    send({ type: 'ready' })
  },
  start() {
    send({ type: 'sample', sample: sample(0) })
    if (behaviour === 'hangs-in-load') return
    if (behaviour === 'crashes') {
      process.stderr.write('the last words\n')
      process.exit(3)
    }
    if (behaviour === 'is-killed') process.kill(process.pid, 'SIGKILL')
    if (behaviour === 'waits-for-stop' || behaviour === 'ignores-stop') return
    if (behaviour === 'splits-lines') {
      const text = JSON.stringify({ type: 'notice', message: 'Grüße, 世界' })
      const bytes = Buffer.from(`${text}\n`)
      for (const byte of bytes) process.stdout.write(Buffer.from([byte]))
    }
    send({ type: 'sample', sample: sample(1) })
    end('plan-complete')
    send({ type: 'sample', sample: sample(2) })
    if (behaviour === 'exits-after-run') process.exit(3)
  },
  stop(message) {
    if (behaviour === 'ignores-stop') return
    end('user-abort', `Stopped by ${message.mode}.`)
  },
  heartbeat() {},
}

createInterface({ input: process.stdin })
  .on('line', (line) => {
    const message = JSON.parse(line)
    answers[message.type](message)
  })
  .on('close', () => {
    if (behaviour !== 'ignores-stop') process.exit(0)
  })
