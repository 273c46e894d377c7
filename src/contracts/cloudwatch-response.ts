/**
 * The output of `aws cloudwatch get-metric-data` and the file of its queries (`--metric-data-queries`). Only fields
 * that are used are listed.
 */
import { z } from 'zod'
import { nonNegative, positive } from './primitives.ts'

/**
 * Maximum numbers of series and points. A request returns at most 500 series and 100,800 points; files may join
 * several.
 */
const maxSeries = 20_000
const maxPoints = 110_000

/** Seconds since 1970, or a date and time. */
const timestamp = z.union([nonNegative, z.string().min(1).max(60)])

/** The response: one result per query. */
export const cloudwatchAnswer = z.object({
  MetricDataResults: z
    .array(
      z.object({
        Id: z.string().max(300),
        Label: z.string().max(2000).default(''),
        Timestamps: z.array(timestamp).max(maxPoints),
        Values: z.array(z.number().finite()).max(maxPoints),
        StatusCode: z.string().max(100).default('Complete'),
      }),
    )
    .max(maxSeries),
  NextToken: z.string().nullish(),
})
export type CloudwatchAnswer = z.output<typeof cloudwatchAnswer>

/** The queries: each with the metric, its dimensions, its statistic and its period. */
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
  .max(maxSeries)
export type CloudwatchQueries = z.output<typeof cloudwatchQueries>
