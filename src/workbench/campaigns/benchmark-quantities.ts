/**
 * Reads the measured value of a benchmark's case and column, and the utilisation of the machine's resources.
 */
import type { BenchmarkColumn, BrokerUse, ElementUse } from '../../contracts/benchmark.ts'
import type { CampaignCase, StepResult } from '../../contracts/campaign.ts'
import type { StepSummary } from '../../contracts/campaign-record.ts'
import { type FigureName, figureNames } from '../../contracts/figures.ts'
import type { Interval } from '../../contracts/primitives.ts'
import { batchMeansInterval, meanOf } from '../../measurement/batch-means.ts'
import { fullestFirst } from '../../measurement/broker-cost.ts'

/** A case with the step that counts for it, and the runs of that step. */
export interface MeasuredCase {
  readonly campaignCase: CampaignCase
  readonly step: StepSummary | undefined
  readonly results: readonly StepResult[]
}

/** True if the case offers more load than any cluster takes. */
export function isFlatOut({ isFixed, below }: CampaignCase): boolean {
  return isFixed !== true && below === undefined
}

/** Returns mean and interval over the runs, in the quantity's base unit. Returns null if nothing was measured. */
export function measuredOf({ campaignCase, step, results }: MeasuredCase, column: BenchmarkColumn): Interval | null {
  const { figure, coresPerBroker = 1 } = column
  switch (figure) {
    case 'brokerCpuFraction': {
      const cores = intervalOf(
        results,
        brokerValue(column, ({ cpuCores }) => cpuCores),
      )
      return cores === null ? null : timesAll(cores, 1 / coresPerBroker)
    }
    case 'brokerDiskBytesPerSec':
      return intervalOf(
        results,
        brokerValue(column, (broker) => broker.diskWrittenBytesPerSec),
      )
    case 'brokerNetworkBytesPerSec':
      return intervalOf(
        results,
        brokerValue(column, (broker) => broker.networkBytesPerSec),
      )
    case 'isrShrinks':
      return intervalOf(results, ({ isrShrinks }) => isrShrinks)
    case 'errorFraction':
      return intervalOf(results, ({ errorFraction }) => errorFraction)
    // In a flat-out run the producers' queue grows until the end, so the latency says nothing about the cluster.
    case 'endToEndP50Us':
      return campaignCase.below === undefined ? null : intervalOf(results, ({ endToEnd }) => endToEnd?.p50Us)
    case 'endToEndP99Us':
      return campaignCase.below === undefined ? null : intervalOf(results, ({ endToEnd }) => endToEnd?.p99Us)
    default:
      return step === undefined ? null : step.measured[figure]
  }
}

function intervalOf(results: readonly StepResult[], read: (result: StepResult) => number | undefined): Interval | null {
  const values = results.flatMap((result) => read(result) ?? [])
  return values.length === 0 ? null : batchMeansInterval(values)
}

/** Reads the value of the broker that the column names, or the mean of all brokers if it names none. */
function brokerValue({ broker }: BenchmarkColumn, read: (use: BrokerUse) => number | undefined) {
  return ({ brokers, brokerCpuCores = [] }: StepResult): number | undefined => {
    const uses = brokers ?? brokerCpuCores.map((cpuCores) => ({ cpuCores }))
    const values = (broker === undefined ? uses : uses.slice(broker, broker + 1)).flatMap((use) => read(use) ?? [])
    return values.length === 0 ? undefined : meanOf(values)
  }
}

/** Returns each resource's utilisation as a mean over the runs of a case, highest first. */
export function elementsOf({ results }: MeasuredCase): ElementUse[] {
  const names = [...new Set(results.flatMap(({ elements = [] }) => elements.map(({ element }) => element)))]
  return fullestFirst(
    names.map((element) => {
      const uses = results.flatMap(({ elements = [] }) => elements.filter((each) => each.element === element))
      return { element, usedFraction: meanOf(uses.map(({ usedFraction }) => usedFraction)) }
    }),
  )
}

/** True for a quantity that every run and every prediction has. */
export function isFigure(quantity: BenchmarkColumn['figure']): quantity is FigureName {
  return figureNames.some((name) => name === quantity)
}

/** Multiplies all numbers of a record by a factor. */
export function timesAll<K extends string>(values: Readonly<Record<K, number>>, factor: number): Record<K, number> {
  const scaled = Object.entries<number>(values).map(([name, value]) => [name, value * factor])
  return Object.fromEntries(scaled) as Record<K, number>
}
