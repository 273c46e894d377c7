/**
 * Collects the events of the active validation, because a window that is reloaded loses those that it has received.
 */
import type { LiveValidation } from '../../contracts/live-validation.ts'
import { burnInWindows, defaultQuotaWindowMs } from '../../contracts/plan-windows.ts'
import type { ValidationRequest } from '../../contracts/validation-request.ts'
import type { Events } from '../events.ts'

/** Access to the events of the active validation. */
export interface FollowedValidation {
  /** Marks a run as requested by the window. Points of other runs, such as runs of a campaign, are not collected. */
  markRequested(runId: string, request: Pick<ValidationRequest, 'quotaWindowSeconds'>): void
  /** Returns the events so far; null if no validation that the window requested is active. */
  collected(): LiveValidation | null
}

type Collected = Omit<LiveValidation, 'burnInMs'>

/**
 * Starts to collect. Events of a run may be emitted before the call that starts it returns, so events of every run are
 * collected from the first.
 */
export function followValidation(events: Pick<Events, 'on'>): FollowedValidation {
  let current: Collected | null = null
  let requested: { readonly runId: string; readonly burnInMs: number } | null = null
  let lastEnded: string | null = null
  const update = (runId: string, changes: (before: Collected) => Partial<Collected>): void => {
    const before = current?.runId === runId ? current : nothingCollected(runId)
    current = { ...before, ...changes(before) }
  }
  events.on('validation.target', ({ runId, preview }) => update(runId, () => ({ preview })))
  events.on('validation.preflight', ({ runId, preflight }) => update(runId, () => ({ preflight })))
  events.on('validation.diagnosis', ({ runId, ...found }) => update(runId, () => found))
  events.on('validation.progress', (progress) => update(progress.runId, () => ({ progress })))
  events.on('validation.notice', ({ runId, message }) => {
    update(runId, ({ notices }) => ({ notices: [...notices, message] }))
  })
  events.on('validation.point', (point) => {
    update(point.runId, ({ points }) => {
      // The list is changed in place, because a copy per point is slow: a run of a day has 86,400 points.
      if (point.runId === requested?.runId) points.push(point)
      return {}
    })
  })
  events.on('validation.ended', ({ runId }) => {
    lastEnded = runId
    current = null
    requested = null
  })
  return {
    markRequested(runId, { quotaWindowSeconds }) {
      // The run may have ended before the call that started it returned.
      if (runId === lastEnded) return
      const windowMs = quotaWindowSeconds === undefined ? defaultQuotaWindowMs : quotaWindowSeconds * 1000
      requested = { runId, burnInMs: burnInWindows * windowMs }
      update(runId, () => ({}))
    },
    collected: () => {
      if (requested === null || current?.runId !== requested.runId) return null
      return { ...current, burnInMs: requested.burnInMs, points: [...current.points] }
    },
  }
}

function nothingCollected(runId: string): Collected {
  const nothing = { preview: null, progress: null, preflight: null, diagnosis: null, verdictSoFar: null }
  return { runId, ...nothing, points: [], notices: [] }
}
