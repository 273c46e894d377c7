/**
 * The clients of a side-by-side run: Headroom's own with both loops, and its peers.
 */
import { timedEvery } from '../../../src/contracts/run-plan.ts'
import type { BenchLoad, ShapeName } from './bench-load.ts'
import {
  hasPerformanceTool,
  type RunningClient,
  startPerformanceTool,
  startPerfTest,
  startTunedLoop,
  type ToolPartitions,
} from './clients.ts'
import { offeredRecordsPerSec, startOwnConsumer, startOwnProducer } from './own-client.ts'

export type Role = 'producer' | 'consumer'
export type Start = (load: BenchLoad, onRecords: RunningClient['onRecords']) => Promise<RunningClient>

/** A client by its name, and what must be known to read its figures. */
export interface BenchClient {
  readonly name: string
  readonly note: string
  readonly start: Start
}

export const ownName = 'Headroom'
export const referenceName = 'Headroom, reference loop'
export const loopName = 'tuned loop of node-rdkafka'
/** librdkafka's tool with librdkafka's default: another partition each 10 ms, or with keys another for each record. */
export const toolName = 'rdkafka_performance'
/** librdkafka's tool, which changes the partition as often as Headroom did in the same round. */
export const equalTurnsName = `${toolName}, turns of equal length`
export const javaName = { producer: 'kafka-producer-perf-test', consumer: 'kafka-consumer-perf-test' } as const

/** Shapes that a producer of others does not have. */
const notOfTool: readonly ShapeName[] = ['transactions']
const notOfJava: readonly ShapeName[] = ['keyed', 'headers']
const notOfLoop: readonly ShapeName[] = ['transactions']

/** The clients that can send or read records of a shape. @param toolRecords records that Kafka's own tools are given */
export function clientsOf(
  role: Role,
  shape: ShapeName,
  { toolRecords, hasJava }: { readonly toolRecords: number; readonly hasJava: boolean },
): readonly BenchClient[] {
  const own: Start = role === 'producer' ? startOwnProducer : startOwnConsumer
  const measured =
    role === 'producer' ? `all counted, one in ${timedEvery(offeredRecordsPerSec)} timed` : 'all counted and timed'
  const isOf = (missing: readonly ShapeName[]) => role === 'consumer' || !missing.includes(shape)
  return [
    ...(isOf(notOfLoop) ? [{ name: loopName, note: 'counts only', start: tunedLoop(role) }] : []),
    { name: ownName, note: measured, start: own },
    { name: referenceName, note: measured, start: withReferenceLoop(own) },
    ...(hasPerformanceTool() && isOf(notOfTool) ? toolsOf(role, shape) : []),
    ...(hasJava && isOf(notOfJava) ? [javaClient(role, toolRecords)] : []),
  ]
}

function tunedLoop(role: Role): Start {
  return (load, onRecords) => startTunedLoop(role, load, onRecords)
}

/** Headroom's client with the loop in JavaScript. */
function withReferenceLoop(start: Start): Start {
  return (load, onRecords) => {
    // The worker gets the variable when it is started, which is before the call returns.
    process.env.HEADROOM_LOOP = 'reference'
    const started = start(load, onRecords)
    delete process.env.HEADROOM_LOOP
    return started
  }
}

/** With keys Headroom sends each record to the partition of its key, which is as if they were scattered. */
function toolsOf(role: Role, shape: ShapeName): BenchClient[] {
  const tool = (partitions: ToolPartitions, suffix: string, note: string): BenchClient => ({
    name: `${toolName}${suffix}`,
    note,
    start: (load, onRecords) => startPerformanceTool(role, load, { partitions, onRecords }),
  })
  const equalTurns: BenchClient = {
    name: equalTurnsName,
    note: "another partition as often as Headroom's in this round (in whole ms), no copy of values",
    start: (load, onRecords) => {
      if (load.turnMs === null)
        throw new Error(`"${equalTurnsName}" needs "${ownName}" before it: ask for both, or for all`)
      const partitions = { stickyMs: Math.max(1, Math.round(load.turnMs)) }
      return startPerformanceTool(role, load, { partitions, onRecords })
    },
  }
  if (role === 'consumer') return [tool('scattered', '', 'librdkafka without JavaScript')]
  const scattered = 'another partition for each record'
  if (shape === 'keyed') return [tool('scattered', '', `${scattered}, one key`)]
  return [
    tool({ stickyMs: 10 }, '', 'another partition each 10 ms, no copy of values'),
    equalTurns,
    tool('one', ', one partition', 'no copy of values'),
    tool('scattered', ', scattered', `${scattered}, no copy of values`),
  ]
}

function javaClient(role: Role, records: number): BenchClient {
  return {
    name: javaName[role],
    note: 'Java',
    start: (load, onRecords) => startPerfTest(role, load, { records, onRecords }),
  }
}
