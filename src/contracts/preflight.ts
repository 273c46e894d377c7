/**
 * Preflight: what is checked before anything is written, each failure with its remedy.
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
  /** What is checked, for people. */
  label: z.string().min(1),
  state: z.enum(['passed', 'failed', 'warned', 'skipped']),
  /** What was seen. */
  detail: z.string(),
  /** What to do; null where nothing is to be done. */
  remedy: z.string().nullable(),
})
export type PreflightCheck = z.output<typeof preflightCheck>

/** All checks before a run, in their order. */
export const preflight = z.strictObject({
  checks: z.array(preflightCheck),
  /** True where no check failed. */
  isPassed: z.boolean(),
  /** What this machine's client can offer of the plan; left out where it was not probed. */
  clientCeiling: clientCeiling.optional(),
  /** `host:port` as the brokers of a cluster of the user's advertise themselves. Left out of a redacted report. */
  hosts: z.array(z.string().min(1)).optional(),
})
export type Preflight = z.output<typeof preflight>
