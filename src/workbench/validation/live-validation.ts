/**
 * Collects the events of the active validation, for a window that was reloaded in the middle of it and has missed them.
 */
import type { LiveValidation } from '../../contracts/live-validation.ts'
import { burnInWindows, defaultQuotaWindowMs } from '../../contracts/plan-windows.ts'
import type { ValidationRequest } from '../../contracts/validation-request.ts'
import type { Events } from '../events.ts'

/** The events of the active validation. */
export interface FollowedValidation {
  /** Marks a run as requested on its own. Points of other runs, such as those of a campaign, are not collected. */
  asked(runId: string, request: Pick<ValidationRequest, 'quotaWindowSeconds'>): void
  /** All that was reported so far; null if no validation is active. */
  soFar(): LiveValidation | null
}

type Told = Omit<LiveValidation, 'burnInMs'>

/**
 * Starts to collect. Events of a run may come before the call that starts it returns, so they are collected from the
 * first.
 */
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
      // Points of a campaign's runs are not needed. The list is changed in place, because a run of a day has 86,400
      // points.
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
      // The run may have ended before the call that started it returned.
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
