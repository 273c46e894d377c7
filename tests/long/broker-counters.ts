/**
 * A broker's own counters, read by Kafka's JmxTool: the judge of what a run measured.
 */
import { followBeans } from './broker-beans.ts'

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
  // A histogram over all requests since the start: its mean times its count is their sum.
  const bean = 'kafka.network:type=RequestMetrics,name=RequestBytes,request=Produce'
  const readings: Reading[] = []
  const stop = await followBeans(brokerPid, { beans: [bean], intervalMs: 250 }, ({ atEpochMs, attribute }) => {
    const requests = attribute(bean, 'Count')
    const reading = { atEpochMs, requestBytes: requests * attribute(bean, 'Mean'), requests }
    if (Object.values(reading).every(Number.isFinite)) readings.push(reading)
  })
  return {
    total: () => difference(nothing, readings.at(-1) ?? missing()),
    between: (from, to) => difference(readingAt(readings, from), readingAt(readings, to)),
    stop,
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
  throw new Error('the broker reported no counters for this time')
}
