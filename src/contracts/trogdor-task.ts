/**
 * The state of a Trogdor task as its coordinator and agents report it. Only fields that are used are listed.
 */
import { z } from 'zod'
import { count, epochMs, nonNegative } from './primitives.ts'

const generator = z.looseObject({ type: z.string(), size: nonNegative.optional() })

/** The fields of a task's specification that determine the size of records. */
const spec = z.looseObject({
  class: z.string(),
  keyGenerator: generator.optional(),
  valueGenerator: generator.optional(),
  skipFlush: z.boolean().optional(),
})

/** Status of a produce bench. Latencies are in ms and clipped at 10 s. Failed records are counted as sent. */
export const trogdorProduceStatus = z.looseObject({
  totalSent: count,
  averageLatencyMs: nonNegative,
  p50LatencyMs: nonNegative,
  p95LatencyMs: nonNegative,
  p99LatencyMs: nonNegative,
})
export type TrogdorProduceStatus = z.output<typeof trogdorProduceStatus>

/**
 * Status of one consumer of a consume bench. The latencies at the top level of Trogdor's status, which are not read,
 * are times between polls.
 */
const consumeStatus = z.looseObject({
  totalMessagesReceived: count,
  totalBytesReceived: count,
  recordProcessorStatus: z
    .looseObject({
      averageLatencyMs: nonNegative,
      p50LatencyMs: nonNegative,
      p95LatencyMs: nonNegative,
      p99LatencyMs: nonNegative,
    })
    .nullish(),
})

/** Status of a consume bench, by consumer. */
export const trogdorConsumeStatus = z.record(z.string(), consumeStatus)
export type TrogdorConsumeStatus = z.output<typeof trogdorConsumeStatus>

/** One task. Trogdor leaves out empty fields. */
export const trogdorTask = z.looseObject({
  state: z.enum(['PENDING', 'RUNNING', 'STOPPING', 'DONE']),
  spec,
  startedMs: epochMs.optional(),
  doneMs: epochMs.optional(),
  error: z.string().optional(),
  status: z.unknown(),
})
export type TrogdorTask = z.output<typeof trogdorTask>

/** Several tasks, by id. */
export const trogdorTasks = z.record(z.string(), trogdorTask)

/** A host name or an IP address. It is put into a URL, so no other part of a URL is allowed in it. */
const hostname = z
  .string()
  .regex(/^[A-Za-z0-9._-]{1,253}$|^[0-9a-fA-F:.]{2,45}$/, 'expected a host name or an IP address')

const port = z.coerce.number().int().min(1).max(65_535)

/** A fleet's platform file, which Trogdor's own programs read. Its ports tell which nodes are agents or coordinator. */
export const trogdorPlatform = z.looseObject({
  nodes: z.record(
    z.string().min(1),
    z.looseObject({
      hostname,
      'trogdor.agent.port': port.optional(),
      'trogdor.coordinator.port': port.optional(),
    }),
  ),
})
