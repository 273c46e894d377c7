/**
 * Lists all models, calibrations and price sheets, and the files of the workspace that cannot be used.
 */
import type { ModelList } from '../../contracts/model-list.ts'
import { listCalibrations } from '../calibration/calibrations.ts'
import type { Resources } from '../resources.ts'
import { loadModels } from './offerings.ts'
import { loadPriceSheets } from './price-sheets.ts'

/** Returns the lists and the broken files. @throws AppError if models that ship with Headroom cannot be read */
export async function listModels(resources: Resources): Promise<ModelList> {
  const { workspacePath } = resources
  const models = await loadModels(resources)
  const { offerings, broken } = models
  const { published, own, broken: brokenSheets } = await loadPriceSheets(models, resources)
  const calibrated = workspacePath === null ? { calibrations: [], broken: [] } : await listCalibrations(workspacePath)
  return {
    offerings: [...offerings],
    calibrations: [...calibrated.calibrations],
    broken: [...broken, ...calibrated.broken, ...brokenSheets],
    prices: { published: [...published], own: [...own] },
  }
}
