/** Calls and events of a validation. */
import { z } from 'zod'
import { appErrorData } from './app-error.ts'
import { connection } from './connection.ts'
import { connectionSource, keptConnection, openedConnection } from './connection-source.ts'
import type { IpcCalls, IpcEvents } from './ipc-shape.ts'
import { liveValidation } from './live-validation.ts'
import { preflight } from './preflight.ts'
import { displayName, identifier } from './primitives.ts'
import { diagnosis } from './result.ts'
import { measuredRecord } from './run-record.ts'
import { livePoint, validationProgress } from './validation-progress.ts'
import { validationPreview, validationRequest } from './validation-request.ts'
import { verdictSoFar } from './verdict.ts'

const nothing = z.strictObject({})

/** Calls about validations and connections. */
export const validationCalls = {
  /** Opens a connection. Secrets in the source stay in the workbench. The connection refers to them by name. */
  'connection.open': { input: connectionSource, output: openedConnection },
  /** The connections of the workspace, sorted by name. */
  'connections.list': { input: nothing, output: z.strictObject({ connections: z.array(keptConnection) }) },
  /** Stores an opened connection with sealed secrets, or replaces the one with the same name. */
  'connections.keep': { input: z.strictObject({ name: displayName, connection }), output: nothing },
  'connections.forget': { input: z.strictObject({ name: displayName }), output: nothing },
  'validation.preview': { input: validationRequest, output: validationPreview },
  'validation.start': { input: validationRequest, output: z.strictObject({ runId: identifier }) },
  /**
   * The validation that is running, for a window that was reloaded; null if none is. Runs of a campaign do not count.
   */
  'validation.live': { input: nothing, output: z.strictObject({ run: liveValidation.nullable() }) },
  'validation.abort': { input: z.strictObject({ runId: identifier }), output: nothing },
} as const satisfies IpcCalls

/** Events of the validation that is running. */
export const validationEvents = {
  'validation.target': z.strictObject({ runId: identifier, preview: validationPreview }),
  'validation.progress': validationProgress,
  'validation.preflight': z.strictObject({ runId: identifier, preflight }),
  'validation.point': livePoint,
  /** What limits the rate so far, every few seconds of the load, and the latest verdict so far; null before the first. */
  'validation.diagnosis': z.strictObject({ runId: identifier, diagnosis, verdictSoFar: verdictSoFar.nullable() }),
  'validation.notice': z.strictObject({ runId: identifier, message: z.string() }),
  'validation.ended': z.strictObject({
    runId: identifier,
    record: measuredRecord.nullable(),
    error: appErrorData.nullable(),
  }),
} as const satisfies IpcEvents
