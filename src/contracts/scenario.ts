/**
 * A scenario: a workload on a deployment, in a file (`.headroom.json`) that people mail and keep in git.
 */
import { z } from 'zod'
import { counted, formatCount } from '../units/count.ts'
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
  /** Date of the limits: the newest limit set on or before it is used. Left out: the newest of all. */
  asOf: calendarDate.optional(),
  /** Plan, flavor, broker type or host of the offering, if it has several. */
  tier: identifier.optional(),
  /** Cloud, if limits differ by cloud: `aws`, `azure`, `gcp`, or one that the offering names. */
  cloud: identifier.optional(),
  /** Volumes of each broker; only for broker hardware. */
  volume: attachedVolumes.optional(),
  /** The user's own host instead of a tier; only for broker hardware. */
  host: ownHost.optional(),
  /**
   * True if the load is shorter than the bursts of hosts and volumes. Then what is expected of a run includes the
   * bursts.
   */
  isShort: z.boolean().optional(),
  /**
   * Time of one sync (fsync) of a broker's disk, in ms, for topics with `flushMessages`; only for broker hardware. Left
   * out: the model's, a solid-state disk.
   */
  diskSyncMs: positive.max(10_000).optional(),
  /** Threads of a broker that handle requests (`num.io.threads`); only for broker hardware. Left out: Kafka's default, 8. */
  ioThreads: positiveCount.max(1_000).optional(),
  /**
   * Network round trip from a broker to the farthest follower in sync, in ms, as between zones or regions; only for
   * broker hardware. Left out: brokers are near each other.
   */
  brokerRoundTripMs: positive.max(10_000).optional(),
  /** Name of a calibration in the workspace that is applied to the offering. Left out: the model as it is. */
  calibration: identifier.optional(),
  /** Single or multiple zones, if minimum sizes differ. */
  zones: z.enum(['single', 'multi']).optional(),
})
export type Deployment = z.output<typeof deployment>

/** Default settings for validating the scenario. */
export const validationSettings = z.strictObject({
  /** Duration of the load. Left out: 22 s of burn-in and 8 windows of 11 s. */
  durationMs: runDurationMs.optional(),
  /** Factor on rates and byte limits on an embedded cluster. Left out: determined by a trial run. */
  scale: runScale.optional(),
  /**
   * Delay that a proxy in front of embedded brokers adds to the round trip, half in each direction. It simulates a
   * distant network on one machine. Left out: no proxy.
   */
  addedRoundTripMs: positive.max(1000).optional(),
  /**
   * Threads with which an embedded broker replicates from each other broker (`num.replica.fetchers`). Left out: Kafka's
   * default, 1.
   */
  replicaFetchers: positiveCount.max(16).optional(),
})

/**
 * A scenario as stored in the records of runs. It may be one that earlier versions accepted and that `scenario` now
 * refuses. Use `scenario` for everything that is to be predicted or run.
 */
export const recordedScenario = z
  .strictObject({
    /** Path of the JSON Schema with which an editor checks the file; `headroom schema scenario` prints that schema. */
    $schema: z.string().optional(),
    kind: z.literal('headroom.scenario'),
    schemaVersion: z.literal(1),
    name: displayName,
    /** What the scenario represents; free text. */
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
            message: `no topic entry is named "${entry.topic}"; known: ${names.length === 0 ? 'none' : names.join(', ')}`,
          })
        }
      }
    }
  })

/** A workload on a deployment, with its name and notes. */
export const scenario = recordedScenario.superRefine(({ workload }, context) => {
  const { clientFamily, clientLanguage, producers } = workload
  if (clientFamily === 'java' && clientLanguage !== undefined) {
    const message = `clients of the family java are not written in "${clientLanguage}": say librdkafka in clientFamily, or leave the language out`
    context.addIssue({ code: 'custom', path: ['workload', 'clientLanguage'], message })
  }
  for (const [index, each] of producers.entries()) {
    for (const { field, message } of contradictionsOf(each)) {
      context.addIssue({ code: 'custom', path: ['workload', 'producers', index, field], message })
    }
  }
})

/** Problems with settings of a producer that exclude each other. */
function contradictionsOf(producer: Producer): { readonly field: keyof Producer; readonly message: string }[] {
  const { name, compression, compressionRatio, acks, isIdempotent, transactionMs } = producer
  const found: { field: keyof Producer; message: string }[] = []
  if (compression === 'none' && compressionRatio !== 1) {
    const message = `"${name}" does not compress (compression is none): expected 1; name the codec in compression, or leave the ratio out`
    found.push({ field: 'compressionRatio', message })
  }
  if (transactionMs !== undefined && acks !== 'all') {
    const message = `"${name}" has transactions, which Kafka allows with acks=all only: expected "all", or no transactionMs`
    found.push({ field: 'acks', message })
  }
  if (isIdempotent && acks !== 'all') {
    const message = `"${name}" is idempotent, which Kafka allows with acks=all only: expected "all", or isIdempotent false`
    found.push({ field: 'acks', message })
  }
  const keysMessage = keysPerClientProblem(producer)
  if (keysMessage !== null) found.push({ field: 'keysPerClient', message: keysMessage })
  return found
}

/** What is wrong with the number of own keys of each client; null if nothing is. */
function keysPerClientProblem({ name, keys, keysPerClient, clients }: Producer): string | null {
  if (keysPerClient === undefined) return null
  if (keys.kind === 'none') {
    return `"${name}" has no keys (keys.kind is none), so no client has keys of its own: expected keys of the kind uniform, or no keysPerClient`
  }
  if (keys.kind === 'zipf') {
    return `the clients of "${name}" are alike, and so are the keys of each: expected keys of the kind uniform instead of zipf, and busier clients as a producer entry of their own; or no keysPerClient`
  }
  const inUse = clients * keysPerClient
  if (inUse <= keys.distinct) return null
  const most = Math.floor(keys.distinct / clients)
  const expected = most === 0 ? `at most ${formatCount(keys.distinct)} clients` : `at most ${formatCount(most)}`
  return `"${name}" has ${formatCount(clients)} clients with ${counted(keysPerClient, 'own key')} each, together ${formatCount(inUse)}, more than keys.distinct, ${formatCount(keys.distinct)}: expected ${expected}, or keys.distinct of ${formatCount(inUse)} or more`
}
export type Scenario = z.output<typeof scenario>
/** A scenario as written in a file: defaults may be left out. */
export type ScenarioInput = z.input<typeof scenario>
