/**
 * Set-up status of the parts that only runs need: the runner package, its bundle and the embedded Kafka.
 */
import { z } from 'zod'
import { fraction } from './primitives.ts'

/** What to do if a part of the runner is missing or broken. */
export const makeReadyRemedy =
  'Install the parts of the runner: npm start in a terminal, or “Install them” in Validation.'

/** The parts, each with its own step of the set-up. */
export const setupStepName = z.enum(['runner-package', 'runner-bundle', 'kafka-jars'])

/** One line of `scripts/prepare-runner.mjs --json`. */
export const setupStep = z.strictObject({
  step: setupStepName,
  state: z.enum(['checking', 'working', 'ready', 'failed']),
  message: z.string(),
  fraction: fraction.nullable(),
  remedy: z.string().optional(),
  /** The program whose absence is the reason of a failure. Left out: another reason. */
  lacks: z.literal('java').optional(),
})
export type SetupStep = z.output<typeof setupStep>

/** Set-up status, with one entry per step. */
export const setupStatus = z.strictObject({
  /** True if runs against a connection or simulated brokers can start. */
  isRunnerReady: z.boolean(),
  /** True if embedded Kafka can start. */
  isKafkaReady: z.boolean(),
  isWorking: z.boolean(),
  steps: z.array(setupStep),
})
export type SetupStatus = z.output<typeof setupStatus>
