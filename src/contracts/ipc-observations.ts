/** Calls about the observations of the workspace. */
import { z } from 'zod'
import { answeredObservation } from './answered-observation.ts'
import type { IpcCalls } from './ipc-shape.ts'
import { observation, observationListEntry, unreadableObservation } from './observation.ts'
import { observeRequest } from './observe-request.ts'
import { identifier } from './primitives.ts'
import { documentFormat, reportOptions } from './report-options.ts'
import { deployment } from './scenario.ts'
import { clientFamily } from './workload.ts'

const nothing = z.strictObject({})

/** The calls by name. */
export const observationCalls = {
  /** Reads the sources and stores their contents as an observation. */
  'observations.make': { input: observeRequest, output: observation },
  /** Newest first. */
  'observations.list': { input: nothing, output: z.array(z.union([observationListEntry, unreadableObservation])) },
  'observations.show': { input: z.strictObject({ observationId: identifier }), output: observation },
  /**
   * Evaluates an observation: makes its scenario and the prediction. `deployment` replaces the deployment in the
   * observation; `clientFamily` states the library of the clients. With `isRedacted`, names of topics, groups, files and
   * hosts are replaced.
   */
  'observations.answer': {
    input: z.strictObject({
      observationId: identifier,
      isRedacted: z.boolean(),
      deployment: deployment.optional(),
      clientFamily: clientFamily.optional(),
    }),
    output: answeredObservation,
  },
  /** Writes the report of the evaluation. With `options.isRedacted`, the same names are replaced. */
  'observation.report': {
    input: z.strictObject({
      observationId: identifier,
      deployment: deployment.optional(),
      clientFamily: clientFamily.optional(),
      formats: z.array(documentFormat).min(1),
      directory: z.string().min(1),
      options: reportOptions.prefault({}),
    }),
    writes: 'directory',
    output: z.strictObject({ paths: z.array(z.string()) }),
  },
} as const satisfies IpcCalls
