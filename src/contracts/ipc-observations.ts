/** Calls about the observations of the workspace. */
import { z } from 'zod'
import type { IpcCalls } from './ipc-shape.ts'
import { observation, observationListEntry } from './observation.ts'
import { observeRequest } from './observe-request.ts'
import { identifier } from './primitives.ts'
import { documentFormat, reportOptions } from './report-options.ts'

const nothing = z.strictObject({})

export const observationCalls = {
  /** Reads the sources and keeps what they say as an observation. */
  'observations.make': { input: observeRequest, output: observation },
  'observations.list': { input: nothing, output: z.array(observationListEntry) },
  'observations.show': { input: z.strictObject({ observationId: identifier }), output: observation },
  /** With `options.isRedacted`, names of topics, groups, files and hosts are replaced. */
  'observation.report': {
    input: z.strictObject({
      observationId: identifier,
      formats: z.array(documentFormat).min(1),
      directory: z.string().min(1),
      options: reportOptions.prefault({}),
    }),
    output: z.strictObject({ paths: z.array(z.string()) }),
  },
} as const satisfies IpcCalls
