/**
 * A runner host that measures nothing and tells hours as fast as they are taken, for the benchmark of the window's memory:
 * the bench writes into `taken`, in the host's state directory, how many seconds the window has shown.
 */
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { environment } from './simulated-environment.mjs'
import { sampleOf } from './simulated-samples.mjs'

/** So many seconds are told ahead of what the window has shown. */
const aheadSeconds = 60
const lookEveryMs = 20
/** The last part of the load is told in real time. */
const realTimeSeconds = 120
const stateDirectory = process.argv[process.argv.indexOf('--state-dir') + 1] ?? ''
mkdirSync(stateDirectory, { recursive: true })
const send = (message) => process.stdout.write(`${JSON.stringify(message)}\n`)

let prepared
let timer
const answers = {
  hello: ({ protocolVersion }) => send({ type: 'hello', protocolVersion, environment }),
  prepare({ plan }) {
    const share = {
      producerIds: plan.producers.map(({ id }) => id),
      groupIds: plan.consumerGroups.map(({ groupId }) => groupId),
    }
    prepared = { plan, share }
    send({ type: 'preflight', preflight: { checks: [], isPassed: true }, environment })
    send({ type: 'progress', step: 'starting-workers', message: 'Starting', fraction: null })
    send({ type: 'ready' })
  },
  start: ({ atEpochMs }) => tell(atEpochMs, 0),
  stop: () => end('user-abort'),
}

createInterface({ input: process.stdin })
  .on('line', (line) => {
    const message = JSON.parse(line)
    answers[message.type]?.(message)
  })
  .on('close', () => process.exit(0))

function tell(startMs, from) {
  const fast = prepared.plan.durationMs / 1000 - realTimeSeconds
  let second = from
  while (second < Math.min(fast, taken() + aheadSeconds)) {
    send({ type: 'sample', sample: sampleOf(prepared, startMs, second) })
    second += 1
  }
  if (second < fast) timer = setTimeout(() => tell(startMs, second), lookEveryMs)
  else timer = setTimeout(() => tellLast(startMs, second), 1000)
}

function tellLast(startMs, second) {
  send({ type: 'sample', sample: sampleOf(prepared, startMs, second) })
  if (second + 1 >= prepared.plan.durationMs / 1000) end('plan-complete')
  else timer = setTimeout(() => tellLast(startMs, second + 1), 1000)
}

function taken() {
  try {
    return Number(readFileSync(join(stateDirectory, 'taken'), 'utf8'))
  } catch {
    return 0
  }
}

function end(reason) {
  clearTimeout(timer)
  send({ type: 'ended', reason, detail: null, cleanUp: { deletedTopics: [], deletedGroups: [], leftovers: [] } })
}
