/**
 * The state of the observe view that is kept when the view changes: sources, what is shown, and actions.
 */
import { useCallback, useMemo, useState } from 'react'
import type { AppErrorData } from '../../../contracts/app-error.ts'
import type { Offering } from '../../../contracts/offering.ts'
import type { Deployment } from '../../../contracts/scenario.ts'
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
  withoutPasted,
} from './observe-form.ts'

/** The observation that is shown. */
interface ShownObservation {
  readonly observationId: string
  /** What the fields say that the cluster runs on; left out: what the observation says. */
  readonly deployment?: Deployment | undefined
}

/** The observations of a window. */
export interface ObserveDesk {
  readonly form: ObserveForm
  changeForm(change: Partial<ObserveForm>): void
  readonly deployment: DeploymentForm
  /** What is wrong with the size; null if nothing is. */
  readonly sizeProblem: string | null
  changeDeployment(change: Partial<DeploymentForm>): void
  /** True if names of topics, groups, files and hosts are replaced on the page and in the report. */
  readonly isRedacted: boolean
  setRedacted(isRedacted: boolean): void
  /** Null if no observation is shown. */
  readonly shown: ShownObservation | null
  /** Adds dropped files as sources. Resolves to those that are scenarios or runs, and no sources. */
  takeFiles(paths: readonly string[]): Promise<readonly string[]>
  chooseFiles(): Promise<void>
  /** Makes an observation of the sources and shows it. */
  make(request: ObserveInput): Promise<void>
  /** True while an observation is made. */
  readonly isMaking: boolean
  /** Why the last one could not be made; null if it could. */
  readonly error: AppErrorData | null
  open(observationId: string): void
  close(): void
  readonly isExporting: boolean
  exportReport(): Promise<void>
}

/** The observations of the window, on these offerings. */
export function useObserveDesk(offerings: readonly Offering[]): ObserveDesk {
  const [form, setForm] = useSessionState('observe-form', emptyObserveForm, withoutPasted)
  const [deployment, setDeployment] = useSessionState('observe-deployment', emptyDeploymentForm)
  const [isRedacted, setRedacted] = useSessionState('observe-redacted', false)
  const [shownId, setShownId] = useSessionState<string | null>('observe-shown', null)
  const reading = useMemo(() => readDeploymentForm(deployment, offerings), [deployment, offerings])
  const shown = useMemo(() => {
    const stated = reading.ok && reading.deployment !== undefined ? { deployment: reading.deployment } : {}
    return shownId === null ? null : { observationId: shownId, ...stated }
  }, [shownId, reading])
  const [error, setError] = useState<AppErrorData | null>(null)
  const making = useWriting()
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
  return {
    ...{ form, changeForm, deployment, isRedacted, setRedacted, shown, error, open },
    ...{ isMaking: making.isWriting, ...useReport(shown, isRedacted) },
    sizeProblem: reading.ok ? null : reading.problem,
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
    make: (request) =>
      making.write(async () => {
        const outcome = await ask('observations.make', request)
        if (!outcome.ok) return setError(outcome.error)
        setShownId(outcome.value.id)
        setError(null)
      }),
  }
}

function useReport(
  shown: ShownObservation | null,
  isRedacted: boolean,
): Pick<ObserveDesk, 'isExporting' | 'exportReport'> {
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
          // The PDF is last, so that the others are written if it cannot be printed.
          formats: ['html', 'json', 'pdf'],
          directory,
          options: { ...options, isRedacted: options.isRedacted || isRedacted || isPresenting },
        })
        if (written !== null) notify(writtenNotice(written.paths))
      })
    },
  }
}
