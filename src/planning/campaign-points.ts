/**
 * Computes the data of a campaign's chart: its measured steps, and the predicted curve along the same axis. Pure.
 */
import type { BenchmarkTable } from '../contracts/benchmark.ts'
import type { CampaignRecord, CampaignSummary } from '../contracts/campaign-record.ts'
import type { MeasuredStep, PredictedStep, PublishedStep } from '../contracts/campaign-step-points.ts'
import type { FigureName } from '../contracts/figures.ts'
import type { Band } from '../contracts/primitives.ts'
import type { Scenario } from '../contracts/scenario.ts'
import {
  type CampaignCurve,
  type CurveAxis,
  type CurveCircumstances,
  type CurvePlace,
  campaignCurve,
} from './campaign-curve.ts'
import { offeringOfStep } from './campaign-offerings.ts'
import { likelyEmbeddedBrokers } from './embedded-brokers.ts'
import { runName } from './run-names.ts'

/** Points and curve of a campaign for one figure, in the unit of the figure. */
export interface CampaignPoints {
  readonly title: string
  readonly figure: FigureName
  readonly axis: CurveAxis
  readonly predicted: readonly PredictedStep[]
  readonly measured: readonly MeasuredStep[]
  readonly published: readonly PublishedStep[]
}

/** Returns the inputs of the predictions for a campaign's runs. */
export function curveCircumstances(record: CampaignRecord): CurveCircumstances {
  const { request, target } = record
  const { isUnlimited = false } = request.campaign
  const scale = target?.scale ?? request.scale ?? 1
  const offeringOf = (scenario: Scenario) => offeringOfStep(record, scenario)
  // Names of clients and topics affect sizes of requests. Ids of runs are as long as their campaign's id.
  const namePrefixBytes = runName(record.id, '').length
  if (request.target.kind === 'connection') {
    return { offeringOf, scale, contextOf: () => ({ allowsBurst: true, namePrefixBytes }) }
  }
  return {
    offeringOf,
    scale,
    contextOf: (scenario) => ({
      allowsBurst: isUnlimited,
      namePrefixBytes,
      brokers: likelyEmbeddedBrokers(scenario, offeringOf(scenario), isUnlimited),
    }),
  }
}

/** The points of a campaign so far, for one figure. */
export function campaignPoints(
  record: CampaignRecord,
  { steps, benchmark }: CampaignSummary,
  figure: FigureName,
): CampaignPoints {
  const curve = campaignCurve(
    record.request.campaign,
    steps.map(({ stepId }) => stepId),
    curveCircumstances(record),
  )
  const machine = benchmark?.machine ?? null
  const onMachine = new Map(
    benchmark?.rows.map(({ caseId, onMachine: row }) => [curve.placeOf(caseId), row?.recordsPerSec ?? null]),
  )
  /** The machine's limit, at most the offered load. Null at positions whose case did not run on this machine. */
  const predictedAt = ({ x, offered, expected, limitOf }: CurvePlace): Band | null => {
    if (machine === null) return expected[figure]
    const measuredOnMachine = onMachine.get(x) ?? null
    const limit = limitOf('recordsPerSec').likely
    if (measuredOnMachine === null || limit === 0) return null
    const { low, likely, high } = limitOf(figure)
    const at = (value: number) => Math.min(offered[figure], (value * measuredOnMachine) / limit)
    return { low: at(low), likely: at(likely), high: at(high) }
  }
  const caseOf = new Map(benchmark?.rows.map(({ stepId, caseId }) => [stepId, caseId]))
  const placeOfStep = (stepId: string) => {
    const place = benchmark === undefined ? stepId : caseOf.get(stepId)
    return place === undefined ? null : curve.placeOf(place)
  }
  return {
    title:
      machine === null
        ? 'Measured points and the predicted curve'
        : `Measured points over the prediction for this machine, which is ${Number(machine.speed.toPrecision(2))} times as fast as the model`,
    figure,
    axis: curve.axis,
    predicted: curve.places.flatMap((place) => {
      const expected = predictedAt(place)
      return expected === null ? [] : [{ x: place.x, offered: place.offered[figure], expected }]
    }),
    measured: steps.flatMap(({ stepId, label, runIds, offered, expected, measured }) => {
      const x = placeOfStep(stepId)
      const place = x === null ? undefined : curve.places.find((each) => each.x === x)
      if (x === null || place === undefined) return []
      return [
        {
          x,
          label,
          runs: runIds.length,
          offered: offered[figure],
          expected: (benchmark === undefined ? null : predictedAt(place)) ?? expected[figure],
          measured: measured[figure],
        },
      ]
    }),
    published: benchmark === undefined ? [] : publishedPlaces(benchmark, curve, { figure, steps }),
  }
}

/**
 * The published values of a figure at the positions of their cases. A published share is multiplied by the rate
 * measured here.
 */
function publishedPlaces(
  { rows, columns }: BenchmarkTable,
  { placeOf }: CampaignCurve,
  { figure, steps }: { readonly figure: FigureName; readonly steps: CampaignSummary['steps'] },
): CampaignPoints['published'] {
  // A figure may have two columns, a rate and a share. The column with a published value is used.
  const index = columns.findIndex(
    (each, column) => each.figure === figure && rows.some(({ cells }) => (cells[column]?.published ?? null) !== null),
  )
  const { relativeTo, unitValue = 1 } = columns[index] ?? {}
  const reference = rows.find(({ caseId }) => caseId === relativeTo)
  const whole = steps.find(({ stepId }) => stepId === reference?.stepId)?.measured[figure].mean
  const unit = relativeTo === undefined ? unitValue : (whole ?? 0) * unitValue
  return rows.flatMap(({ caseId, cells }) => {
    const [x, value] = [placeOf(caseId), cells[index]?.published ?? null]
    return x === null || value === null || unit === 0 ? [] : [{ x, value: value * unit }]
  })
}
