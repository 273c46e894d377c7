/**
 * Makes files for other programs, such as Terraform, that set up the recommended deployment.
 */
import { type ProvisionKind, provisionKind } from '../../contracts/provision.ts'
import type { Scenario } from '../../contracts/scenario.ts'
import type { RecommendationQuestion } from '../../planning/recommended-scenario.ts'
import type { FileOutput } from '../../presentation/output-files.ts'
import { provisionFiles } from '../../presentation/provision/provision-files.ts'
import { type Provisioning, provisioningOf } from '../../presentation/provision/provisioning.ts'
import { todayText } from '../../units/calendar-day.ts'
import { deployedOffering } from '../calibration/calibrated-models.ts'
import type { Resources } from '../resources.ts'

/** All kinds of files, in the order in which they are written. */
export const provisionKinds = provisionKind.options

/** The recommendation, with the files of each requested kind. */
export interface ProvisionedScenario extends Provisioning {
  readonly outputs: readonly (FileOutput & { readonly kind: ProvisionKind })[]
}

/** Makes the recommendation for a scenario and the text of its files. Writes nothing. @throws AppError as `deployedOffering` */
export async function provisionScenario(
  scenario: Scenario,
  { kinds, ...question }: RecommendationQuestion & { readonly kinds: readonly ProvisionKind[] },
  resources: Resources,
): Promise<ProvisionedScenario> {
  const offering = await deployedOffering(scenario.deployment, resources)
  const provisioning = provisioningOf(scenario, offering, question, todayText())
  return { ...provisioning, outputs: kinds.map((kind) => ({ kind, ...provisionFiles(kind, provisioning) })) }
}
