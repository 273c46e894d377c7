/** Predictions and targets for the simulated runs of tests/unit/measurement/simulated-run.ts. */

import type { Dimension } from '../../../src/contracts/dimensions.ts'
import type { FigureBands, Figures } from '../../../src/contracts/figures.ts'
import type { LawTerm, Prediction } from '../../../src/contracts/prediction.ts'
import type { Sample } from '../../../src/contracts/sample.ts'
import type { TargetDescription } from '../../../src/contracts/target.ts'
import type { Overlay } from '../../../src/contracts/verdict.ts'
import { type OverlayInput, overlayResult } from '../../../src/evidence/overlay.ts'
import type { LoadFacts } from '../../../src/evidence/verdict/facts.ts'
import type { Judgement } from '../../../src/evidence/verdict/row.ts'
import { decide } from '../../../src/evidence/verdict/table.ts'
import { computeResult } from '../../../src/measurement/compute-result.ts'
import { type RunShape, recordBytes, simulateRun, wireBytesPerRecord } from '../measurement/simulated-run.ts'

export interface PredictionShape {
  /** Records a second that all producers offer, and that the deployment takes. */
  readonly offeredPerSec?: number
  readonly capacityPerSec?: number
  readonly groups?: number
  /** Factors of the expected band around the capacity. */
  readonly band?: readonly [low: number, high: number]
  readonly binding?: readonly Dimension[]
  readonly requestsPerSec?: { readonly produce: number; readonly isLimited: boolean }
  readonly refusals?: readonly string[]
  /** True: the prediction is of the model of hosts. */
  readonly isOfHosts?: boolean
  /** Runs of the user's own that narrowed the band of the law that binds. Left out: there are no bands by law. */
  readonly ownRuns?: number
}

export function predictionOf(shape: PredictionShape = {}): Prediction {
  const { offeredPerSec = 2000, capacityPerSec = 1200, groups = 1, band = [0.95, 1.06], binding = ['ingress'] } = shape
  const at = (recordsPerSec: number) => figuresAt(Math.min(offeredPerSec, recordsPerSec), groups)
  const requests = shape.requestsPerSec
  return {
    schemaVersion: 1,
    scenarioName: 'simulated',
    deployment: {
      offering: 'declared',
      offeringName: 'Declared',
      size: 1,
      unitName: 'unit',
      limitsAsOf: '2020-04',
      capacityScale: 1,
    },
    isFeasible: shape.refusals === undefined,
    refusals: [...(shape.refusals ?? [])],
    offered: figuresAt(offeredPerSec, groups),
    achievable: bandsOf(at(capacityPerSec), at(capacityPerSec), at(capacityPerSec)),
    expected: bandsOf(at(capacityPerSec * band[0]), at(capacityPerSec), at(capacityPerSec * band[1])),
    capacity: figuresAt(capacityPerSec, groups),
    headroom: capacityPerSec / offeredPerSec,
    binding: binding.map((dimension) => ({ id: dimension, dimension, layer: 'cluster' })),
    constraints: [
      ...(requests?.isLimited ? [constraintOf('requests')] : []),
      ...(shape.isOfHosts ? [constraintOf('cpu')] : []),
    ],
    band: [],
    assumptions: [],
    smallest: null,
    minimumPartitions: [],
    requestsPerSec: 2 * (requests?.produce ?? 75),
    ...(requests === undefined ? {} : { produceRequestsPerSec: requests.produce }),
    advice: [],
    // A law that would bind far later keeps the published band.
    ...(shape.ownRuns === undefined
      ? {}
      : { laws: [lawTerm('network', 3, 0), lawTerm('processors', 1, shape.ownRuns)] }),
  }
}

function lawTerm(law: LawTerm['law'], headroom: number, ownRuns: number): LawTerm {
  const factors = { lowFactor: 0.9, medianFactor: 1, highFactor: 1.1 }
  return {
    law,
    headroom,
    ...factors,
    chanceMet: 0,
    figures: 0,
    publications: 0,
    ownRuns,
    widenedBy: [],
    reason: 'a test',
  }
}

function constraintOf(dimension: Dimension): Prediction['constraints'][number] {
  return {
    id: dimension,
    dimension,
    layer: 'cluster',
    kind: 'guideline',
    capacity: 1000,
    demand: 100,
    utilisation: 0.1,
    unit: 'requests/s',
    formula: '100 / 1,000',
    source: { title: 'test', date: '2020-04', grade: 'D' },
  }
}

function figuresAt(recordsPerSec: number, groups: number): Figures {
  return {
    ingressWireBytesPerSec: recordsPerSec * wireBytesPerRecord,
    ingressPayloadBytesPerSec: recordsPerSec * recordBytes,
    egressWireBytesPerSec: groups * recordsPerSec * wireBytesPerRecord,
    egressPayloadBytesPerSec: groups * recordsPerSec * recordBytes,
    recordsPerSec,
  }
}

function bandsOf(low: Figures, likely: Figures, high: Figures): FigureBands {
  const bandOf = (name: keyof Figures) => ({ low: low[name], likely: likely[name], high: high[name] })
  return {
    ingressWireBytesPerSec: bandOf('ingressWireBytesPerSec'),
    ingressPayloadBytesPerSec: bandOf('ingressPayloadBytesPerSec'),
    egressWireBytesPerSec: bandOf('egressWireBytesPerSec'),
    egressPayloadBytesPerSec: bandOf('egressPayloadBytesPerSec'),
    recordsPerSec: bandOf('recordsPerSec'),
  }
}

export const quotaTarget: TargetDescription = {
  kind: 'embedded:kafka',
  label: 'embedded Apache Kafka 4.3.1, 1 broker, declared capacity',
  enforces: ['ingress', 'egress'],
  isDeclaredCapacity: true,
  scale: 1,
  brokers: 1,
  quotas: { producerBytesPerSec: 1_224_000, consumerBytesPerSec: 3_672_000 },
}

export const serviceTarget: TargetDescription = {
  kind: 'connection',
  label: 'staging',
  enforces: ['ingress', 'egress', 'requests', 'partition-ingress', 'partition-egress'],
  isDeclaredCapacity: false,
  scale: 1,
  brokers: null,
  quotas: null,
}

/** Held at 1,200 records a second by a quota, of 2,000 offered. */
export const underQuota: RunShape = { quotaPerSec: 600, burstPerSec: 3000 }

type MeasuredRun = Pick<OverlayInput, 'plan' | 'result'>

/** Results by shape: many cases differ in their prediction alone. */
const measuredRuns = new Map<string, MeasuredRun>()

function measuredRun(run: RunShape): MeasuredRun {
  const hasRule = Object.values(run).some((value) => typeof value === 'function')
  if (hasRule) return changedRun(run, (samples) => samples)
  const key = JSON.stringify(run)
  const measured = measuredRuns.get(key) ?? changedRun(run, (samples) => samples)
  measuredRuns.set(key, measured)
  return measured
}

function changedRun(run: RunShape, change: (samples: readonly Sample[]) => readonly Sample[]): MeasuredRun {
  const { plan, samples } = simulateRun(run)
  return { plan, result: computeResult(plan, change(samples.map(withoutHistograms))) }
}

/** To merge histograms takes most of the time, and no verdict looks at a latency. */
function withoutHistograms(sample: Sample): Sample {
  return {
    ...sample,
    producers: sample.producers.map((producer) => ({
      ...producer,
      serviceHistogram: null,
      responseHistogram: null,
      scheduleDelayHistogram: null,
    })),
    consumers: sample.consumers.map((group) => ({ ...group, endToEndHistogram: null })),
  }
}

/** A simulated run, its samples changed on the way, against a prediction for it. */
export function caseOf(
  run: RunShape,
  prediction: PredictionShape = {},
  change?: (samples: readonly Sample[]) => readonly Sample[],
): OverlayInput {
  return {
    prediction: predictionOf({ ...(run.groups === undefined ? {} : { groups: run.groups }), ...prediction }),
    target: quotaTarget,
    ...(change === undefined ? measuredRun(run) : changedRun(run, change)),
    status: 'complete',
    endReason: 'plan-complete',
  }
}

/** The verdict by what is known of any load. */
export function judgeLoad(facts: LoadFacts, target: TargetDescription | null = null): Judgement {
  return decide({ ...facts, target, run: null, outputs: null })
}

/** The overlay of a simulated run. */
export function overlayOf(
  run: RunShape,
  prediction: PredictionShape = {},
  rest: Partial<Pick<OverlayInput, 'target' | 'status' | 'endReason'>> = {},
): Overlay {
  return overlayResult({ ...caseOf(run, prediction), ...rest })
}
