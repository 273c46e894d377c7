/**
 * The messages between renderer and workbench. Types, handlers and run-time checks derive from them.
 *
 * Requests are `ipcRequest`, responses `ipcAnswer`, events `ipcEvent`. They are sent over a MessagePort that the main
 * process creates and never reads. `ipc-<area>.ts` has the calls and events of each area of the window; this file joins
 * them.
 */
import { z } from 'zod'
import { appErrorData } from './app-error.ts'
import { agentCalls } from './ipc-agents.ts'
import { campaignCalls, campaignEvents } from './ipc-campaigns.ts'
import { costCalls } from './ipc-costs.ts'
import { forecastCalls } from './ipc-forecast.ts'
import { modelCalls } from './ipc-models.ts'
import { observationCalls } from './ipc-observations.ts'
import { readingCalls, readingEvents } from './ipc-readings.ts'
import { runCalls } from './ipc-runs.ts'
import { sessionCalls, sessionEvents } from './ipc-session.ts'
import { validationCalls, validationEvents } from './ipc-validation.ts'

/** Calls of the renderer, to which the workbench responds. */
export const calls = {
  ...sessionCalls,
  ...modelCalls,
  ...validationCalls,
  ...agentCalls,
  ...campaignCalls,
  ...runCalls,
  ...observationCalls,
  ...readingCalls,
  ...forecastCalls,
  ...costCalls,
}

/** Events from the workbench to the renderer. */
export const events = { ...sessionEvents, ...validationEvents, ...campaignEvents, ...readingEvents }

export type CallName = keyof typeof calls
export type CallInput<K extends CallName> = z.input<(typeof calls)[K]['input']>
export type CallOutput<K extends CallName> = z.output<(typeof calls)[K]['output']>
export type EventName = keyof typeof events
export type EventPayload<K extends EventName> = z.output<(typeof events)[K]>

/** The functions that the workbench implements, one per call. */
export type Handlers = {
  readonly [K in CallName]: (input: z.output<(typeof calls)[K]['input']>) => Promise<CallOutput<K>>
}

/** A request on the port. */
export const ipcRequest = z.strictObject({
  type: z.literal('request'),
  id: z.int(),
  call: z.enum(Object.keys(calls) as [CallName, ...CallName[]]),
  input: z.unknown(),
})

/** The response to the request with the same id. */
export const ipcAnswer = z.discriminatedUnion('ok', [
  z.strictObject({ type: z.literal('answer'), id: z.int(), ok: z.literal(true), value: z.unknown() }),
  z.strictObject({ type: z.literal('answer'), id: z.int(), ok: z.literal(false), error: appErrorData }),
])

/** An event on the port. */
export const ipcEvent = z.strictObject({
  type: z.literal('event'),
  event: z.enum(Object.keys(events) as [EventName, ...EventName[]]),
  payload: z.unknown(),
})
