/**
 * A scenario: a workload on a deployment. The file people mail and keep in git (`.headroom.json`).
 */
import { z } from 'zod'
import { attachedVolumes, ownHost } from './hardware.ts'
import { calendarDate, displayName, identifier, positive, positiveCount } from './primitives.ts'
import { runDurationMs, runScale } from './run-bounds.ts'
import { type Producer, workload } from './workload.ts'

/** An offering at a size, as of a date, with options. */
export const deployment = z.strictObject({
  /** `id` of an offering in models/ or in the workspace. */
  offering: identifier,
  /** Units bought: CKUs, eCKUs, brokers. */
  size: positiveCount.max(10_000),
  /** Which limit set: the newest on or before this date. Left out: the newest. */
  asOf: calendarDate.optional(),
  /** Plan, flavor, broker type or host of the offering, where it has several. */
  tier: identifier.optional(),
  /** Cloud, where limits differ by cloud: `aws`, `azure`, `gcp`, or one that the offering names. */
  cloud: identifier.optional(),
  /** Volumes of each broker, on broker hardware. */
  volume: attachedVolumes.optional(),
  /** A host of one's own, on broker hardware, instead of a tier. */
  host: ownHost.optional(),
  /** True where the load lasts less than the bursts of hosts and volumes: what is expected of a run counts on them. */
  isShort: z.boolean().optional(),
  /** Name of a calibration of the workspace to lay over the offering. Left out: the model as it is. */
  calibration: identifier.optional(),
  /** Single or multi zone, where minimum sizes differ. */
  zones: z.enum(['single', 'multi']).optional(),
})
export type Deployment = z.output<typeof deployment>

/** How a scenario wants to be validated when nothing else is said. */
export const validationSettings = z.strictObject({
  /** Length of the load. Left out: 22 s of burn-in and 8 windows of 11 s. */
  durationMs: runDurationMs.optional(),
  /** Factor on rates and byte limits on an embedded cluster. Left out: found by a trial. */
  scale: runScale.optional(),
  /**
   * What a proxy in front of embedded brokers adds to the round trip, half in each direction: a far network on one
   * machine. Left out: no proxy.
   */
  addedRoundTripMs: positive.max(1000).optional(),
  /** Threads with which an embedded broker copies from each other one (`num.replica.fetchers`). Left out: Kafka's own 1. */
  replicaFetchers: positiveCount.max(16).optional(),
})

/**
 * A scenario as records of runs keep it: also one that earlier versions took and that is refused now. Whatever is to be
 * predicted or run is a `scenario`.
 */
export const recordedScenario = z
  .strictObject({
    /** Path of the JSON Schema that an editor checks the file with, as `headroom schema scenario` prints it. */
    $schema: z.string().optional(),
    kind: z.literal('headroom.scenario'),
    schemaVersion: z.literal(1),
    name: displayName,
    /** What the scenario stands for; free text. */
    notes: z.string().max(20_000).optional(),
    workload,
    deployment,
    validation: validationSettings.optional(),
  })
  .superRefine((value, context) => {
    const names = value.workload.topics.map((topic) => topic.name)
    for (const [index, name] of names.entries()) {
      if (names.indexOf(name) !== index) {
        context.addIssue({
          code: 'custom',
          path: ['workload', 'topics', index, 'name'],
          message: `there is already a topic named "${name}"; give each topic entry its own name`,
        })
      }
    }
    for (const [index, { name, minInsyncReplicas = 1, replicationFactor }] of value.workload.topics.entries()) {
      if (minInsyncReplicas <= replicationFactor) continue
      context.addIssue({
        code: 'custom',
        path: ['workload', 'topics', index, 'minInsyncReplicas'],
        message: `"${name}" has ${replicationFactor} replicas, so no write with acks=all reaches ${minInsyncReplicas}; expected at most ${replicationFactor}`,
      })
    }
    for (const list of ['producers', 'consumerGroups'] as const) {
      for (const [index, entry] of value.workload[list].entries()) {
        if (!names.includes(entry.topic)) {
          context.addIssue({
            code: 'custom',
            path: ['workload', list, index, 'topic'],
            message: `no topic entry is named "${entry.topic}"; known: ${names.join(', ')}`,
          })
        }
      }
    }
  })

/** A workload on a deployment, with its name and notes. */
export const scenario = recordedScenario.superRefine(({ workload: { producers } }, context) => {
  for (const [index, each] of producers.entries()) {
    for (const { field, message } of contradictionsOf(each)) {
      context.addIssue({ code: 'custom', path: ['workload', 'producers', index, field], message })
    }
  }
})

/** Settings of a producer that exclude each other. */
function contradictionsOf(producer: Producer): { readonly field: keyof Producer; readonly message: string }[] {
  const { name, compression, compressionRatio, acks, isIdempotent } = producer
  const found: { field: keyof Producer; message: string }[] = []
  if (compression === 'none' && compressionRatio !== 1) {
    const message = `"${name}" does not compress (compression is none): expected 1; name the codec in compression, or leave the ratio out`
    found.push({ field: 'compressionRatio', message })
  }
  if (isIdempotent && acks !== 'all') {
    const message = `"${name}" is idempotent, which Kafka allows with acks=all only: expected "all", or isIdempotent false`
    found.push({ field: 'acks', message })
  }
  return found
}
export type Scenario = z.output<typeof scenario>
/** A scenario as written in a file: defaults may be left out. */
export type ScenarioInput = z.input<typeof scenario>
