/**
 * What was told of the validation that goes on, gathered for a window that comes into the middle of it: a page that was
 * loaded again has heard nothing.
 */
import type { LiveValidation } from '../../contracts/live-validation.ts'
import { burnInWindows, defaultQuotaWindowMs } from '../../contracts/plan-windows.ts'
import type { ValidationRequest } from '../../contracts/validation-request.ts'
import type { Events } from '../events.ts'

/** The validation that goes on. */
export interface FollowedValidation {
  /** Tells which run was asked for by itself; others, such as those of a campaign, are not gathered further. */
  asked(runId: string, request: Pick<ValidationRequest, 'quotaWindowSeconds'>): void
  /** All that was told of it so far; null where none goes on. */
  soFar(): LiveValidation | null
}

type Told = Omit<LiveValidation, 'burnInMs'>

/** Listens for as long as the events live. A run is told of before its start is answered, so it is gathered from its first event. */
export function followValidation(events: Pick<Events, 'on'>): FollowedValidation {
  let told: Told | null = null
  let wanted: { readonly runId: string; readonly burnInMs: number } | null = null
  let lastEnded: string | null = null
  const change = (runId: string, part: (before: Told) => Partial<Told>): void => {
    const before = told?.runId === runId ? told : nothingOf(runId)
    told = { ...before, ...part(before) }
  }
  events.on('validation.target', ({ runId, preview }) => change(runId, () => ({ preview })))
  events.on('validation.preflight', ({ runId, preflight }) => change(runId, () => ({ preflight })))
  events.on('validation.diagnosis', ({ runId, diagnosis }) => change(runId, () => ({ diagnosis })))
  events.on('validation.progress', (progress) => change(progress.runId, () => ({ progress })))
  events.on('validation.notice', ({ runId, message }) => {
    change(runId, ({ notices }) => ({ notices: [...notices, message] }))
  })
  events.on('validation.point', (point) => {
    change(point.runId, ({ points }) => {
      // Of a campaign's run nobody asks for the seconds. Added in place: a run of a day has 86,400.
      if (point.runId === wanted?.runId) points.push(point)
      return {}
    })
  })
  events.on('validation.ended', ({ runId }) => {
    lastEnded = runId
    told = null
    wanted = null
  })
  return {
    asked(runId, { quotaWindowSeconds }) {
      // It may be over before its start was answered.
      if (runId === lastEnded) return
      const windowMs = quotaWindowSeconds === undefined ? defaultQuotaWindowMs : quotaWindowSeconds * 1000
      wanted = { runId, burnInMs: burnInWindows * windowMs }
      change(runId, () => ({}))
    },
    soFar: () => {
      if (wanted === null || told?.runId !== wanted.runId) return null
      return { ...told, burnInMs: wanted.burnInMs, points: [...told.points] }
    },
  }
}

function nothingOf(runId: string): Told {
  return { runId, preview: null, progress: null, preflight: null, points: [], diagnosis: null, notices: [] }
}
