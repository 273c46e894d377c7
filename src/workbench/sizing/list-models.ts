/**
 * Lists all models and calibrations, and the files of the workspace that cannot be read as either.
 */
import type { ModelList } from '../../contracts/model-list.ts'
import { listCalibrations } from '../calibration/calibrations.ts'
import type { Resources } from '../resources.ts'
import { loadModels } from './offerings.ts'

/** Lists models, calibrations and broken files. @throws AppError if models that ship with Headroom cannot be read */
export async function listModels(resources: Resources): Promise<ModelList> {
  const { workspacePath } = resources
  const { offerings, broken } = await loadModels(resources)
  const kept = workspacePath === null ? { calibrations: [], broken: [] } : await listCalibrations(workspacePath)
  return {
    offerings: [...offerings],
    calibrations: [...kept.calibrations],
    broken: [...broken, ...kept.broken],
  }
}
