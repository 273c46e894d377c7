/**
 * Cliffs of whole numbers: with slightly larger records, or a few more partitions, the load can grow by much less.
 */
import type { Prediction } from '../contracts/prediction.ts'
import type { Scenario } from '../contracts/scenario.ts'
import { factorDigits, formatFactor } from '../units/ratio.ts'
import { describeSituation } from './situation.ts'
import { type Solution, solve } from './solve.ts'
import { largestStep, stepText } from './whole-numbers.ts'

type Cliff = NonNullable<Prediction['cliffs']>[number]

/** A step changes a whole number, or the headroom, by more than this share while its cause grows by 1 %. */
const minStep = 0.05

/** Increases that are tried, in percent. */
const percents = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const

/** A change of the workload: `text` says what increases. */
type Change = { readonly id: string; readonly scenario: Scenario; readonly text: string }

/** The change by so many percent; null if it is the same as that by one percent less. */
type Cause = (percent: number) => Change | null

/**
 * The first step up to 10 % larger records, and to 10 % more partitions, that lowers the factor by more than 5 %. None
 * where the workload is refused by then.
 */
export function stepCliffs(scenario: Scenario, solution: Solution): Cliff[] {
  const causes: Cause[] = [
    (percent) => withLargerRecords(scenario, factorOf(percent)),
    ...scenario.workload.topics.map((_, index) => (percent: number) => withMorePartitions(scenario, index, percent)),
  ]
  return causes.flatMap((cause) => firstStep(scenario, solution, cause))
}

function factorOf(percent: number): number {
  return 1 + percent / 100
}

function firstStep(scenario: Scenario, solution: Solution, cause: Cause): Cliff[] {
  const { offering, limits, context, size } = solution.situation
  // The skew of the keys is expensive to compute. Of the whole numbers it decides only how far synchronous senders fill
  // batches, so without such senders it is copied.
  const hasSenders = solution.situation.producers.some(({ closedLoop }) => closedLoop !== null)
  const options = { context, size, ...(hasSenders ? {} : { like: solution.situation }) }
  const describe = (changed: Scenario) => describeSituation(changed, offering, limits, options)
  const solved = (changed: Scenario) => solve(changed, offering, context)
  let [before, situation] = [scenario, solution.situation]
  for (const percent of percents) {
    const factor = factorOf(percent)
    const change = cause(percent)
    if (change === null) continue
    const { id, scenario: changed, text } = change
    const after = describe(changed)
    const step = largestStep(situation, after)
    if (step !== null && step.relative > minStep) {
      const next = solved(changed)
      // A workload that is refused has no headroom for another reason than the step.
      if (next.refusals.length > 0) return []
      const [most, less] = [solved(before).growth.factor, next.growth.factor]
      const result = `the headroom is ${factorDigits(less)}, not ${factorDigits(most)}`
      if (less < most * (1 - minStep)) {
        return [{ id, kind: 'step', factor, text: `With ${text}, ${stepText(step)}: ${result}.` }]
      }
    }
    ;[before, situation] = [changed, after]
  }
  return []
}

/** Larger values of all producers. Keys and headers do not change. */
function withLargerRecords(scenario: Scenario, factor: number): Change {
  const producers = scenario.workload.producers.map((each) => ({
    ...each,
    recordValueBytes: each.recordValueBytes * factor,
  }))
  const text = `values of records ${formatFactor(factor)} as large`
  return { id: 'record-bytes', scenario: withWorkload(scenario, { producers }), text }
}

/** Null where the percentage is no partition more. A cluster may have a thousand topics of few partitions. */
function withMorePartitions(scenario: Scenario, index: number, percent: number): Change | null {
  const topic = scenario.workload.topics[index]
  if (topic === undefined) return null
  const [less, partitions = 0] = [percent - 1, percent].map((each) =>
    Math.floor(topic.partitions * factorOf(each) + slack),
  )
  if (partitions === less) return null
  const topics = scenario.workload.topics.map((each, at) => (at === index ? { ...each, partitions } : each))
  const text = `${partitions} partitions of "${topic.name}"`
  return { id: `partitions:${topic.name}`, scenario: withWorkload(scenario, { topics }), text }
}

/** Absorbs rounding: 100 x 1.01 is 101. */
const slack = 1e-9

function withWorkload(scenario: Scenario, change: Partial<Scenario['workload']>): Scenario {
  return { ...scenario, workload: { ...scenario.workload, ...change } }
}
