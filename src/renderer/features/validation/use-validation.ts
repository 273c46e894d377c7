/**
 * The state of the validation view: form, shown run, list of runs, and set-up. It is kept while another view is open.
 */
import { startTransition, useCallback, useEffect, useMemo, useState } from 'react'
import { burnInWindows, defaultQuotaWindowMs } from '../../../contracts/plan-windows.ts'
import type { ReportFormat, ReportOptions } from '../../../contracts/report-options.ts'
import type { RunListEntry, RunRecord } from '../../../contracts/run-record.ts'
import type { Scenario } from '../../../contracts/scenario.ts'
import type { SetupStatus } from '../../../contracts/setup-status.ts'
import type { ValidationRequest } from '../../../contracts/validation-request.ts'
import { shell, workbench } from '../../api.ts'
import { errorNotice, type Notify, useNotify } from '../../application/notices.tsx'
import { readReportChoices, reportOptionsOf } from '../../application/report-choices.ts'
import { useSessionState } from '../../application/use-session-state.ts'
import { useWriting } from '../../application/use-writing.ts'
import { writtenNotice } from '../../application/written-notice.ts'
import { type AskOrNotify, ask, useAnswer, useAsk } from '../../asking/use-answer.ts'
import { followSetup } from './follow-setup.ts'
import { emptyRequestForm, type RequestForm, withoutPassword } from './request-form.ts'
import {
  followRun,
  openedRun,
  type RunEvent,
  type RunView,
  rejoinedRun,
  startedRun,
  withLiveStatus,
} from './run-view.ts'

/** The state of the validation view, and actions on it. */
export interface ValidationState {
  readonly form: RequestForm
  changeForm(change: Partial<RequestForm>): void
  readonly run: RunView | null
  readonly runs: readonly RunListEntry[]
  readonly setup: SetupStatus | null
  /** Starts a run. Resolves to its id, or to null after an error, which is shown as a notice. */
  start(request: ValidationRequest): Promise<string | null>
  abort(): Promise<void>
  open(runId: string): Promise<void>
  /** Opens a run. Returns false if a live run is shown, which stays. */
  show(run: RunRecord): boolean
  /** Compares the shown run, which was imported, with the prediction of a scenario. */
  compareWith(scenario: Scenario): Promise<void>
  /** Closes the shown run, unless it is live. */
  close(): void
  /** Deletes a run from the workspace. */
  remove(runId: string): Promise<void>
  /** True while the report of the shown run is written. */
  readonly isExporting: boolean
  exportReport(): Promise<void>
}

const runEvents = [
  'validation.target',
  'validation.progress',
  'validation.preflight',
  'validation.point',
  'validation.diagnosis',
  'validation.notice',
  'validation.ended',
] as const

/** The state of the validation view. It follows the live run by its events. */
export function useValidation(): ValidationState {
  const notify = useNotify()
  const [form, setForm] = useSessionState('validation-form', emptyRequestForm, withoutPassword)
  const [run, setRun] = useState<RunView | null>(null)
  const listed = useAnswer('runs.list', {}) ?? noRuns
  const setup = useSetup()
  useRunEvents(setRun)
  const runs = useMemo(() => withLiveStatus(listed, run), [listed, run])
  const changeForm = useCallback(
    (change: Partial<RequestForm>) => setForm((before) => ({ ...before, ...change })),
    [setForm],
  )
  const close = useCallback(() => setRun(unlessLive(null)), [])
  const writing = useWriting()
  const askOrNotify = useAsk()
  const exportReport = () => exportRun(run, { askOrNotify, notify, write: writing.write })
  const actions = runActions(run, setRun, { askOrNotify, notify })
  return {
    ...{ form, changeForm, run, runs, setup, close, exportReport },
    ...{ isExporting: writing.isWriting, ...actions },
  }
}

type SetRun = (change: (before: RunView | null) => RunView | null) => void

const noRuns: readonly RunListEntry[] = []

/** How an action calls the workbench and shows notices. */
interface ActionContext {
  readonly askOrNotify: AskOrNotify
  readonly notify: Notify
}

/** Replaces the shown run, unless it is live. */
function unlessLive(next: RunView | null): (before: RunView | null) => RunView | null {
  return (before) => (before?.isLive ? before : next)
}

function runActions(run: RunView | null, setRun: SetRun, { askOrNotify, notify }: ActionContext) {
  const open = async (runId: string): Promise<void> => {
    const opened = await askOrNotify('runs.open', { runId })
    if (opened !== null) setRun(unlessLive(openedRun(opened.run, opened.seconds)))
  }
  return {
    async start(request: ValidationRequest): Promise<string | null> {
      const answer = await askOrNotify('validation.start', request)
      if (answer === null) return null
      const { quotaWindowSeconds } = request
      const windowMs = quotaWindowSeconds === undefined ? defaultQuotaWindowMs : quotaWindowSeconds * 1000
      const started = startedRun(answer.runId, burnInWindows * windowMs)
      setRun(() => started)
      return started.runId
    },
    async abort(): Promise<void> {
      if (run === null || !run.isLive || run.isAborting) return
      setRun((before) => (before === null ? null : { ...before, isAborting: true }))
      const outcome = await ask('validation.abort', { runId: run.runId })
      if (outcome.ok) return
      notify(errorNotice(outcome.error))
      // The run continues, and the user can try to stop it again.
      setRun((before) => (before?.runId === run.runId ? { ...before, isAborting: false } : before))
    },
    open,
    show(shown: RunRecord): boolean {
      void open(shown.id)
      return run === null || !run.isLive
    },
    async compareWith(scenario: Scenario): Promise<void> {
      if (run === null) return
      const compared = await askOrNotify('runs.lay', { runId: run.runId, scenario })
      if (compared === null) return
      // Another run may have been opened meanwhile.
      setRun((before) => (before?.runId === run.runId ? openedRun(compared, null) : before))
    },
    async remove(runId: string): Promise<void> {
      if ((await askOrNotify('runs.delete', { runId })) === null) return
      setRun((before) => (before?.runId === runId ? null : before))
    },
  }
}

type Write = ReturnType<typeof useWriting>['write']

async function exportRun(run: RunView | null, context: ActionContext & { readonly write: Write }): Promise<void> {
  const { askOrNotify, notify, write } = context
  if (run === null || run.isLive || run.record === null) {
    return notify({ text: 'There is no run to report. Open or start one in Validation.' })
  }
  const directory = await shell.chooseFolder()
  if (directory === null) return
  // The PDF is last, so that the other files are written even if it cannot be printed.
  const formats: ReportFormat[] = ['html', 'json', 'csv', 'pdf']
  const request = { runId: run.runId, formats, directory, options: optionsOfReport() }
  await write(async () => {
    const written = await askOrNotify('report.write', request)
    if (written !== null) notify(writtenNotice(written.paths))
  })
}

/** The chosen report options. In presenter mode reports have no host names. */
function optionsOfReport(): ReportOptions {
  const options = reportOptionsOf(readReportChoices(localStorage, navigator.language))
  return document.documentElement.hasAttribute('data-presenting') ? { ...options, isRedacted: true } : options
}

function useSetup(): SetupStatus | null {
  const [status, setStatus] = useState<SetupStatus | null>(null)
  useEffect(() => followSetup(workbench, setStatus), [])
  return status
}

function useRunEvents(setRun: SetRun): void {
  useEffect(() => {
    const stops = runEvents.map((event) =>
      workbench.on(event, (payload) => {
        // Name and type of an event belong together by the contract, which TypeScript cannot check in a loop.
        const runEvent = { event, payload } as RunEvent
        const follow = () => setRun((before) => (before === null ? null : followRun(before, runEvent)))
        // A result adds tables and charts. As a transition, keys can interrupt its rendering.
        if (event === 'validation.ended') startTransition(follow)
        else follow()
      }),
    )
    stops.push(workbench.onStopped(() => setRun((before) => (before?.isLive ? null : before))))
    // A reloaded page has missed the earlier events of a live run. This answer has what they said; later events follow it.
    ask('validation.live', {}).then((outcome) => {
      const live = outcome.ok ? outcome.value.run : null
      if (live !== null) setRun(unlessLive(rejoinedRun(live)))
    })
    return () => {
      for (const stop of stops) stop()
    }
  }, [setRun])
}
