/**
 * What can be done with runs of the history beside opening and deleting them.
 */
import { useState } from 'react'
import type { Calibration } from '../../../contracts/calibration.ts'
import type { RunAnnotation } from '../../../contracts/run-record.ts'
import type { Scenario } from '../../../contracts/scenario.ts'
import { shell, workbench } from '../../api.ts'
import { errorNotice, useNotify } from '../../application/notices.tsx'
import { importedNotice } from '../validation/imported-notice.ts'
import type { RequestForm } from '../validation/request-form.ts'
import { emptyFilter, type RunFilter } from './run-filter.ts'

/** The sets of a comparison, by id. */
export interface RunSets {
  readonly one: readonly string[]
  readonly other: readonly string[]
}

/** The history of a window. */
export interface RunsDesk {
  readonly filter: RunFilter
  setFilter(filter: RunFilter): void
  readonly sets: RunSets
  setSets(sets: RunSets): void
  annotate(runId: string, annotation: RunAnnotation): Promise<void>
  /** Imports files; laid on the prediction of a scenario where one is given. */
  importFiles(paths: readonly string[], scenario: Scenario | null): Promise<void>
  /** Asks for the files first. */
  chooseAndImport(scenario: Scenario | null): Promise<void>
  /** The calibration that was made, null where it could not be. */
  calibrate(name: string, runs: readonly string[]): Promise<Calibration | null>
  /** Scenario and form of a run, to run it once more; null where it has none. */
  requestOf(runId: string): Promise<{ readonly scenario: Scenario; readonly form: Partial<RequestForm> } | null>
}

/** One desk for the life of the window. `refresh` reads the list again. */
export function useRunsDesk(refresh: () => void): RunsDesk {
  const notify = useNotify()
  const [filter, setFilter] = useState(emptyFilter)
  const [sets, setSets] = useState<RunSets>({ one: [], other: [] })
  const importFiles = async (paths: readonly string[], scenario: Scenario | null) => {
    const outcome = await workbench.call('runs.import', {
      paths: [...paths],
      ...(scenario === null ? {} : { scenario }),
    })
    if (!outcome.ok) return notify(errorNotice(outcome.error))
    notify(importedNotice(outcome.value))
    refresh()
  }
  return {
    ...{ filter, setFilter, sets, setSets, importFiles },
    async annotate(runId, annotation) {
      const outcome = await workbench.call('runs.annotate', { runId, annotation })
      if (!outcome.ok) return notify(errorNotice(outcome.error))
      refresh()
    },
    async chooseAndImport(scenario) {
      const paths = await shell.chooseFilesToImport()
      if (paths.length > 0) await importFiles(paths, scenario)
    },
    async calibrate(name, runs) {
      // All are of the model of the first; one that is not is refused by name.
      const first = await workbench.call('runs.show', { runId: runs[0] ?? '' })
      const model = first.ok ? first.value.offering?.id : undefined
      if (model === undefined) {
        notify(first.ok ? { text: 'The first run was laid on no model.' } : errorNotice(first.error))
        return null
      }
      const outcome = await workbench.call('models.calibrate', { model, name, runIds: [...runs] })
      if (outcome.ok) return outcome.value
      notify(errorNotice(outcome.error))
      return null
    },
    async requestOf(runId) {
      const outcome = await workbench.call('runs.show', { runId })
      if (!outcome.ok) {
        notify(errorNotice(outcome.error))
        return null
      }
      const run = outcome.value
      if (run.origin === 'imported') {
        if (run.scenario === null) notify({ text: `${run.name} was laid on no scenario that could be run.` })
        return run.scenario === null ? null : { scenario: run.scenario, form: {} }
      }
      return { scenario: run.scenario, form: formOf(run.target, run.plan.durationMs) }
    },
  }
}

/** A connection is not kept with a run: it stands in the form or is opened again. */
function formOf({ kind, scale }: { readonly kind: RequestForm['target']; readonly scale: number }, durationMs: number) {
  return {
    target: kind,
    scale: kind === 'connection' ? '' : String(scale),
    duration: `${durationMs / 1000} s`,
  }
}
