/**
 * The answer to an observation: its scenario, the prediction for it, and what stands out. Terminal, window and report
 * describe the same answer.
 */
import { z } from 'zod'
import { observation, openQuestion } from './observation.ts'
import { constraint, prediction } from './prediction.ts'
import { nonNegative } from './primitives.ts'
import { fieldProvenance } from './provenance.ts'
import { scenario } from './scenario.ts'
import { verdictKind } from './verdict.ts'

/** Utilisation of one limit, 0 to 1 and more. */
export const findingCost = z.strictObject({
  constraint: constraint.pick({ id: true, dimension: true }),
  utilisation: nonNegative,
  without: nonNegative,
  /** What the comparison assumes, as a clause. */
  assuming: z.string().min(1),
})
export type FindingCost = z.output<typeof findingCost>

/** One thing that stands out. */
export const finding = z.strictObject({
  kind: z.enum(['no-compression', 'small-batches', 'hot-partition', 'idle-topics', 'fan-out', 'lag', 'leader-skew']),
  /** What it is, as a sentence. */
  text: z.string().min(1),
  /** The limit that it fills most, with it and without it; null if that cannot be predicted. */
  cost: findingCost.nullable(),
})
export type Finding = z.output<typeof finding>

/** A verdict and why, as one sentence that begins with the verdict. */
export const observedVerdict = z.strictObject({ verdict: verdictKind, reason: z.string().min(1) })
export type ObservedVerdict = z.output<typeof observedVerdict>

export const answeredObservation = z.strictObject({
  scenario,
  provenance: z.array(fieldProvenance),
  /** Questions that arise from making the scenario; the observation has those of its sources. */
  openQuestions: z.array(openQuestion),
  observation,
  prediction,
  /** Whether figures of the brokers agree with the prediction; of a deployment that is not known, not proven. */
  verdict: observedVerdict,
  findings: z.array(finding),
  /** False if the deployment is not known: then it is one that would carry the load. */
  isDeploymentKnown: z.boolean(),
})
export type AnsweredObservation = z.output<typeof answeredObservation>
