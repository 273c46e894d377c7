/**
 * A campaign: steps, decided one at a time from the results so far. Resuming is replaying.
 *
 * The reducer is `nextStep(campaign, results)` in planning/; a campaign is only data.
 */
import { z } from 'zod'
import { figures } from './figures.ts'
import { displayName, fraction, identifier, nonNegative, positive, positiveCount } from './primitives.ts'
import { scenario } from './scenario.ts'

/** How steps are chosen. */
export const campaignMethod = z.discriminatedUnion('kind', [
  /** One run of the scenario as it is. */
  z.strictObject({ kind: z.literal('single') }),
  /** Offered load at each factor in turn; stops after the first step that is not sustained, if asked. */
  z.strictObject({
    kind: z.literal('ladder'),
    loadFactors: z.array(positive).min(1),
    stopsWhenSaturated: z.boolean(),
  }),
  /** The highest load factor that is sustained, by bisection. */
  z.strictObject({
    kind: z.literal('saturation-search'),
    lowFactor: positive,
    highFactor: positive,
    toleranceRatio: fraction,
  }),
  /** One field of the scenario at each value in turn. */
  z.strictObject({ kind: z.literal('sweep'), path: z.string().min(1), values: z.array(z.json()).min(1) }),
])

/** Steps over one scenario, each isolated by a cool-down and fresh topics and client ids. */
export const campaign = z.strictObject({
  kind: z.literal('headroom.campaign'),
  schemaVersion: z.literal(1),
  id: identifier,
  name: displayName,
  scenario,
  method: campaignMethod,
  /** Runs of each step. */
  repeats: positiveCount.default(1),
  coolDownMs: nonNegative.default(22_000),
})
export type Campaign = z.output<typeof campaign>

/** What the reducer needs to know of a finished step. */
export const stepResult = z.strictObject({
  stepId: identifier,
  runId: identifier,
  /** acked / offered after the burn-in. */
  ackedRatio: fraction,
  /** True where offered - acked and the consumers' lag did not grow. */
  isSustained: z.boolean(),
  steadyMean: figures.nullable(),
})
export type StepResult = z.output<typeof stepResult>

/** A step to run: the scenario with one thing changed. */
export const campaignStep = z.strictObject({
  stepId: identifier,
  label: displayName,
  repeat: positiveCount,
  scenario,
})
export type CampaignStep = z.output<typeof campaignStep>
