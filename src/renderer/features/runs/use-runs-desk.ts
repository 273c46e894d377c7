/**
 * What can be done with runs of the history beside opening and deleting them.
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

/** How outputs of other tools are taken; a scenario is what they are laid on. */
export type ImportHow = Omit<ImportRequest, 'paths'>

/** What is typed beside the history; it outlives the view. */
export interface RunsForm {
  /** Name of the next calibration. */
  readonly calibration: string
  readonly isLaid: boolean
  readonly areRepeats: boolean
  /** A column of a CSV file a line. */
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
   * Takes files: a scenario is opened, runs that were exported are added, anything else is imported as one run. The last
   * run of them, null where there is none.
   */
  takeFiles(paths: readonly string[], how: ImportHow): Promise<RunRecord | null>
  /** Asks for the files first. */
  chooseFiles(how: ImportHow): Promise<RunRecord | null>
  /** The calibration that was made, null where it could not be. */
  calibrate(name: string, runs: readonly string[]): Promise<Calibration | null>
  /** Scenario and form of a run, to run it once more; null where it has none. */
  requestOf(runId: string): Promise<RunAgain | null>
}

/** One desk for the life of the window. `openScenario` opens the file at a path. */
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
      // All are of the model of the first; one that is not is refused by name.
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

/** A run without its samples: those of an hour would hold the window up for seconds. */
async function openedRun(runId: string, askOrNotify: AskOrNotify): Promise<RunRecord | null> {
  return (await askOrNotify('runs.open', { runId }))?.run ?? null
}

/** The last of the runs that could be added; what a later Headroom wrote and this one does not know is told. */
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

/** More names say nothing new. */
const mostFieldsNamed = 10
