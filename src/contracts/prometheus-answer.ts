/**
 * The answer of a Prometheus server to a query (`/api/v1/query`, `/api/v1/query_range`), as far as it is used.
 */
import { z } from 'zod'

/** Time in seconds, and the value as text. */
const point = z.tuple([z.number().finite().min(0), z.string().max(100)])
const labels = z.record(z.string().max(200), z.string().max(2000))

/** Most series, and points of one. */
const mostSeries = 200_000
const mostPoints = 20_000

/** An answer. Prometheus gives at most 11,000 points of a series. */
export const prometheusAnswer = z.object({
  status: z.literal('success'),
  data: z.object({
    resultType: z.enum(['matrix', 'vector']),
    result: z
      .array(
        z.object({
          metric: labels,
          values: z.array(point).max(mostPoints).optional(),
          value: point.optional(),
        }),
      )
      .max(mostSeries),
  }),
  /** What the server says of the answer, such as that it is cut. */
  warnings: z.array(z.string().max(2000)).max(100).optional(),
})
export type PrometheusAnswer = z.output<typeof prometheusAnswer>
