/**
 * The state of the runs view, which is kept while another view is open, and actions on runs. `use-validation.ts` has the
 * list of runs and the actions that open and delete one.
 */
import { useCallback, useState } from 'react'
import type { Calibration } from '../../../contracts/calibration.ts'
import type { ImportRequest } from '../../../contracts/import-request.ts'
import { type RunAnnotation, type RunRecord, runName } from '../../../contracts/run-record.ts'
import { shell } from '../../api.ts'
import { type Notify, useNotify } from '../../application/notices.tsx'
import { type AskOrNotify, useAsk } from '../../asking/use-answer.ts'
import { emptyFilter, type RunFilter } from './run-filter.ts'
import { type RunAgain, requestOfRun } from './run-request.ts'
import { emptySets, type RunSets } from './run-sets.ts'

/** Options for importing outputs of other tools. */
export type ImportOptions = Omit<ImportRequest, 'paths'>

/** The fields of the view as typed. */
export interface RunsForm {
  /** Name of the next calibration. */
  readonly calibration: string
  /** True if imported outputs are compared with the prediction of the current scenario. */
  readonly comparesWithScenario: boolean
  /** True if the imported files are repeats of one benchmark. */
  readonly areRepeats: boolean
  /** One line per column of a CSV file. */
  readonly columns: string
}

const emptyRunsForm: RunsForm = { calibration: '', comparesWithScenario: true, areRepeats: false, columns: '' }

/** The state of the runs view, and actions on runs. */
export interface RunsState {
  readonly filter: RunFilter
  setFilter(filter: RunFilter): void
  readonly sets: RunSets
  setSets(sets: RunSets): void
  readonly form: RunsForm
  changeForm(change: Partial<RunsForm>): void
  annotate(runId: string, annotation: RunAnnotation): Promise<void>
  /**
   * Takes files of any kind: opens a scenario, adds exported runs, and imports all other files as the outputs of one run.
   * Resolves to the run that was imported, or else to the last one that was added; null if there is none.
   */
  takeFiles(paths: readonly string[], options: ImportOptions): Promise<RunRecord | null>
  /** Like `takeFiles`, but lets the user choose the files in a dialog first. */
  chooseFiles(options: ImportOptions): Promise<RunRecord | null>
  /** Makes a calibration. Resolves to null after an error, which is shown as a notice. */
  calibrate(name: string, runs: readonly string[]): Promise<Calibration | null>
  /** The scenario and form fields with which a run can be repeated; null if it cannot. */
  requestOf(runId: string): Promise<RunAgain | null>
}

/** The state of the runs view. @param openScenario opens the scenario file at a path */
export function useRunsState(openScenario: (path: string) => Promise<void>): RunsState {
  const notify = useNotify()
  const askOrNotify = useAsk()
  const [filter, setFilter] = useState(emptyFilter)
  const [sets, setSets] = useState(emptySets)
  const [form, setForm] = useState(emptyRunsForm)
  const changeForm = useCallback((change: Partial<RunsForm>) => setForm((before) => ({ ...before, ...change })), [])
  const takeFiles = async (paths: readonly string[], options: ImportOptions) => {
    const sorted = await askOrNotify('runs.sort-files', { paths: [...paths] })
    if (sorted === null) return null
    const { exportedRuns, scenarios, outputs } = sorted
    const scenario = scenarios.at(-1)
    if (scenario !== undefined) await openScenario(scenario)
    if (scenarios.length > 1) notify({ text: 'Only one scenario can be open. The last one was opened.' })
    const added = await addRuns(exportedRuns, askOrNotify, notify)
    const imported = outputs.length === 0 ? null : await askOrNotify('runs.import', { ...options, paths: outputs })
    return imported ?? added
  }
  return {
    ...{ filter, setFilter, sets, setSets, form, changeForm, takeFiles },
    async annotate(runId, annotation) {
      await askOrNotify('runs.annotate', { runId, annotation })
    },
    async chooseFiles(options) {
      const paths = await shell.chooseFilesToImport()
      return paths.length === 0 ? null : takeFiles(paths, options)
    },
    async calibrate(name, runs) {
      // The model is that of the first run. The workbench refuses runs of other models and names them.
      const first = await openedRun(runs[0] ?? '', askOrNotify)
      if (first === null) return null
      if (first.offering !== null) {
        return askOrNotify('models.calibrate', { model: first.offering.id, name, runIds: [...runs] })
      }
      notify({ text: 'The first run has no model.' })
      return null
    },
    async requestOf(runId) {
      const run = await openedRun(runId, askOrNotify)
      if (run === null) return null
      if (run.origin === 'measured') return requestOfRun(run)
      if (run.scenario === null) notify({ text: `${runName(run)} has no scenario that can be run.` })
      return run.scenario === null ? null : { scenario: run.scenario, form: {} }
    },
  }
}

/** The record of a run. It has no samples: those of an hour would block the window for seconds. */
async function openedRun(runId: string, askOrNotify: AskOrNotify): Promise<RunRecord | null> {
  return (await askOrNotify('runs.open', { runId }))?.run ?? null
}

/** Adds exported runs and returns the last one. If a newer version wrote a run, a notice lists the unknown fields. */
async function addRuns(paths: readonly string[], askOrNotify: AskOrNotify, notify: Notify): Promise<RunRecord | null> {
  let last: RunRecord | null = null
  for (const path of paths) {
    const added = await askOrNotify('runs.add', { path })
    if (added === null) continue
    last = (await openedRun(added.runId, askOrNotify)) ?? last
    if (added.unknownFields.length > 0) {
      const details = added.unknownFields.slice(0, maxListedFields)
      notify({
        text: 'A newer Headroom wrote this run. Fields that this version does not know were left out.',
        details,
      })
    }
  }
  return last
}

/** At most this many unknown fields are listed. */
const maxListedFields = 10
