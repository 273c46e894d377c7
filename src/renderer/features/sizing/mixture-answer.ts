import { mixWorkloads } from '../../../capacity/mixture/mixture.ts'
import { notModelledInMixtures } from '../../../capacity/mixture/not-modelled.ts'
import { predictMixture } from '../../../capacity/mixture/predict-mixture.ts'
import { AppError, type AppErrorData } from '../../../contracts/app-error.ts'
import type { Offering } from '../../../contracts/offering.ts'
import type { Prediction } from '../../../contracts/prediction.ts'
import type { Scenario } from '../../../contracts/scenario.ts'
import type { Section } from '../../../presentation/document.ts'
import { mixtureSections } from '../../../presentation/sizing/mixture-sections.ts'

/** The prediction of the open scenario together with other workloads on its cluster. */
export interface MixtureAnswer {
  /** One scenario with all workloads. */
  readonly scenario: Scenario
  readonly prediction: Prediction
  readonly sections: readonly Section[]
}

/** Predicts all workloads on the deployment of `scenario`, or says why they cannot share it. */
export function mixtureAnswer(
  scenario: Scenario,
  others: readonly Scenario[],
  offering: Offering,
): MixtureAnswer | { readonly error: AppErrorData } {
  try {
    const mixture = mixWorkloads([scenario, ...others], scenario.deployment)
    const { prediction, ...parts } = predictMixture(mixture, offering)
    const shown = { ...parts, renamed: mixture.renamed, notModelled: notModelledInMixtures }
    const wording = { prediction, smallest: prediction.smallest, unitName: offering.unitName }
    return { scenario: mixture.scenario, prediction, sections: mixtureSections(shown, wording) }
  } catch (error) {
    return { error: AppError.from(error).toData() }
  }
}
