/** Calls of the models view: what there is to predict with, and calibrations. */
import { z } from 'zod'
import { backtestedPoint } from './backtest.ts'
import { calibration } from './calibration.ts'
import type { IpcCalls } from './ipc-shape.ts'
import { longestModelText, modelCheck } from './model-check.ts'
import { modelList } from './model-list.ts'
import { identifier } from './primitives.ts'
import { documentFormat, reportOptions } from './report-options.ts'

const nothing = z.strictObject({})

/** What the window asks about models and calibrations. */
export const modelCalls = {
  'models.list': { input: nothing, output: modelList },
  /** Every published figure of a model, predicted with it as it stands and refitted without the figure. */
  'models.backtest': { input: z.strictObject({ model: identifier }), output: z.array(backtestedPoint) },
  /** What is wrong with a model's text. */
  'models.check': { input: z.strictObject({ text: z.string().max(longestModelText) }), output: modelCheck },
  /** Keeps a model of the user's own in the workspace. */
  'models.save': {
    input: z.strictObject({ text: z.string().max(longestModelText) }),
    output: z.strictObject({ id: identifier, path: z.string() }),
  },
  /** The text of an own model; null where the id is of none. */
  'models.read': {
    input: z.strictObject({ id: identifier }),
    output: z.strictObject({ text: z.string().nullable() }),
  },
  /** Fits parameters of a model to runs of the workspace and keeps them under a name. */
  'models.calibrate': {
    input: z.strictObject({
      model: identifier,
      name: z.string(),
      runIds: z.array(identifier).min(1),
      /** Left out: those that the runs follow. */
      parameterIds: z.array(z.string().min(1)).min(1).optional(),
    }),
    output: calibration,
  },
  'calibration.report': {
    input: z.strictObject({
      name: z.string(),
      formats: z.array(documentFormat).min(1),
      directory: z.string().min(1),
      options: reportOptions.prefault({}),
    }),
    output: z.strictObject({ paths: z.array(z.string()) }),
  },
  'calibrations.delete': { input: z.strictObject({ name: z.string() }), output: nothing },
} as const satisfies IpcCalls
