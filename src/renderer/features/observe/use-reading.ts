/**
 * The state of reading a running cluster: the forms, the progress of the live reading, and the stored readings.
 */
import { useCallback, useEffect, useState } from 'react'
import type { AppErrorData } from '../../../contracts/app-error.ts'
import type { ReadingProgress } from '../../../contracts/ipc-readings.ts'
import type { ReadingListEntry, ReadingRequest } from '../../../contracts/kept-reading.ts'
import { workbench } from '../../api.ts'
import { useSessionState } from '../../application/use-session-state.ts'
import { ask, useAnswer, useAsk } from '../../asking/use-answer.ts'
import { emptyRequestForm, type RequestForm, withoutPassword } from '../validation/request-form.ts'
import { emptyReadingForm, type ReadingForm } from './reading-form.ts'

/** The state of readings, and actions on it. */
export interface ReadingState {
  readonly form: ReadingForm
  changeForm(change: Partial<ReadingForm>): void
  /** The form for the connection to the cluster. */
  readonly connectionForm: RequestForm
  changeConnectionForm(change: Partial<RequestForm>): void
  /** True while a cluster is read. */
  readonly isLive: boolean
  /** The latest progress of the live reading. Null before the first one, and without a live reading. */
  readonly progress: ReadingProgress | null
  readonly isStopping: boolean
  /** The readings in the workspace, newest first. */
  readonly readings: readonly ReadingListEntry[]
  /** Reads a cluster to the end or until `stop`. Resolves to the id of the reading, or to the error. */
  start(request: ReadingRequest): Promise<string | AppErrorData>
  /** Like `start`, but resumes a reading that was stopped or interrupted. */
  resume(readingId: string): Promise<string | AppErrorData>
  /** Ends the live reading and keeps what was read. */
  stop(): void
}

/** The state of readings. It follows the live reading by its events. */
export function useReading(): ReadingState {
  const [form, setForm] = useSessionState('reading-form', emptyReadingForm)
  const [connectionForm, setConnectionForm] = useSessionState('reading-connection', emptyRequestForm, withoutPassword)
  const [isRequested, setRequested] = useState(false)
  const [isStopping, setStopping] = useState(false)
  const [progress, setProgress] = useProgress()
  const askOrNotify = useAsk()
  const readings = useAnswer('readings.list', {}) ?? noReadings
  const follow = async (begin: () => ReturnType<typeof ask<'readings.take' | 'readings.resume'>>) => {
    // It is still true if this page was loaded during the last reading and stopped it.
    setStopping(false)
    setRequested(true)
    const outcome = await begin()
    setRequested(false)
    setStopping(false)
    setProgress(null)
    return outcome.ok ? outcome.value.readingId : outcome.error
  }
  return {
    ...{ form, connectionForm, progress, isStopping, readings },
    isLive: isRequested || progress !== null,
    changeForm: useCallback((change) => setForm((before) => ({ ...before, ...change })), [setForm]),
    changeConnectionForm: useCallback(
      (change) => setConnectionForm((before) => ({ ...before, ...change })),
      [setConnectionForm],
    ),
    start: (request) => follow(() => ask('readings.take', request)),
    resume: (readingId) => follow(() => ask('readings.resume', { readingId })),
    stop() {
      setStopping(true)
      void askOrNotify('readings.stop', {}).then((answer) => {
        if (answer === null) setStopping(false)
      })
    },
  }
}

const noReadings: readonly ReadingListEntry[] = []

type SetProgress = (progress: ReadingProgress | null) => void

/** The progress of the live reading. It is also requested once, because a reloaded page has missed the earlier events. */
function useProgress(): readonly [ReadingProgress | null, SetProgress] {
  const [progress, setProgress] = useState<ReadingProgress | null>(null)
  useEffect(() => {
    const stops = [
      workbench.on('reading.progress', setProgress),
      workbench.on('reading.ended', () => setProgress(null)),
      workbench.onStopped(() => setProgress(null)),
    ]
    ask('readings.live', {}).then((outcome) => {
      if (outcome.ok && outcome.value.reading !== null) setProgress(outcome.value.reading)
    })
    return () => {
      for (const stop of stops) stop()
    }
  }, [])
  return [progress, setProgress]
}
