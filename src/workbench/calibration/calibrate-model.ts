/**
 * Calibrates a model with runs of the workspace.
 */
import type { Calibration } from '../../contracts/calibration.ts'
import type { RunRecord } from '../../contracts/run-record.ts'
import { calibrate } from '../../evidence/calibrate.ts'
import type { Resources } from '../resources.ts'
import { findOffering, loadModels } from '../sizing/offerings.ts'
import { freeCalibrationName, saveCalibration } from './calibrations.ts'

/** The model to calibrate, the runs to use, and the name of the result. */
export interface ModelCalibration {
  /** `id` of the offering. */
  readonly model: string
  readonly name: string
  readonly runs: readonly RunRecord[]
  /** Parameters to fit. Default: all parameters on which the runs depend. */
  readonly parameterIds?: readonly string[]
}

/**
 * Fits a calibration and stores it in the workspace under its name.
 * @throws AppError OFFERING_INVALID, or INPUT_INVALID if the name is taken or the runs do not determine the parameters
 */
export async function calibrateModel(
  { model, ...request }: ModelCalibration,
  resources: Resources,
  workspacePath: string,
): Promise<Calibration> {
  const offering = findOffering(await loadModels(resources), model, 'ID')
  const name = await freeCalibrationName(workspacePath, request.name)
  const calibration = calibrate(offering, { ...request, name, createdAtEpochMs: Date.now() })
  await saveCalibration(workspacePath, calibration)
  return calibration
}
