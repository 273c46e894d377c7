/**
 * The state of the observe view: its forms and the open observation. It is kept while another view is open.
 */
import { useCallback, useMemo, useState } from 'react'
import type { AppErrorData } from '../../../contracts/app-error.ts'
import type { ReadingRequest } from '../../../contracts/kept-reading.ts'
import type { Offering } from '../../../contracts/offering.ts'
import type { Deployment } from '../../../contracts/scenario.ts'
import type { ClientFamily } from '../../../contracts/workload.ts'
import { shell } from '../../api.ts'
import { useNotify } from '../../application/notices.tsx'
import { readReportChoices, reportOptionsOf } from '../../application/report-choices.ts'
import { useSessionState } from '../../application/use-session-state.ts'
import { useWriting } from '../../application/use-writing.ts'
import { writtenNotice } from '../../application/written-notice.ts'
import { ask, useAsk } from '../../asking/use-answer.ts'
import {
  type DeploymentForm,
  emptyDeploymentForm,
  emptyObserveForm,
  type ObserveForm,
  type ObserveInput,
  readDeploymentForm,
  readObserveForm,
  withoutPasted,
} from './observe-form.ts'
import { type ReadingState, useReading } from './use-reading.ts'

/** The observation that is shown. */
interface ShownObservation {
  readonly observationId: string
  /** The deployment that the user chose. Left out if the observation states it. */
  readonly deployment?: Deployment | undefined
  /** The clients' library that the user chose. Left out: Java's is assumed. */
  readonly clientFamily?: ClientFamily | undefined
}

/** The state of the observe view, and actions on it. */
export interface ObserveState {
  readonly form: ObserveForm
  changeForm(change: Partial<ObserveForm>): void
  readonly deployment: DeploymentForm
  /** The problem of the field `size`; null if it is valid. */
  readonly sizeProblem: string | null
  changeDeployment(change: Partial<DeploymentForm>): void
  /** True if names of topics, groups, files and hosts are replaced on the page and in the report. */
  readonly isRedacted: boolean
  setRedacted(isRedacted: boolean): void
  /** Null if no observation is shown. */
  readonly shown: ShownObservation | null
  /** Adds files as sources. Resolves to the paths of those that are no sources: scenarios and exported runs. */
  takeFiles(paths: readonly string[]): Promise<readonly string[]>
  chooseFiles(): Promise<void>
  /** Makes an observation from sources and shows it. */
  make(request: ObserveInput): Promise<void>
  /** Reads a cluster, then makes an observation of the reading and the other sources, and shows it. */
  read(request: ReadingRequest): Promise<void>
  /** Like `read`, but resumes a reading that was stopped or interrupted. */
  resume(readingId: string): Promise<void>
  readonly reading: ReadingState
  /** True while an observation is made. */
  readonly isMaking: boolean
  /** Why the last observation could not be made; null if it could. */
  readonly error: AppErrorData | null
  open(observationId: string): void
  close(): void
  readonly isExporting: boolean
  exportReport(): Promise<void>
}

/** The state of the observe view. @param offerings those that the user can choose as the cluster's deployment */
export function useObserveState(offerings: readonly Offering[]): ObserveState {
  const [form, setForm] = useSessionState('observe-form', emptyObserveForm, withoutPasted)
  const [deployment, setDeployment] = useSessionState('observe-deployment', emptyDeploymentForm)
  const [isRedacted, setRedacted] = useSessionState('observe-redacted', false)
  const [shownId, setShownId] = useSessionState<string | null>('observe-shown', null)
  const deployed = useMemo(() => readDeploymentForm(deployment, offerings), [deployment, offerings])
  const shown = useMemo(() => {
    const stated = deployed.ok && deployed.deployment !== undefined ? { deployment: deployed.deployment } : {}
    const clients = deployment.clientFamily === null ? {} : { clientFamily: deployment.clientFamily }
    return shownId === null ? null : { observationId: shownId, ...stated, ...clients }
  }, [shownId, deployed, deployment.clientFamily])
  const [error, setError] = useState<AppErrorData | null>(null)
  const making = useWriting()
  const reading = useReading()
  const askOrNotify = useAsk()
  const changeForm = useCallback(
    (change: Partial<ObserveForm>) => {
      setForm((before) => ({ ...before, ...change }))
      setError(null)
    },
    [setForm],
  )
  const addPaths = (paths: readonly string[]) => {
    setForm((before) => ({ ...before, paths: [...new Set([...before.paths, ...paths])] }))
    setError(null)
  }
  const open = (observationId: string | null) => {
    setShownId(observationId)
    setDeployment(emptyDeploymentForm)
    setError(null)
  }
  const make = (request: ObserveInput) =>
    making.write(async () => {
      const outcome = await ask('observations.make', request)
      if (!outcome.ok) return setError(outcome.error)
      open(outcome.value.id)
    })
  const makeAfter = async (read: () => Promise<string | AppErrorData>) => {
    setError(null)
    const readingId = await read()
    if (typeof readingId !== 'string') return setError(readingId)
    const sources = readObserveForm(form, readingId)
    if (sources.ok && sources.request !== null) await make(sources.request)
  }
  return {
    ...{ form, changeForm, deployment, isRedacted, setRedacted, shown, error, open },
    ...{ isMaking: making.isWriting, ...useReport(shown, isRedacted) },
    sizeProblem: deployed.ok ? null : deployed.problem,
    changeDeployment: (change) => setDeployment((before) => ({ ...before, ...change })),
    close: () => open(null),
    async takeFiles(paths) {
      const sorted = await askOrNotify('runs.sort-files', { paths: [...paths] })
      if (sorted === null) return []
      addPaths(sorted.outputs)
      return [...sorted.scenarios, ...sorted.exportedRuns]
    },
    async chooseFiles() {
      addPaths(await shell.chooseFilesToObserve())
    },
    make,
    reading,
    read: (request) => makeAfter(() => reading.start(request)),
    resume: (readingId) => makeAfter(() => reading.resume(readingId)),
  }
}

function useReport(
  shown: ShownObservation | null,
  isRedacted: boolean,
): Pick<ObserveState, 'isExporting' | 'exportReport'> {
  const notify = useNotify()
  const askOrNotify = useAsk()
  const writing = useWriting()
  return {
    isExporting: writing.isWriting,
    async exportReport() {
      if (shown === null) return notify({ text: 'There is no observation to report. Make or open one first.' })
      const directory = await shell.chooseFolder()
      if (directory === null) return
      const isPresenting = document.documentElement.hasAttribute('data-presenting')
      const options = reportOptionsOf(readReportChoices(localStorage, navigator.language))
      await writing.write(async () => {
        const written = await askOrNotify('observation.report', {
          ...shown,
          // The PDF is last, so that the other files are written even if it cannot be printed.
          formats: ['html', 'json', 'pdf'],
          directory,
          options: { ...options, isRedacted: options.isRedacted || isRedacted || isPresenting },
        })
        if (written !== null) notify(writtenNotice(written.paths))
      })
    },
  }
}
