/**
 * Parses the state of a finished task of Kafka's Trogdor (`showTask`, `GET /coordinator/tasks/ID`), or of several tasks
 * by id.
 *
 * Trogdor reports no throughput, so it is computed as records sent / time. A consume bench notices its end only once
 * every 60 s, so its rate is left out.
 */
import type { ImportedClient, ImportedLatency } from '../../contracts/imported-run.ts'
import {
  type TrogdorConsumeStatus,
  type TrogdorProduceStatus,
  type TrogdorTask,
  trogdorConsumeStatus,
  trogdorProduceStatus,
  trogdorTask,
  trogdorTasks,
} from '../../contracts/trogdor-task.ts'
import { checked, jsonObject } from './json-output.ts'
import { emptyPart, type LineProblem, type Parsing, type ToolOutput } from './tool-output.ts'

/** All producers and consumers in a file. */
export function parseTrogdor(output: ToolOutput): Parsing {
  const json = jsonObject(output)
  if (json === null) return { parts: [], problems: [] }
  if ('state' in json && 'spec' in json) {
    const { value, problems } = checked(trogdorTask, json, '')
    return value === null ? { parts: [], problems } : partsOfTask(value, output.name, '')
  }
  if (!('tasks' in json)) return { parts: [], problems: [] }
  const { value, problems } = checked(trogdorTasks, json.tasks, 'tasks')
  if (value === null) return { parts: [], problems }
  const parsings = Object.entries(value).map(([id, task]) => partsOfTask(task, output.name, `tasks.${id}`))
  return { parts: parsings.flatMap(({ parts }) => parts), problems: parsings.flatMap((parsing) => parsing.problems) }
}

function partsOfTask(task: TrogdorTask, file: string, path: string): Parsing {
  const at = [path, 'status'].filter((step) => step !== '').join('.')
  if (task.spec.class.endsWith('.ProduceBenchSpec')) {
    const { value, problems } = checked(trogdorProduceStatus, task.status, at)
    return { parts: value === null ? [] : [producer(task, value, file)], problems }
  }
  if (/\.(?:Share)?ConsumeBenchSpec$/.test(task.spec.class)) {
    const { value, problems } = checked(trogdorConsumeStatus, task.status, at)
    return { parts: value === null ? [] : consumers(task, value, file), problems }
  }
  return { parts: [], problems: [unknownClass(task, path)] }
}

function unknownClass(task: TrogdorTask, path: string): LineProblem {
  const message = `tasks of ${task.spec.class} are not read; ProduceBenchSpec, ConsumeBenchSpec and ShareConsumeBenchSpec are`
  return { line: 1, path: [path, 'spec.class'].filter((step) => step !== '').join('.'), message }
}

function endNotes({ state, error }: TrogdorTask): string[] {
  return [
    ...(state === 'DONE' ? [] : [`The task was ${state} when its state was saved.`]),
    ...(error === undefined || error === '' ? [] : ['The task ended with an error.']),
  ]
}

function producer(task: TrogdorTask, status: TrogdorProduceStatus, file: string): ImportedClient {
  const { startedMs, doneMs, spec } = task
  const durationMs = startedMs === undefined || doneMs === undefined || doneMs <= startedMs ? null : doneMs - startedMs
  const recordsPerSec = durationMs === null ? null : (status.totalSent * 1000) / durationMs
  const size = recordBytes(spec)
  return {
    ...emptyPart({ tool: 'Trogdor', role: 'producer', file, line: 1 }),
    records: status.totalSent,
    payloadBytes: size === null ? null : status.totalSent * size,
    durationMs,
    recordsPerSec,
    payloadBytesPerSec: size === null || recordsPerSec === null ? null : recordsPerSec * size,
    latencies: [latency(status, 'service')],
    isCutOff: endNotes(task).length > 0,
    notes: [
      ...endNotes(task),
      'Records that failed are counted as sent, and latencies beyond 10 s as 10 s.',
      ...(spec.skipFlush === true ? [] : ['It flushed after every 100 ms, which hides queueing from its latency.']),
    ],
  }
}

/** Payload bytes of a record; null unless both generators have a fixed size. */
function recordBytes({ keyGenerator, valueGenerator }: TrogdorTask['spec']): number | null {
  const sizes = [keyGenerator, valueGenerator].map((generator) => (generator?.type === 'null' ? 0 : generator?.size))
  const [key, value] = sizes
  return key === undefined || value === undefined ? null : key + value
}

function consumers(task: TrogdorTask, status: TrogdorConsumeStatus, file: string): ImportedClient[] {
  return Object.values(status).map((consumer) => ({
    ...emptyPart({ tool: 'Trogdor', role: 'consumer', file, line: 1 }),
    records: consumer.totalMessagesReceived,
    payloadBytes: consumer.totalBytesReceived,
    latencies:
      consumer.recordProcessorStatus === undefined || consumer.recordProcessorStatus === null
        ? []
        : [latency(consumer.recordProcessorStatus, 'end-to-end')],
    isCutOff: endNotes(task).length > 0,
    notes: [...endNotes(task), 'A consume bench notices its end only once every 60 s, so its rate is not known.'],
  }))
}

type Latencies = Pick<TrogdorProduceStatus, 'averageLatencyMs' | 'p50LatencyMs' | 'p95LatencyMs' | 'p99LatencyMs'>

function latency(status: Latencies, kind: ImportedLatency['kind']): ImportedLatency {
  return {
    kind,
    meanUs: status.averageLatencyMs * 1000,
    p50Us: status.p50LatencyMs * 1000,
    p95Us: status.p95LatencyMs * 1000,
    p99Us: status.p99LatencyMs * 1000,
    p999Us: null,
    maxUs: null,
  }
}
