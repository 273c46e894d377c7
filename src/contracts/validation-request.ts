/** What a person asks of a validation, and what it would do. */
import { z } from 'zod'
import { clientCeiling } from './client-ceiling.ts'
import { prediction } from './prediction.ts'
import { runDurationMs, runQuotaFactor, runQuotaWindowSeconds, runScale } from './run-bounds.ts'
import { driver, prometheusLogin, prometheusUrl, runPlanSummary, trogdorFleet } from './run-plan.ts'
import { agentFleet } from './run-share.ts'
import { scenario } from './scenario.ts'
import { targetDescription } from './target.ts'
import { targetChoice } from './target-choice.ts'

/** What a person asks for when starting a validation. */
export const validationRequest = z.strictObject({
  scenario,
  target: targetChoice,
  /** Left out: the scenario's, else found by a 20 s trial (embedded targets only). */
  scale: runScale.optional(),
  /** Left out: the scenario's, else 110 s. */
  durationMs: runDurationMs.optional(),
  /** Factor on the embedded quotas alone, the prediction untouched: shows that the method can say no. */
  quotaFactor: runQuotaFactor.optional(),
  /** Quota window of the embedded brokers. Left out: Kafka's own 11 s. */
  quotaWindowSeconds: runQuotaWindowSeconds.optional(),
  /** Agents that run the load, on a cluster that all of them reach. Left out: this machine. */
  agents: agentFleet.optional(),
  /** True where embedded brokers get no quotas: then a run is about this machine, not about the deployment. */
  isUnlimited: z.boolean().optional(),
  /** False where no verdict is asked for, as in the short profile of a benchmark. Left out: one is. */
  isJudged: z.literal(false).optional(),
  /** Left out: node-rdkafka. */
  driver: driver.optional(),
  /** The fleet of the driver trogdor. Left out: another driver. */
  trogdor: trogdorFleet.optional(),
  /** True: the scenario's topics are on the cluster and are used as they are. Left out: the run makes its own. */
  usesExistingTopics: z.literal(true).optional(),
  /** An endpoint that tells of the brokers in Prometheus' text format. Left out: none. */
  prometheusUrl: prometheusUrl.optional(),
  /** Left out: that endpoint asks for no log-in. */
  prometheusLogin: prometheusLogin.optional(),
})
export type ValidationRequest = z.output<typeof validationRequest>

/** What a validation would do: shown before anything is written. */
export const validationPreview = z.strictObject({
  target: targetDescription,
  summary: runPlanSummary,
  prediction,
  /** What the run does differently from the scenario, and whether it is too short to be judged: each a sentence. */
  notes: z.array(z.string()),
  /** What this machine can offer of the plan, from an earlier probe; left out where there was none. */
  clientCeiling: clientCeiling.optional(),
})
export type ValidationPreview = z.output<typeof validationPreview>
