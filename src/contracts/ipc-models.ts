/** Calls about models and calibrations. */
import { z } from 'zod'
import { backtestedPoint } from './backtest.ts'
import { calibration } from './calibration.ts'
import type { IpcCalls } from './ipc-shape.ts'
import { maxModelTextLength, modelCheck } from './model-check.ts'
import { modelList } from './model-list.ts'
import { modelUpdate } from './model-update.ts'
import { identifier } from './primitives.ts'
import { documentFormat, reportOptions } from './report-options.ts'

const nothing = z.strictObject({})

/** Calls about models and calibrations, by name. */
export const modelCalls = {
  'models.list': { input: nothing, output: modelList, isParsed: true },
  /**
   * Compares each published figure of a model with two predictions: by the model, and by the model refitted without it.
   */
  'models.backtest': { input: z.strictObject({ model: identifier }), output: z.array(backtestedPoint) },
  /** Finds the problems of a model's text. */
  'models.check': { input: z.strictObject({ text: z.string().max(maxModelTextLength) }), output: modelCheck },
  /** Saves a user's own model in the workspace. */
  'models.save': {
    input: z.strictObject({ text: z.string().max(maxModelTextLength) }),
    output: z.strictObject({ id: identifier, path: z.string() }),
  },
  /** Takes the models and price sheets of a folder, or of one file, into the workspace. */
  'models.update': { input: z.strictObject({ from: z.string().min(1) }), output: modelUpdate },
  /** The text of a user's own model; null if no own model has this id. */
  'models.read': {
    input: z.strictObject({ id: identifier }),
    output: z.strictObject({ text: z.string().nullable() }),
  },
  /** Fits parameters of a model to runs of the workspace and saves them under a name. */
  'models.calibrate': {
    input: z.strictObject({
      model: identifier,
      name: z.string(),
      runIds: z.array(identifier).min(1),
      /** Left out: every parameter that the runs depend on. */
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
    writes: 'directory',
    output: z.strictObject({ paths: z.array(z.string()) }),
  },
  'calibrations.delete': { input: z.strictObject({ name: z.string() }), output: nothing },
} as const satisfies IpcCalls
