/**
 * Compares an imported run with the prediction of a scenario, at the import or later.
 */
import { predict } from '../../capacity/predict.ts'
import { AppError } from '../../contracts/app-error.ts'
import type { Offering } from '../../contracts/offering.ts'
import type { ImportedRecord, RunRecord } from '../../contracts/run-record.ts'
import type { Deployment, Scenario } from '../../contracts/scenario.ts'
import { overlayRun } from '../../evidence/overlay-run.ts'
import type { Store } from '../store/store.ts'
import { importNotes } from './import-notes.ts'

/** Services that a comparison uses. */
export interface ComparisonServices {
  /** Returns the model of a deployment with its calibration. @throws AppError OFFERING_INVALID or INPUT_INVALID */
  offeringOf(deployment: Deployment): Promise<Offering>
}

/** The scenario that an imported run is compared with, its model and its prediction; all null if there is none. */
export type ComparedScenario = Pick<ImportedRecord, 'scenario' | 'offering' | 'prediction'>

/** Predicts a scenario. Returns nulls without a scenario. @throws AppError OFFERING_INVALID or INPUT_INVALID */
export async function predictionFor(
  scenario: Scenario | null,
  services: ComparisonServices,
): Promise<ComparedScenario> {
  if (scenario === null) return { scenario: null, offering: null, prediction: null }
  const offering = await services.offeringOf(scenario.deployment)
  return { scenario, offering, prediction: predict(scenario, offering) }
}

/** Adds scenario and prediction to an imported run, with the overlay and the notes that follow from them. */
export function withComparison(run: ImportedRecord, compared: ComparedScenario): ImportedRecord {
  const { repeats } = run.observations
  const parts = repeats.flatMap((repeat) => repeat.parts)
  const notes = importNotes({ parts, repeats: repeats.length, isCompared: compared.prediction !== null })
  return { ...run, ...compared, notes, overlay: overlayRun({ ...run, ...compared }) }
}

/**
 * Compares an imported run with the prediction of a scenario and stores the result. It replaces an earlier comparison.
 * @throws AppError INPUT_INVALID for a run that was measured for its own scenario, OFFERING_INVALID or STORE_UNUSABLE
 */
export async function compareImport(
  run: RunRecord,
  scenario: Scenario,
  services: ComparisonServices & { store(): Pick<Store, 'updateImport'> },
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
  const compared = withComparison(run, await predictionFor(scenario, services))
  services.store().updateImport(compared)
  return compared
}
