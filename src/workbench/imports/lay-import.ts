/**
 * Compares what other tools measured with the prediction of a scenario, at the import or later.
 */
import { predict } from '../../capacity/predict.ts'
import { AppError } from '../../contracts/app-error.ts'
import type { Offering } from '../../contracts/offering.ts'
import type { ImportedRecord, RunRecord } from '../../contracts/run-record.ts'
import type { Deployment, Scenario } from '../../contracts/scenario.ts'
import { overlayRun } from '../../evidence/overlay-run.ts'
import type { Store } from '../store/store.ts'
import { importNotes } from './import-notes.ts'

/** What the comparison depends on. */
export interface LayingServices {
  /** The model of a deployment, calibrated if the deployment says so. @throws AppError as `offeringOf`. */
  offeringOf(deployment: Deployment): Promise<Offering>
}

/** What an imported run is compared with; all null if with nothing. */
export type LaidOn = Pick<ImportedRecord, 'scenario' | 'offering' | 'prediction'>

/** The scenario with its model and prediction. @throws AppError OFFERING_INVALID, INPUT_INVALID */
export async function layOn(scenario: Scenario | null, services: LayingServices): Promise<LaidOn> {
  if (scenario === null) return { scenario: null, offering: null, prediction: null }
  const offering = await services.offeringOf(scenario.deployment)
  return { scenario, offering, prediction: predict(scenario, offering) }
}

/** The imported run with its scenario and prediction, and with the overlay and notes that follow. */
export function laidRun(run: ImportedRecord, laid: LaidOn): ImportedRecord {
  const { repeats } = run.observations
  const parts = repeats.flatMap((repeat) => repeat.parts)
  const notes = importNotes({ parts, repeats: repeats.length, isLaid: laid.prediction !== null })
  return { ...run, ...laid, notes, overlay: overlayRun({ ...run, ...laid }) }
}

/**
 * Compares the imported run with the prediction of this scenario, and stores that in place of an earlier comparison.
 * @throws AppError INPUT_INVALID for a run that was measured for its own scenario, OFFERING_INVALID or STORE_UNUSABLE
 */
export async function layImport(
  run: RunRecord,
  scenario: Scenario,
  services: LayingServices & { store(): Pick<Store, 'updateImport'> },
): Promise<ImportedRecord> {
  if (run.origin !== 'imported') {
    throw new AppError(
      'INPUT_INVALID',
      `Run ${run.id} was measured for its own scenario and is compared with that one only.`,
      {
        remedy: 'Run the other scenario, or choose an imported run.',
      },
    )
  }
  const laid = laidRun(run, await layOn(scenario, services))
  services.store().updateImport(laid)
  return laid
}
