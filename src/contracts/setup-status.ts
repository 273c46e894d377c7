/**
 * How far the parts are that only validation needs: the runner package, its bundle, the embedded Kafka.
 */
import { z } from 'zod'
import { fraction } from './primitives.ts'

/** The parts, each made ready by a step of its own. */
export const setupStepName = z.enum(['runner-package', 'runner-bundle', 'kafka-jars'])

/** One line of `scripts/prepare-runner.mjs --json`. */
export const setupStep = z.strictObject({
  step: setupStepName,
  state: z.enum(['checking', 'working', 'ready', 'failed']),
  message: z.string(),
  fraction: fraction.nullable(),
  remedy: z.string().optional(),
})
export type SetupStep = z.output<typeof setupStep>

/** How far set-up is, step by step. */
export const setupStatus = z.strictObject({
  /** True when a run can be started against a connection or simulated brokers. */
  isRunnerReady: z.boolean(),
  /** True when embedded Kafka can be started. */
  isKafkaReady: z.boolean(),
  isWorking: z.boolean(),
  steps: z.array(setupStep),
})
export type SetupStatus = z.output<typeof setupStatus>
