/**
 * The reading of a running cluster: its form, its progress, and actions on it.
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

/** Readings of running clusters in a window. */
export interface ReadingDesk {
  readonly form: ReadingForm
  changeForm(change: Partial<ReadingForm>): void
  /** The form of the connection. */
  readonly where: RequestForm
  changeWhere(change: Partial<RequestForm>): void
  /** True while a cluster is read. */
  readonly isLive: boolean
  /** Null before the first progress of a reading. */
  readonly progress: ReadingProgress | null
  readonly isStopping: boolean
  /** Readings of the workspace, newest first. */
  readonly readings: readonly ReadingListEntry[]
  /** Reads to the end, or until it is stopped. Resolves to the id of the reading, or to the error. */
  take(request: ReadingRequest): Promise<string | AppErrorData>
  /** As `take`, but goes on with one that was stopped or broke off. */
  resume(readingId: string): Promise<string | AppErrorData>
  /** Ends the reading; what it has is kept. */
  stop(): void
}

/** The readings of the window. */
export function useReading(): ReadingDesk {
  const [form, setForm] = useSessionState('reading-form', emptyReadingForm)
  const [where, setWhere] = useSessionState('reading-connection', emptyRequestForm, withoutPassword)
  const [isAsked, setAsked] = useState(false)
  const [isStopping, setStopping] = useState(false)
  const [progress, setProgress] = useProgress()
  const askOrNotify = useAsk()
  const readings = useAnswer('readings.list', {}) ?? noReadings
  const follow = async (begin: () => ReturnType<typeof ask<'readings.take' | 'readings.resume'>>) => {
    setAsked(true)
    const outcome = await begin()
    setAsked(false)
    setStopping(false)
    setProgress(null)
    return outcome.ok ? outcome.value.readingId : outcome.error
  }
  return {
    ...{ form, where, progress, isStopping, readings },
    isLive: isAsked || progress !== null,
    changeForm: useCallback((change) => setForm((before) => ({ ...before, ...change })), [setForm]),
    changeWhere: useCallback((change) => setWhere((before) => ({ ...before, ...change })), [setWhere]),
    take: (request) => follow(() => ask('readings.take', request)),
    resume: (readingId) => follow(() => ask('readings.resume', { readingId })),
    stop() {
      setStopping(true)
      void askOrNotify('readings.stop', {})
    },
  }
}

const noReadings: readonly ReadingListEntry[] = []

type SetProgress = (progress: ReadingProgress | null) => void

/** The progress of the reading that goes on. A reloaded page has missed the start, and asks for it. */
function useProgress(): readonly [ReadingProgress | null, SetProgress] {
  const [progress, setProgress] = useState<ReadingProgress | null>(null)
  useEffect(() => {
    const stops = [
      workbench.on('reading.progress', setProgress),
      workbench.on('reading.ended', () => setProgress(null)),
      workbench.onReattached(() => setProgress(null)),
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
