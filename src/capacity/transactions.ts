/**
 * Transactions of producers: their number, how commits cut batches, and the cost of a transaction besides its records.
 * docs/laws/transactions.md has the experiment.
 */
import { distinctOf } from './client-keys.ts'
import type { ProducerLoad } from './situation.ts'

/**
 * Requests of a client for each transaction: to add partitions, and to commit. Clients and brokers of Kafka 4 both need
 * only the second (KIP-890), but the versions of clients and brokers are seldom known.
 */
export const requestsPerTransaction = 2

/** Records of the coordinator for each transaction: partitions added, commit prepared, commit complete. */
export const coordinatorRecords = 3

/**
 * Transactions of one producer entry at a rate. A stream is a sequence of batches: of a topic, or with keys of a
 * partition.
 */
export type Commits = {
  /** Transactions/s of all clients together. */
  readonly perSec: number
  /** Number of streams of a client in which one of its transactions has records. */
  readonly streams: number
  /** Records of a transaction in each of them. */
  readonly recordsPerStream: number
}

/** The transactions of a producer entry that sends this many records/s; null if it has none. */
export function commitsAt(load: ProducerLoad, recordsPerSec: number): Commits | null {
  const { transactionMs, commitMs, clients, isKeyed, topic, reach } = load
  if (transactionMs === null || recordsPerSec === 0) return null
  // A transaction begins with the first record after a commit. Records that come during the commit wait for it.
  const perSec = clients / (transactionMs / 1000 + Math.max(commitMs / 1000, clients / recordsPerSec))
  const records = recordsPerSec / perSec
  const streams = distinctOf(isKeyed ? reach.partitions : topic.topic.count, records)
  return { perSec, streams, recordsPerStream: records / streams }
}

/**
 * Batches/s if commits cut streams of batches of this many records. Of n records in batches of b, the last batch is cut
 * anywhere, so there are (n - 1/2) / b + 1/2 batches on average, and at least one. Where n is near b this is up to half
 * a batch too many. A curve that is exact there would let batches fall while the load grows.
 */
export function cutBatchesPerSec({ perSec, streams, recordsPerStream }: Commits, recordsPerBatch: number): number {
  return perSec * streams * Math.max(1, (recordsPerStream - 0.5) / recordsPerBatch + 0.5)
}

/**
 * Requests/s of a client that sends the batches of all partitions of a broker together, if each commit cuts the last
 * request to each broker.
 */
export function cutRequestsPerSec({ perSec, streams }: Commits, load: ProducerLoad, requestsPerSec: number): number {
  const cutPerSec = perSec * distinctOf(load.reach.leaderBrokers, streams)
  return Math.max(cutPerSec, requestsPerSec + cutPerSec / 2)
}

/** Load that the transactions of a producer entry add to its produce requests, per second. */
export type TransactionLoad = {
  /** Markers, one in each partition of each transaction. */
  readonly markersPerSec: number
  /** Requests between brokers that write them. */
  readonly markerRequestsPerSec: number
  /** Requests of clients to coordinators. */
  readonly commitRequestsPerSec: number
}

/** The cost of the transactions of a producer entry with this many batches/s. */
export function transactionLoad(commits: Commits, load: ProducerLoad, batchesPerSec: number): TransactionLoad {
  const { perSec, streams } = commits
  const { topic, isKeyed, reach } = load
  // Without keys each batch goes to another partition at random.
  const touched = isKeyed ? streams : distinctOf(topic.partitions, batchesPerSec / perSec)
  return {
    markersPerSec: perSec * touched,
    markerRequestsPerSec: perSec * distinctOf(reach.leaderBrokers, touched),
    commitRequestsPerSec: perSec * requestsPerTransaction,
  }
}
