/**
 * What can limit the rate of a run: one record per limiter. The types require every record to be complete.
 */
import type { Dimension } from './dimensions.ts'

/** The texts and conclusions for a run whose rate this limiter limited. */
export type LimiterRecord = {
  /** Text for the object of "held by …". */
  readonly label: string
  /** Recommended next step, for a report. */
  readonly whatToDo: string
  /** Advice that follows the sentence of the diagnosis if a run got less than expected; null if there is none. */
  readonly adviceAfterShortRun: string | null
  /** Marks of a result. `censored`: its rate is only a lower bound of what the cluster takes. */
  readonly marks: readonly ('censored' | 'client-bound')[]
  /** True if the limiter is part of the cluster, so a run with this limiter reached the deployment's limit. */
  readonly isLimitOfCluster: boolean
  /** The reason why a run with this limiter is not proven; null if its rate is judged. */
  readonly notProvenReason: 'cluster-degraded' | 'client-bound' | 'consumer-bound' | null
  /** The dimension by which this limiter is predicted. If it was predicted to bind, the rate is judged. Null: there is none. */
  readonly predictedBy: Dimension | null
  /**
   * True if on declared capacity this limiter means that the machine was the limit. (If a quota were the limit, the
   * brokers would throttle.)
   */
  readonly isMachineLimitOnDeclaredCapacity: boolean
  /** How the verdict "confirmed" names the limiter: as the brokers' quota, with the diagnosis, or not at all. */
  readonly confirmedBy: 'quota' | 'diagnosis' | 'nothing'
}

const limiterTable = {
  'broker-throttle': {
    label: 'the brokers’ throttling',
    whatToDo:
      'The brokers held the rate: a larger deployment or fewer bytes (compression, fewer consumer groups) raise it; more clients do not.',
    adviceAfterShortRun: null,
    marks: [],
    isLimitOfCluster: true,
    notProvenReason: null,
    predictedBy: null,
    isMachineLimitOnDeclaredCapacity: false,
    confirmedBy: 'quota',
  },
  client: {
    label: 'the client',
    whatToDo:
      'The load generator held the rate: run it on more or larger hosts, or with more clients, before judging the cluster.',
    adviceAfterShortRun: 'Spread the clients over more machines, or close other programs on this one.',
    marks: ['censored', 'client-bound'],
    isLimitOfCluster: false,
    notProvenReason: 'client-bound',
    predictedBy: null,
    isMachineLimitOnDeclaredCapacity: false,
    confirmedBy: 'diagnosis',
  },
  /** The brokers' own metrics show that they worked on the run's requests all the time, without throttling. */
  brokers: {
    label: 'the brokers',
    whatToDo:
      'The brokers held the rate: look at their processors, disks and replication, or calibrate the model with this run.',
    adviceAfterShortRun: null,
    marks: [],
    isLimitOfCluster: true,
    notProvenReason: null,
    predictedBy: null,
    isMachineLimitOnDeclaredCapacity: true,
    confirmedBy: 'diagnosis',
  },
  network: {
    label: 'the network',
    whatToDo:
      'The network or slow brokers held the rate. Give the run the brokers’ metrics (a Prometheus endpoint), which show which of them did. If the network did, run the load nearer to the brokers, or raise the batch size and the requests in flight.',
    adviceAfterShortRun: 'Run the clients in the region of the cluster, and not through a busy proxy.',
    marks: ['censored', 'client-bound'],
    isLimitOfCluster: false,
    notProvenReason: 'client-bound',
    predictedBy: 'producer-pipeline',
    isMachineLimitOnDeclaredCapacity: false,
    confirmedBy: 'diagnosis',
  },
  /** A closed loop: each sender waits for an acknowledgement before it sends the next record. */
  'synchronous-senders': {
    label: 'the wait of synchronous senders',
    whatToDo:
      'Senders that wait for each acknowledgement held the rate: more senders, or sending without waiting, raise it; a larger deployment hardly does.',
    adviceAfterShortRun: 'Acknowledgements took longer than predicted: look at the round trip to the brokers first.',
    marks: ['censored'],
    isLimitOfCluster: false,
    notProvenReason: null,
    predictedBy: 'synchronous-senders',
    isMachineLimitOnDeclaredCapacity: false,
    confirmedBy: 'diagnosis',
  },
  'hot-partition': {
    label: 'a hot partition',
    whatToDo:
      'One partition held the rate: spread the keys more evenly, or give the topic more partitions; a larger deployment does not help.',
    adviceAfterShortRun: 'Use keys that spread over the partitions evenly.',
    marks: [],
    isLimitOfCluster: true,
    notProvenReason: null,
    predictedBy: null,
    isMachineLimitOnDeclaredCapacity: true,
    confirmedBy: 'diagnosis',
  },
  consumer: {
    label: 'the consumers',
    whatToDo: 'The consumers held the rate: give the slowest group more members, up to one for each partition.',
    adviceAfterShortRun: null,
    marks: [],
    isLimitOfCluster: false,
    notProvenReason: 'consumer-bound',
    predictedBy: null,
    isMachineLimitOnDeclaredCapacity: false,
    confirmedBy: 'diagnosis',
  },
  'broker-errors': {
    label: 'errors of the brokers',
    whatToDo: 'Fix what the brokers report first: their errors are counted under the deviations.',
    adviceAfterShortRun: null,
    marks: [],
    isLimitOfCluster: false,
    notProvenReason: null,
    predictedBy: null,
    isMachineLimitOnDeclaredCapacity: false,
    confirmedBy: 'diagnosis',
  },
  /** Too few in-sync replicas for `min.insync.replicas`: the brokers refused writes. */
  'below-min-isr': {
    label: 'too few in-sync replicas (below min ISR)',
    whatToDo:
      'Too few replicas were in sync: bring the missing brokers back, or lower min.insync.replicas below the replication factor, so that one broker may be missing.',
    adviceAfterShortRun: null,
    marks: [],
    isLimitOfCluster: false,
    notProvenReason: 'cluster-degraded',
    predictedBy: null,
    isMachineLimitOnDeclaredCapacity: false,
    confirmedBy: 'diagnosis',
  },
  /** The offered load was met. */
  nothing: {
    label: 'nothing: the offered load was met',
    whatToDo:
      'Nothing held the rate. To see where the limit lies, offer more than the predicted capacity and measure again.',
    adviceAfterShortRun: null,
    marks: ['censored'],
    isLimitOfCluster: false,
    notProvenReason: null,
    predictedBy: null,
    isMachineLimitOnDeclaredCapacity: false,
    confirmedBy: 'diagnosis',
  },
  unknown: {
    label: 'not known',
    whatToDo:
      'What held the rate was not found. Measure again for longer, and with the brokers’ own metrics beside the run.',
    adviceAfterShortRun: null,
    marks: [],
    isLimitOfCluster: false,
    notProvenReason: null,
    predictedBy: null,
    isMachineLimitOnDeclaredCapacity: true,
    confirmedBy: 'nothing',
  },
} as const satisfies Readonly<Record<string, LimiterRecord>>

/** What limited the rate. `nothing`: the offered load was met. */
export type Limiter = keyof typeof limiterTable

/** All limiters, by name. */
export const limiterRecords: Readonly<Record<Limiter, LimiterRecord>> = limiterTable

/** The names of all limiters. */
export const limiters = Object.keys(limiterTable) as readonly Limiter[]
