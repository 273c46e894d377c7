/**
 * What can be done with runs of the history beside opening and deleting them.
 */
import { useState } from 'react'
import type { Calibration } from '../../../contracts/calibration.ts'
import type { ImportRequest } from '../../../contracts/import-request.ts'
import type { RunAnnotation, ShownRun } from '../../../contracts/run-record.ts'
import type { Scenario } from '../../../contracts/scenario.ts'
import { shell, workbench } from '../../api.ts'
import { errorNotice, type Notify, useNotify } from '../../application/notices.tsx'
import type { RequestForm } from '../validation/request-form.ts'
import { emptyFilter, type RunFilter } from './run-filter.ts'

/** The sets of a comparison, by id. */
export interface RunSets {
  readonly one: readonly string[]
  readonly other: readonly string[]
}

/** How outputs of other tools are taken; a scenario is what they are laid on. */
export type ImportHow = Omit<ImportRequest, 'paths'>

/** The history of a window. */
export interface RunsDesk {
  readonly filter: RunFilter
  setFilter(filter: RunFilter): void
  readonly sets: RunSets
  setSets(sets: RunSets): void
  annotate(runId: string, annotation: RunAnnotation): Promise<void>
  /** Takes files: runs that were exported are added, anything else is imported as one run. The last of them, null where none could be. */
  takeFiles(paths: readonly string[], how: ImportHow): Promise<ShownRun | null>
  /** Asks for the files first. */
  chooseFiles(how: ImportHow): Promise<ShownRun | null>
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
  const takeFiles = async (paths: readonly string[], how: ImportHow) => {
    const sorted = await workbench.call('runs.sort-files', { paths: [...paths] })
    if (!sorted.ok) {
      notify(errorNotice(sorted.error))
      return null
    }
    const { exportedRuns, outputs } = sorted.value
    const added = await addRuns(exportedRuns, notify)
    const imported = outputs.length === 0 ? null : await importOutputs(outputs, how, notify)
    if (added !== null || imported !== null) refresh()
    return imported ?? added
  }
  return {
    ...{ filter, setFilter, sets, setSets, takeFiles },
    async annotate(runId, annotation) {
      const outcome = await workbench.call('runs.annotate', { runId, annotation })
      if (!outcome.ok) return notify(errorNotice(outcome.error))
      refresh()
    },
    async chooseFiles(how) {
      const paths = await shell.chooseFilesToImport()
      return paths.length === 0 ? null : takeFiles(paths, how)
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

/** The last of the runs that could be added; what a later Headroom wrote and this one does not know is told. */
async function addRuns(paths: readonly string[], notify: Notify): Promise<ShownRun | null> {
  let last: ShownRun | null = null
  for (const path of paths) {
    const added = await workbench.call('runs.add', { path })
    const run = added.ok ? await workbench.call('runs.show', { runId: added.value.runId }) : added
    if (!run.ok) notify(errorNotice(run.error))
    else last = run.value
    if (added.ok && added.value.unknownFields.length > 0) {
      const details = added.value.unknownFields.slice(0, mostFieldsNamed)
      notify({ text: 'A later Headroom wrote this run; fields that this one does not know were left out.', details })
    }
  }
  return last
}

/** More names say nothing new. */
const mostFieldsNamed = 10

async function importOutputs(paths: readonly string[], how: ImportHow, notify: Notify): Promise<ShownRun | null> {
  const outcome = await workbench.call('runs.import', { ...how, paths: [...paths] })
  if (outcome.ok) return outcome.value
  notify(errorNotice(outcome.error))
  return null
}

/** A connection is not kept with a run: it stands in the form or is opened again. */
function formOf({ kind, scale }: { readonly kind: RequestForm['target']; readonly scale: number }, durationMs: number) {
  return {
    target: kind,
    scale: kind === 'connection' ? '' : String(scale),
    duration: `${durationMs / 1000} s`,
  }
}
