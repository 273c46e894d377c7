/**
 * The evaluation of an observation: its scenario, the prediction for the scenario, and findings. Terminal, window and
 * report describe the same evaluation.
 */
import { z } from 'zod'
import { observation, openQuestion } from './observation.ts'
import { constraint, prediction } from './prediction.ts'
import { nonNegative } from './primitives.ts'
import { fieldProvenance } from './provenance.ts'
import { scenario } from './scenario.ts'
import { verdictKind } from './verdict.ts'

/** The cost of a finding: utilisation of one limit with it and without it. A utilisation above 1 exceeds the limit. */
export const findingCost = z.strictObject({
  constraint: constraint.pick({ id: true, dimension: true }),
  utilisation: nonNegative,
  without: nonNegative,
  /** The assumption of the comparison, as a clause. */
  assuming: z.string().min(1),
})
export type FindingCost = z.output<typeof findingCost>

/** A finding: a property of the workload or of the cluster that may cost capacity. */
export const finding = z.strictObject({
  kind: z.enum(['no-compression', 'small-batches', 'hot-partition', 'idle-topics', 'fan-out', 'lag', 'leader-skew']),
  /** The finding as a sentence. */
  text: z.string().min(1),
  /** Its cost at the limit that it fills most; null if that cannot be predicted. */
  cost: findingCost.nullable(),
})
export type Finding = z.output<typeof finding>

/** A verdict, and its reason in one sentence that begins with the verdict. */
export const observedVerdict = z.strictObject({ verdict: verdictKind, reason: z.string().min(1) })
export type ObservedVerdict = z.output<typeof observedVerdict>

/** An observation's scenario with its prediction, findings and verdict. */
export const answeredObservation = z.strictObject({
  scenario,
  provenance: z.array(fieldProvenance),
  /** Questions that came up when the scenario was made. Questions of the sources are in the observation. */
  openQuestions: z.array(openQuestion),
  observation,
  prediction,
  /** Whether figures of the brokers agree with the prediction. Not proven if the deployment is not known. */
  verdict: observedVerdict,
  findings: z.array(finding),
  /** False if the deployment is not known. The scenario then has one that would carry the load. */
  isDeploymentKnown: z.boolean(),
})
export type AnsweredObservation = z.output<typeof answeredObservation>
