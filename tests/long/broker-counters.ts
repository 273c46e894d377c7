/**
 * A broker's own counters, read by Kafka's JmxTool: the judge of what a run measured.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { findFreePorts } from '../../src/runner/embedded/ports.ts'
import { kafkaJarsPath } from '../../src/runner/embedded/runner-files.ts'

export const kafkaJars = join(kafkaJarsPath, '*')

/** What a broker counted until a time. */
interface Reading {
  readonly atEpochMs: number
  /** Bodies of all produce requests: what a quota counts. */
  readonly requestBytes: number
  readonly requests: number
}

/** What a broker counted in a time. */
export type Counted = Omit<Reading, 'atEpochMs'>

export interface BrokerCounters {
  /** Since the broker's start. */
  total(): Counted
  /** Between two times, read off lines through the readings. */
  between(fromEpochMs: number, toEpochMs: number): Counted
  stop(): Promise<void>
}

/** Size of a request on the wire before its body: 4 bytes of length, a header of 10 bytes and the client's id. */
export function requestHeaderBytes(clientId: string): number {
  return 4 + 10 + clientId.length
}

/** Opens a running broker's JMX on the loopback interface and reads its counters every 250 ms. */
export async function readBrokerCounters(brokerPid: number): Promise<BrokerCounters> {
  const port = (await findFreePorts(1))[0] ?? 0
  const options = ['host=127.0.0.1', `port=${port}`, 'authenticate=false', 'ssl=false']
  const words = options.map((option) => `jmxremote.${option}`)
  execFileSync('jcmd', [String(brokerPid), 'ManagementAgent.start', ...words])
  return followCounters(port)
}

function followCounters(port: number): BrokerCounters {
  // A histogram over all requests since the start: its mean times its count is their sum.
  const requests = 'kafka.network:type=RequestMetrics,name=RequestBytes,request=Produce'
  const url = `service:jmx:rmi:///jndi/rmi://127.0.0.1:${port}/jmxrmi`
  const tool = ['org.apache.kafka.tools.JmxTool', '--jmx-url', url, '--object-name', requests]
  const args = ['-Xmx64m', '-cp', kafkaJars, ...tool, '--reporting-interval', '250', '--wait']
  const child = spawn('java', args, { stdio: ['ignore', 'pipe', 'ignore'] })
  const readings: Reading[] = []
  let columns: readonly string[] = []
  createInterface({ input: child.stdout }).on('line', (line) => {
    // Names hold commas: the heading's columns stand in quotes.
    if (line.startsWith('"time"')) columns = line.slice(1, -1).split('","')
    const values = line.split(',').map(Number)
    const counter = (attribute: string) => values[columns.indexOf(`${requests}:${attribute}`)] ?? Number.NaN
    const reading = {
      atEpochMs: values[0] ?? Number.NaN,
      requestBytes: counter('Count') * counter('Mean'),
      requests: counter('Count'),
    }
    if (values.length === columns.length && Object.values(reading).every(Number.isFinite)) readings.push(reading)
  })
  return {
    total: () => difference(nothing, readings.at(-1) ?? missing()),
    between: (from, to) => difference(readingAt(readings, from), readingAt(readings, to)),
    stop: () => endTool(child),
  }
}

const nothing: Reading = { atEpochMs: 0, requestBytes: 0, requests: 0 }

function difference(before: Reading, after: Reading): Counted {
  return { requestBytes: after.requestBytes - before.requestBytes, requests: after.requests - before.requests }
}

/** On the line between the readings around a time. @throws Error where there is none after it */
function readingAt(readings: readonly Reading[], atEpochMs: number): Reading {
  const index = readings.findIndex((reading) => reading.atEpochMs >= atEpochMs)
  const after = readings[index] ?? missing()
  const before = readings[index - 1] ?? after
  const spanMs = after.atEpochMs - before.atEpochMs
  const share = spanMs === 0 ? 1 : (atEpochMs - before.atEpochMs) / spanMs
  const read = (name: keyof Reading) => before[name] + share * (after[name] - before[name])
  return { atEpochMs, requestBytes: read('requestBytes'), requests: read('requests') }
}

function missing(): never {
  throw new Error('the broker told no counters for this time')
}

async function endTool(child: ChildProcess): Promise<void> {
  const exited = new Promise((resolve) => child.once('exit', resolve))
  if (child.exitCode !== null) return
  child.kill('SIGKILL')
  await exited
}
