/**
 * Cliffs: answers that change by a step, not smoothly, if the load or a count of the workload is a little larger.
 */
import { dimensionRecords } from '../contracts/dimensions.ts'
import type { Prediction } from '../contracts/prediction.ts'
import type { Scenario } from '../contracts/scenario.ts'
import { formatCount } from '../units/count.ts'
import { formatInUnit } from '../units/in-unit.ts'
import { formatFactor } from '../units/ratio.ts'
import { roleOf } from './constraint-model.ts'
import { allConstraints } from './constraints/all-constraints.ts'
import { targetText, withinText } from './fixed-numbers.ts'
import { headroomFactor } from './headroom.ts'
import { scaleScenario } from './scale-scenario.ts'
import { describeSituation } from './situation.ts'
import { smallestSize } from './smallest-size.ts'
import type { Solution } from './solve.ts'
import { stepCliffs } from './step-cliffs.ts'
import { atOnceTrafficAt } from './traffic.ts'

type Cliff = NonNullable<Prediction['cliffs']>[number]

/** Cliffs are listed up to this multiple of the offered load. */
const mostFactor = 1.1

/** Precision of the factor at which a larger size is needed. */
const resolution = 0.0005

/** Cliffs up to 10 % above the offered load, nearest first. Empty if the workload is refused already. */
export function listCliffs(scenario: Scenario, solution: Solution, smallest: Prediction['smallest']): Cliff[] {
  if (solution.refusals.length > 0) return []
  const found = [
    ...refusalCliffs(scenario, solution),
    ...partitionCliffs(solution),
    ...sizeCliffs(scenario, solution, smallest),
    ...stepCliffs(scenario, solution),
  ]
  return found.sort((one, other) => one.factor - other.factor)
}

function isNear(factor: number): boolean {
  return factor >= 1 && factor < mostFactor
}

/** Limits that refuse the workload at any load. Most are on counts; only the stored bytes grow with the load. */
function refusalCliffs(scenario: Scenario, solution: Solution): Cliff[] {
  const { models, demanded } = solution
  return models.flatMap((model): Cliff[] => {
    const inProportion = model.capacity / model.demandAt(demanded)
    if (roleOf(model) !== 'veto' || !isNear(inProportion)) return []
    const isStorage = model.dimension === 'storage'
    const factor = isStorage ? fullStorageFactor(scenario, solution, inProportion) : inProportion
    if (!isNear(factor)) return []
    const { text: noun } = dimensionRecords[model.dimension].noun
    const what = isStorage ? 'load' : noun
    const isAtOnce = formatFactor(factor) === formatFactor(1)
    const more = isAtOnce
      ? `With any more ${what}`
      : `At more than ${formatFactor(factor)} ${isStorage ? 'the' : 'as many'} ${what}`
    const text = `${more} the workload is refused, whatever its rate: the limit is ${model.capacityText()}.`
    return [{ id: model.id, kind: 'refusal', factor, text }]
  })
}

/** Precision of the factor at which the storage is full, and the number of steps after which the search ends. */
const storageResolution = 1e-6
const maxStorageSteps = 30

/**
 * The load factor at which what is kept fills the storage. It grows more slowly than the load, because linger gathers more
 * records, and so fewer headers of batches are kept. Each step multiplies the factor by what is still free.
 */
function fullStorageFactor(scenario: Scenario, { situation, demanded }: Solution, inProportion: number): number {
  const { offering, limits, context, size } = situation
  let factor = inProportion
  for (let step = 0; step < maxStorageSteps && isNear(factor); step++) {
    const options = { context, size, like: situation }
    const grown = describeSituation(scaleScenario(scenario, factor), offering, limits, options)
    const storage = allConstraints(grown).find(({ dimension }) => dimension === 'storage')
    const free = storage === undefined ? 1 : storage.capacity / storage.demandAt(demanded)
    if (free - 1 < storageResolution) break
    factor *= free
  }
  return factor
}

/** Partitions that become full if the load grows slightly. */
function partitionCliffs({ situation, models }: Solution): Cliff[] {
  return models.flatMap((model): Cliff[] => {
    if (model.layer !== 'partition' || roleOf(model) !== 'grows') return []
    const factor = headroomFactor((load) => atOnceTrafficAt(situation, load), [model])
    if (!isNear(factor)) return []
    const name = model.id.slice(model.id.indexOf(':') + 1)
    const partitions = situation.topics.find(({ topic }) => topic.name === name)?.partitions ?? 1
    const text = `From ${formatFactor(factor)} the load on, the fullest partition of "${name}" is over its limit, with ${formatInUnit(partitions, 'partitions')}.`
    return [{ id: model.id, kind: 'partitions', factor, text }]
  })
}

/** The load above which the deployment is too small; none if it already is. */
function sizeCliffs(scenario: Scenario, { situation }: Solution, smallest: Prediction['smallest']): Cliff[] {
  if (smallest === null || smallest.size > situation.size) return []
  const smallestAt = (factor: number) => smallestSize(scaleScenario(scenario, factor), situation)
  const isEnough = (factor: number) => (smallestAt(factor)?.size ?? Number.POSITIVE_INFINITY) <= situation.size
  let [low, high] = [1, mostFactor]
  if (isEnough(high)) return []
  while (high - low > resolution) {
    const middle = (low + high) / 2
    if (isEnough(middle)) low = middle
    else high = middle
  }
  const next = smallestAt(high)
  const { plural } = situation.offering.unitName
  const size = next === null ? 'no size keeps' : `${formatCount(next.size)} ${plural} are the smallest size that keeps`
  const text = `From ${formatFactor(high)} the load on, ${size} ${next === null ? targetText(smallest.targetUtilisation, false) : withinText(next)}.`
  return [{ id: 'size', kind: 'size', factor: high, text }]
}
