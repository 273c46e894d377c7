/**
 * The preflight: checks that are made before anything is written. Each failed check has a remedy.
 */
import { z } from 'zod'
import { clientCeiling } from './client-ceiling.ts'

/** One check of the preflight. */
export const preflightCheck = z.strictObject({
  id: z.enum([
    'java',
    'runner',
    'address',
    'tcp',
    'tls',
    'authentication',
    'brokers',
    'replication-factor',
    'topics',
    'disk-space',
    'advertised',
    'round-trip',
    'record-size',
    'client-ceiling',
    'prometheus',
  ]),
  /** Name of the check for the user. */
  label: z.string().min(1),
  state: z.enum(['passed', 'failed', 'warned', 'skipped']),
  /** Findings of the check, as a sentence. */
  detail: z.string(),
  /** One sentence that says what the user can do; null if there is nothing to do. */
  remedy: z.string().nullable(),
})
export type PreflightCheck = z.output<typeof preflightCheck>

/** All checks before a run, in the order in which they are made. */
export const preflight = z.strictObject({
  checks: z.array(preflightCheck),
  /** True if no check failed. */
  isPassed: z.boolean(),
  /** Maximum rate that this machine's clients can offer with the plan's records. Left out: it was not probed. */
  clientCeiling: clientCeiling.optional(),
  /** Addresses (`host:port`) that the brokers of the user's own cluster advertise. Left out of a redacted report. */
  hosts: z.array(z.string().min(1)).optional(),
})
export type Preflight = z.output<typeof preflight>
