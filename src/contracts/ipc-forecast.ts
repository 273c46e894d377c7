/** Calls about forecasts. */
import { z } from 'zod'
import { reportCosts } from './bill-request.ts'
import { brokenFile } from './broken-file.ts'
import { forecast } from './forecast.ts'
import { forecastCosts } from './forecast-costs.ts'
import { calendarDay, growthRule, maxGrowthRules } from './growth.ts'
import type { IpcCalls } from './ipc-shape.ts'
import { documentFormat, reportOptions } from './report-options.ts'
import { scenario } from './scenario.ts'

/** How a load grows, and the first and the last day. */
const growing = { growth: z.array(growthRule).max(maxGrowthRules), from: calendarDay, to: calendarDay }
export const growthQuestion = z.strictObject(growing)

const question = {
  scenario,
  ...growing,
  /** With which prices costs are computed. Left out: list prices and those of the workspace. */
  costs: reportCosts.optional(),
}

/** The calls by name. */
export const forecastCalls = {
  'forecast.make': {
    input: z.strictObject(question),
    output: z.strictObject({
      forecast,
      /** The offering's name for its units. */
      unitName: z.strictObject({ singular: z.string(), plural: z.string() }),
      /** A sentence on the setting that would make a smaller size enough; empty if there is none. */
      setting: z.string(),
      costs: forecastCosts,
      /** Price sheets of the workspace that cannot be used. */
      brokenSheets: z.array(brokenFile).readonly(),
    }),
  },
  'forecast.report': {
    input: z.strictObject({
      ...question,
      formats: z.array(documentFormat).min(1),
      directory: z.string().min(1),
      options: reportOptions.prefault({}),
    }),
    writes: 'directory',
    output: z.strictObject({ paths: z.array(z.string()) }),
  },
} as const satisfies IpcCalls
