/**
 * The part of each limit that each workload of a mixture uses.
 */
import type { Constraint, Prediction } from '../../contracts/prediction.ts'
import type { Scenario } from '../../contracts/scenario.ts'

/** The part of a limit that one workload uses. */
export type WorkloadPart = {
  readonly workload: string
  /** In the unit of the limit. The parts of all workloads add up to its demand. */
  readonly demand: number
  /** demand / capacity. */
  readonly utilisation: number
  /** The demand if this workload is alone on the deployment. */
  readonly aloneDemand: number
}

/** The parts of one limit. */
export type LimitParts = Pick<Constraint, 'id' | 'dimension' | 'capacity' | 'demand' | 'utilisation' | 'unit'> & {
  /**
   * True if the demands of the workloads alone do not add up to the demand of the mixture, which is then divided in
   * proportion to them. Examples are processors and the fullest disk.
   */
  readonly isDivided: boolean
  /** Workloads without demand are left out. A limit of a partition or a client has one part. */
  readonly parts: readonly WorkloadPart[]
}

/** A sum that differs from the demand by less than this share counts as equal. */
const rounding = 1e-9

/** A workload alone on the deployment. */
export type AloneWorkload = { readonly scenario: Scenario; readonly prediction: Prediction }

/** The parts of every limit of a mixture, in the order of its prediction. */
export function partsByWorkload(mixture: Prediction, workloads: readonly AloneWorkload[]): LimitParts[] {
  const demands = demandsById(workloads)
  return mixture.constraints.map(({ id, dimension, capacity, demand, utilisation, unit }) => {
    const alone = demands.get(id) ?? []
    const sum = alone.reduce((total, part) => total + part.aloneDemand, 0)
    const isDivided = Math.abs(sum - demand) > rounding * Math.max(sum, demand)
    const parts = alone
      .filter(({ aloneDemand }) => aloneDemand > 0)
      .map(({ workload, aloneDemand }) => {
        const part = isDivided ? demand * (aloneDemand / sum) : aloneDemand
        return { workload, demand: part, utilisation: part / capacity, aloneDemand }
      })
    return { id, dimension, capacity, demand, utilisation, unit, isDivided, parts }
  })
}

type AloneDemand = Pick<WorkloadPart, 'workload' | 'aloneDemand'>

/** The demand of each workload alone, by the id of the limit in the mixture. */
function demandsById(workloads: readonly AloneWorkload[]): Map<string, AloneDemand[]> {
  const demands = new Map<string, AloneDemand[]>()
  const before = { producers: 0, consumerGroups: 0 }
  for (const { scenario, prediction } of workloads) {
    for (const constraint of prediction.constraints) {
      const id = idInMixture(constraint, before)
      const part = { workload: scenario.name, aloneDemand: constraint.demand }
      demands.set(id, [...(demands.get(id) ?? []), part])
    }
    before.producers += scenario.workload.producers.length
    before.consumerGroups += scenario.workload.consumerGroups.length
  }
  return demands
}

/** Limits of a client or connection have the index of its entry in their id: `producer-pipeline:0:orders`. */
const indexedId = /^([a-z-]+):(\d+):/

const ofConsumers: ReadonlySet<Constraint['dimension']> = new Set(['consumer-client', 'consumers-per-partition'])

/** The id of a workload's limit in the mixture, where its entries come after those of the workloads `before`. */
function idInMixture(
  { id, dimension }: Pick<Constraint, 'id' | 'dimension'>,
  before: { readonly producers: number; readonly consumerGroups: number },
): string {
  const offset = ofConsumers.has(dimension) ? before.consumerGroups : before.producers
  return id.replace(indexedId, (_whole, name: string, index: string) => `${name}:${Number(index) + offset}:`)
}
