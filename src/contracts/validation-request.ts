/** A request for a validation, and a preview of what it would do. */
import { z } from 'zod'
import { clientCeiling } from './client-ceiling.ts'
import { prediction } from './prediction.ts'
import { runDurationMs, runQuotaFactor, runQuotaWindowSeconds, runScale } from './run-bounds.ts'
import { driver, prometheusLogin, prometheusUrl, runPlanSummary, trogdorFleet } from './run-plan.ts'
import { agentFleet } from './run-share.ts'
import { scenario } from './scenario.ts'
import { targetDescription } from './target.ts'
import { targetChoice } from './target-choice.ts'

/** A request to start a validation. */
export const validationRequest = z.strictObject({
  scenario,
  target: targetChoice,
  /** Left out: the scenario's scale; without one, a 20 s trial determines it (embedded targets only). */
  scale: runScale.optional(),
  /** Left out: the scenario's duration; without one, 110 s. */
  durationMs: runDurationMs.optional(),
  /**
   * Factor on the embedded quotas that the prediction does not include. It shows that the method can contradict a
   * prediction.
   */
  quotaFactor: runQuotaFactor.optional(),
  /** Quota window of the embedded brokers. Left out: Kafka's default, 11 s. */
  quotaWindowSeconds: runQuotaWindowSeconds.optional(),
  /** Agents that run the load against a cluster that all of them can reach. Left out: this machine runs it. */
  agents: agentFleet.optional(),
  /** True if embedded brokers get no quotas. Then a run measures this machine, not the deployment. */
  isUnlimited: z.boolean().optional(),
  /** False if no verdict is wanted, as in the short profile of a benchmark. Left out: a verdict is wanted. */
  isJudged: z.literal(false).optional(),
  /** Left out: node-rdkafka. */
  driver: driver.optional(),
  /** The Trogdor fleet, for the driver trogdor. Left out: another driver. */
  trogdor: trogdorFleet.optional(),
  /** True if the scenario's topics exist on the cluster and are used as they are. Left out: the run creates its own. */
  usesExistingTopics: z.literal(true).optional(),
  /** An endpoint with metrics of the brokers in Prometheus' text format. Left out: none. */
  prometheusUrl: prometheusUrl.optional(),
  /** Left out: the endpoint needs no login. */
  prometheusLogin: prometheusLogin.optional(),
})
export type ValidationRequest = z.output<typeof validationRequest>

/** A preview of a validation. It is shown before anything is written. */
export const validationPreview = z.strictObject({
  target: targetDescription,
  summary: runPlanSummary,
  prediction,
  /** How the run differs from the scenario, and whether it is too short for a verdict: full sentences. */
  notes: z.array(z.string()),
  /** The rate that this machine can offer, from an earlier probe. Left out: there was none. */
  clientCeiling: clientCeiling.optional(),
})
export type ValidationPreview = z.output<typeof validationPreview>
