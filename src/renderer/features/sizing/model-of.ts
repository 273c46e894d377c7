import { AppError, type AppErrorData } from '../../../contracts/app-error.ts'
import type { ModelList } from '../../../contracts/model-list.ts'
import type { Offering } from '../../../contracts/offering.ts'
import type { Deployment } from '../../../contracts/scenario.ts'
import { applyCalibration } from '../../../evidence/calibrate.ts'

/** The offering of a deployment with its calibration applied, or an error that says why it cannot be used. */
export function modelOf(
  { offering: id, calibration: name }: Pick<Deployment, 'offering' | 'calibration'>,
  { offerings, calibrations, broken }: ModelList,
): { readonly offering: Offering; readonly error: null } | { readonly offering: null; readonly error: AppErrorData } {
  const offering = offerings.find((candidate) => candidate.id === id)
  if (offering === undefined) {
    const brokenFile = broken.find((file) => file.kind === 'model' && file.names.includes(id))
    return { offering: null, error: brokenFile?.error ?? inputError(`The offering “${id}” is not installed here.`) }
  }
  if (name === undefined) return { offering, error: null }
  const calibration = calibrations.find((candidate) => candidate.name === name)
  if (calibration === undefined) {
    const brokenFile = broken.find((file) => file.kind === 'calibration' && file.names.includes(name))
    return {
      offering: null,
      error: brokenFile?.error ?? inputError(`The calibration “${name}” is not in this workspace.`),
    }
  }
  try {
    return { offering: applyCalibration(offering, calibration), error: null }
  } catch (error) {
    return { offering: null, error: AppError.from(error).toData() }
  }
}

/** All offerings. To that of the deployment its calibration is applied, unless `modelOf` has an error. */
export function offeringsFor(deployment: Pick<Deployment, 'offering' | 'calibration'>, models: ModelList): Offering[] {
  const { offering: chosen } = modelOf(deployment, models)
  return models.offerings.map((offering) => (chosen !== null && offering.id === chosen.id ? chosen : offering))
}

function inputError(message: string): AppErrorData {
  return { code: 'INPUT_INVALID', message, remedy: 'Choose another one under Cluster.', problems: [] }
}
