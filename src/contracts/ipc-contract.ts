/**
 * The messages between renderer and workbench: one value from which types, handlers and run-time checks derive.
 *
 * Requests and answers are `ipcRequest` and `ipcAnswer`; events are `ipcEvent`. They travel on a MessagePort that main
 * hands out and never reads. Each area of the window has its calls and events in `ipc-<area>.ts`; here they become one.
 */
import { z } from 'zod'
import { appErrorData } from './app-error.ts'
import { agentCalls } from './ipc-agents.ts'
import { campaignCalls, campaignEvents } from './ipc-campaigns.ts'
import { modelCalls } from './ipc-models.ts'
import { observationCalls } from './ipc-observations.ts'
import { readingCalls, readingEvents } from './ipc-readings.ts'
import { runCalls } from './ipc-runs.ts'
import { sessionCalls, sessionEvents } from './ipc-session.ts'
import { validationCalls, validationEvents } from './ipc-validation.ts'

/** Calls of the renderer, answered by the workbench. */
export const calls = {
  ...sessionCalls,
  ...modelCalls,
  ...validationCalls,
  ...agentCalls,
  ...campaignCalls,
  ...runCalls,
  ...observationCalls,
  ...readingCalls,
}

/** Events from the workbench to the renderer. */
export const events = { ...sessionEvents, ...validationEvents, ...campaignEvents, ...readingEvents }

export type CallName = keyof typeof calls
export type CallInput<K extends CallName> = z.input<(typeof calls)[K]['input']>
export type CallOutput<K extends CallName> = z.output<(typeof calls)[K]['output']>
export type EventName = keyof typeof events
export type EventPayload<K extends EventName> = z.output<(typeof events)[K]>

/** What the workbench implements. */
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

/** The answer to it. */
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
