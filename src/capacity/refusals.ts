import type { LimitSet, Offering } from '../contracts/offering.ts'
import type { Scenario } from '../contracts/scenario.ts'
import { formatInUnit } from '../units/in-unit.ts'
import type { ConstraintModel } from './constraint-model.ts'
import { earliestLimitSet, largestSize, limitSetAt, noLimitsSentence, smallestBuyableSize } from './limit-set.ts'
import type { Traffic } from './traffic.ts'

/** Why a size or a date cannot be had, each as a sentence. */
export function deploymentRefusals(scenario: Scenario, offering: Offering, limits: LimitSet): string[] {
  const { deployment } = scenario
  const refusals: string[] = []
  if (limitSetAt(offering, deployment.asOf) === null) {
    refusals.push(noLimitsSentence(offering, deployment.asOf ?? '', earliestLimitSet(offering)))
  }
  const smallest = smallestBuyableSize(limits, deployment)
  const largest = largestSize(limits, deployment)
  const units = (count: number) => `${count} ${count === 1 ? offering.unitName.singular : offering.unitName.plural}`
  const where = deployment.zones === 'multi' ? ' over several zones' : ''
  if (deployment.size < smallest) {
    refusals.push(`${units(deployment.size)} cannot be bought${where}: ${offering.name} begins at ${units(smallest)}.`)
  }
  if (deployment.size > largest) {
    refusals.push(`${units(deployment.size)} cannot be bought: ${offering.name} ends at ${units(largest)}.`)
  }
  return refusals
}

/** Why a limit that does not grow with the load refuses the workload, each as a sentence. */
export function limitRefusals(vetoing: readonly ConstraintModel[], offered: Traffic): string[] {
  return vetoing.map((model) => {
    const demand = formatInUnit(model.demandAt(offered), model.unit)
    const capacity = formatInUnit(model.capacity, model.unit)
    return model.kind === 'fixed'
      ? `${demand} are refused: ${capacity} are the limit (${model.capacityText()}).`
      : `${demand} are over the guideline of ${capacity} (${model.capacityText()}); the service may take them only while its other dimensions are idle.`
  })
}
