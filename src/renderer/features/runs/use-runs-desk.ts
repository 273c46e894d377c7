/**
 * Actions on the history of runs, besides opening and deleting them.
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

/** Options for outputs of other tools; they are compared with the prediction of the scenario. */
export type ImportHow = Omit<ImportRequest, 'paths'>

/** The typed fields of the view, which are kept when the view changes. */
export interface RunsForm {
  /** Name of the next calibration. */
  readonly calibration: string
  readonly isLaid: boolean
  readonly areRepeats: boolean
  /** One line per column of a CSV file. */
  readonly columns: string
}

const emptyRunsForm: RunsForm = { calibration: '', isLaid: true, areRepeats: false, columns: '' }

/** The history of a window. */
export interface RunsDesk {
  readonly filter: RunFilter
  setFilter(filter: RunFilter): void
  readonly sets: RunSets
  setSets(sets: RunSets): void
  readonly form: RunsForm
  changeForm(change: Partial<RunsForm>): void
  annotate(runId: string, annotation: RunAnnotation): Promise<void>
  /**
   * Opens a scenario, adds exported runs, and imports all other files as one run. Resolves to the last run; null if
   * there is none.
   */
  takeFiles(paths: readonly string[], how: ImportHow): Promise<RunRecord | null>
  /** Like `take`, but opens a dialog for the files first. */
  chooseFiles(how: ImportHow): Promise<RunRecord | null>
  /** Makes a calibration; resolves to null if that fails. */
  calibrate(name: string, runs: readonly string[]): Promise<Calibration | null>
  /** Scenario and form of a run, to repeat it; null if it has none. */
  requestOf(runId: string): Promise<RunAgain | null>
}

/** The history of the window. `openScenario` opens the file at a path. */
export function useRunsDesk(openScenario: (path: string) => Promise<void>): RunsDesk {
  const notify = useNotify()
  const askOrNotify = useAsk()
  const [filter, setFilter] = useState(emptyFilter)
  const [sets, setSets] = useState(emptySets)
  const [form, setForm] = useState(emptyRunsForm)
  const changeForm = useCallback((change: Partial<RunsForm>) => setForm((before) => ({ ...before, ...change })), [])
  const takeFiles = async (paths: readonly string[], how: ImportHow) => {
    const sorted = await askOrNotify('runs.sort-files', { paths: [...paths] })
    if (sorted === null) return null
    const { exportedRuns, scenarios, outputs } = sorted
    const scenario = scenarios.at(-1)
    if (scenario !== undefined) await openScenario(scenario)
    if (scenarios.length > 1) notify({ text: 'Only one scenario can be open. The last one was opened.' })
    const added = await addRuns(exportedRuns, askOrNotify, notify)
    const imported = outputs.length === 0 ? null : await askOrNotify('runs.import', { ...how, paths: outputs })
    return imported ?? added
  }
  return {
    ...{ filter, setFilter, sets, setSets, form, changeForm, takeFiles },
    async annotate(runId, annotation) {
      await askOrNotify('runs.annotate', { runId, annotation })
    },
    async chooseFiles(how) {
      const paths = await shell.chooseFilesToImport()
      return paths.length === 0 ? null : takeFiles(paths, how)
    },
    async calibrate(name, runs) {
      // All runs should be of the model of the first one; others are refused with their names.
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

/** A run without samples, because those of an hour would block the window for seconds. */
async function openedRun(runId: string, askOrNotify: AskOrNotify): Promise<RunRecord | null> {
  return (await askOrNotify('runs.open', { runId }))?.run ?? null
}

/** Adds exported runs and returns the last one. A notice lists fields of a later version that were left out. */
async function addRuns(paths: readonly string[], askOrNotify: AskOrNotify, notify: Notify): Promise<RunRecord | null> {
  let last: RunRecord | null = null
  for (const path of paths) {
    const added = await askOrNotify('runs.add', { path })
    if (added === null) continue
    last = (await openedRun(added.runId, askOrNotify)) ?? last
    if (added.unknownFields.length > 0) {
      const details = added.unknownFields.slice(0, mostFieldsNamed)
      notify({
        text: 'A newer Headroom wrote this run. Fields that this version does not know were left out.',
        details,
      })
    }
  }
  return last
}

/** At most this many names are listed. */
const mostFieldsNamed = 10
