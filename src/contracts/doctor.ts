/**
 * The findings of `headroom doctor` on a machine. They contain no host, no path of the user's and no secret.
 */
import { z } from 'zod'

/** The components that are examined, in the order in which they are shown. */
export const findingIds = [
  'node',
  'runner',
  'librdkafka',
  'load-engine',
  'java',
  'maven',
  'embedded-kafka',
  'electron',
  'display',
  'keychain',
  'ports',
  'disk',
  'clock',
  'workspace',
] as const
export type FindingId = (typeof findingIds)[number]

/** Findings that must be `ok` for any run. The others matter for the embedded Kafka, the window, or higher rates. */
export const neededForRuns: readonly FindingId[] = ['node', 'runner', 'librdkafka', 'ports', 'disk', 'workspace']

/** One examined component and its state. */
export const finding = z.strictObject({
  id: z.enum(findingIds),
  /** Name for people. */
  label: z.string().min(1),
  /** `missing`: it is not there. `wrong`: it is there but cannot be used, for example an old version. */
  state: z.enum(['ok', 'missing', 'wrong']),
  /** The feature that needs it, as part of a sentence: "the window". */
  neededFor: z.string().min(1),
  /** Its version or amount, or the reason why it is not `ok`. */
  detail: z.string(),
  /** What to do; null if the state is `ok`. */
  remedy: z.string().nullable(),
})
export type Finding = z.output<typeof finding>

/** The answer of `headroom doctor --json`. */
export const doctorReport = z.strictObject({
  kind: z.literal('headroom.doctor'),
  schemaVersion: z.literal(1),
  headroomVersion: z.string(),
  platform: z.string(),
  /** True if all findings in `neededForRuns` are `ok`. */
  canRun: z.boolean(),
  findings: z.array(finding),
})
export type DoctorReport = z.output<typeof doctorReport>
