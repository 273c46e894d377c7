/**
 * What `aws cloudwatch get-metric-data` prints, and the file of queries that it was given (`--metric-data-queries`), as
 * far as they are used.
 */
import { z } from 'zod'
import { nonNegative, positive } from './primitives.ts'

/** Most series and points. One request gets at most 500 queries and 100,800 points; pages may be put together. */
const mostResults = 20_000
const mostPoints = 110_000

/** Seconds since 1970, or a date and time. */
const timestamp = z.union([nonNegative, z.string().min(1).max(60)])

export const cloudwatchAnswer = z.object({
  MetricDataResults: z
    .array(
      z.object({
        Id: z.string().max(300),
        Label: z.string().max(2000).default(''),
        Timestamps: z.array(timestamp).max(mostPoints),
        Values: z.array(z.number().finite()).max(mostPoints),
        StatusCode: z.string().max(100).default('Complete'),
      }),
    )
    .max(mostResults),
  NextToken: z.string().nullish(),
})
export type CloudwatchAnswer = z.output<typeof cloudwatchAnswer>

export const cloudwatchQueries = z
  .array(
    z.object({
      Id: z.string().max(300),
      MetricStat: z
        .object({
          Metric: z.object({
            MetricName: z.string().max(300),
            Dimensions: z.array(z.object({ Name: z.string().max(300), Value: z.string().max(2000) })).default([]),
          }),
          /** Seconds. */
          Period: positive,
          Stat: z.string().max(100),
        })
        .optional(),
    }),
  )
  .max(mostResults)
export type CloudwatchQueries = z.output<typeof cloudwatchQueries>
