/** Calls and events of a session: scenario files, draft, examples, set-up, and the report of a prediction. */
import { z } from 'zod'
import { reportCosts } from './bill-request.ts'
import { growthQuestion } from './ipc-forecast.ts'
import type { IpcCalls, IpcEvents } from './ipc-shape.ts'
import { provisionKind, recommendedChanges } from './provision.ts'
import { documentFormat, reportOptions } from './report-options.ts'
import { scenario } from './scenario.ts'
import { setupStatus } from './setup-status.ts'

const nothing = z.strictObject({})

/** Calls about the session. */
export const sessionCalls = {
  'app.describe': {
    input: nothing,
    output: z.strictObject({ headroomVersion: z.string(), workspacePath: z.string() }),
  },
  'examples.list': {
    input: nothing,
    output: z.array(z.strictObject({ fileName: z.string(), scenario })),
  },
  'draft.load': { input: nothing, output: z.strictObject({ text: z.string().nullable() }) },
  'draft.save': { input: z.strictObject({ text: z.string().max(5_000_000) }), output: nothing },
  'scenario.read': { input: z.strictObject({ path: z.string().min(1) }), output: scenario },
  'scenario.write': {
    input: z.strictObject({ path: z.string().min(1), scenario }),
    writes: 'path',
    output: nothing,
  },
  'setup.status': { input: nothing, output: setupStatus },
  'setup.prepare': { input: nothing, output: nothing },
  'sizing.report': {
    input: z.strictObject({
      scenario,
      /** How the load grows. Left out: the report says nothing about when limits are full. */
      forecast: growthQuestion.optional(),
      /** The prices with which costs are computed. Left out: list prices and those of the workspace. */
      costs: reportCosts.optional(),
      formats: z.array(documentFormat).min(1),
      directory: z.string().min(1),
      options: reportOptions.prefault({}),
    }),
    writes: 'directory',
    output: z.strictObject({ paths: z.array(z.string()) }),
  },
  /** Writes the files of one kind with which the recommended answer to a scenario can be set up. */
  'provision.write': {
    input: z.strictObject({
      scenario,
      kind: provisionKind,
      changes: recommendedChanges,
      directory: z.string().min(1),
    }),
    writes: 'directory',
    output: z.strictObject({ paths: z.array(z.string()) }),
  },
} as const satisfies IpcCalls

/** Events that belong to no run. */
export const sessionEvents = {
  'setup.changed': setupStatus,
} as const satisfies IpcEvents
