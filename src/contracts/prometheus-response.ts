/**
 * The response of a Prometheus server to a query (`/api/v1/query`, `/api/v1/query_range`). Only fields that are used
 * are listed.
 */
import { z } from 'zod'

/** Time in seconds, and the value as text. */
const point = z.tuple([z.number().finite().min(0), z.string().max(100)])
const labels = z.record(z.string().max(200), z.string().max(2000))

/** Maximum number of series, and of points per series. A server returns at most 11,000 points per series. */
const maxSeries = 200_000
const maxPoints = 20_000

/** A response without an error. */
export const prometheusAnswer = z.object({
  status: z.literal('success'),
  data: z.object({
    resultType: z.enum(['matrix', 'vector']),
    result: z
      .array(
        z.object({
          metric: labels,
          values: z.array(point).max(maxPoints).optional(),
          value: point.optional(),
        }),
      )
      .max(maxSeries),
  }),
  /** Warnings of the server, for example that the response is incomplete. */
  warnings: z.array(z.string().max(2000)).max(100).optional(),
})
export type PrometheusAnswer = z.output<typeof prometheusAnswer>
