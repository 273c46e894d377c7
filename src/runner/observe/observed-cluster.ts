/**
 * The cluster while it is read: links to its brokers, its topics, and which requests were refused.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { maxRefusedTopics } from '../../contracts/cluster-reading.ts'
import { type ObservedApiName, observedApi, rightText } from '../../contracts/observe-rights.ts'
import type { ReadingPart } from '../../contracts/reading-part.ts'
import { splitServer } from '../admin/cluster-access.ts'
import { BrokerLink, type LinkContext, RefusedError } from './broker-link.ts'
import type { Patience } from './patience.ts'
import { type MetadataResponse, metadataRequest } from './requests/metadata.ts'
import { errorName } from './requests/request.ts'
import { readingTimeMs } from './steady-clock.ts'

/** A topic as brokers describe it. */
export type ObservedTopic = MetadataResponse['topics'][number]

/** A partition with the broker that leads it. */
export type LedPartition = { readonly topic: string; readonly index: number; readonly leader: number }

/** Maximum number of partitions in one request. A broker handles them one after another, in one thread. */
export const maxPartitionsPerRequest = 200

/** How long a cluster may be unreachable during a reading, and the pause between attempts. A restart of brokers takes minutes. */
const usualOutage = { mostMs: 300_000, retryMs: 5_000 }

const outageNote = 'The cluster could not be reached for a while: snapshots of that time are missing.'

/** The cluster of one reading. It sends requests to brokers and reports each refusal once. */
export class ObservedCluster {
  readonly emit: (part: ReadingPart) => void
  readonly context: LinkContext
  readonly patience: Patience
  /** The broker that coordinates each group, as of the last listing. */
  readonly coordinators = new Map<string, number>()
  readonly #links = new Map<number, BrokerLink>()
  /** The refusals so far, by request, broker and error; each with the topics for which the request was refused. */
  readonly #refused = new Map<string, string[]>()
  #bootstrap: BrokerLink | null = null
  #metadata: MetadataResponse | null = null
  readonly #outage: typeof usualOutage

  constructor(
    context: LinkContext,
    patience: Patience,
    emit: (part: ReadingPart) => void,
    outage: typeof usualOutage = usualOutage,
  ) {
    this.context = context
    this.patience = patience
    this.emit = emit
    this.#outage = outage
  }

  /** Brokers and topics, as of the last refresh. */
  get metadata(): MetadataResponse {
    if (this.#metadata === null) throw new Error('the cluster was not asked for its metadata yet')
    return this.#metadata
  }

  /** Topics without an error that the user may describe. */
  get topics(): readonly ObservedTopic[] {
    return this.metadata.topics.filter(({ errorCode }) => errorCode === 0)
  }

  /**
   * Requests brokers, topics and leaders. After the first response, outages are waited out.
   * @throws the error of the first server if none responds to the first request, or later for too long
   */
  async refresh(): Promise<void> {
    const { signal, cost } = this.context
    const untilMs = performance.now() + this.#outage.mostMs
    for (let tries = 0; ; tries += 1) {
      try {
        await this.#requestMetadata()
        if (tries > 0) this.emit({ part: 'note', note: outageNote })
        return
      } catch (error) {
        signal.throwIfAborted()
        if (this.#metadata === null || performance.now() > untilMs) throw error
        // The controller considers a silent host hung, so something is sent after each attempt.
        this.emit({ part: 'cost', atEpochMs: readingTimeMs(), cost: cost.read() })
        await sleep(this.#outage.retryMs, undefined, { signal })
      }
    }
  }

  /**
   * Requests the metadata from the server that responded last, then from the bootstrap servers, then from the brokers of the last
   * response, because all bootstrap servers may be away.
   * @throws the error of the first server if none responds
   */
  async #requestMetadata(): Promise<void> {
    let firstError: unknown = null
    for (const open of this.#metadataLinks()) {
      const link = open()
      try {
        this.#metadata = await link.ask(metadataRequest, null)
        if (link !== this.#bootstrap) await this.#bootstrap?.close()
        this.#bootstrap = link
        return
      } catch (error) {
        await link.close()
        this.context.signal.throwIfAborted()
        firstError ??= error
      }
    }
    throw firstError
  }

  #metadataLinks(): readonly (() => BrokerLink)[] {
    const bootstrap = this.#bootstrap
    const addresses = [
      ...this.context.access.bootstrapServers.map(splitServer),
      ...(this.#metadata?.brokers ?? []).map(({ host, port }) => ({ host, port })),
    ]
    return [
      ...(bootstrap === null ? [] : [() => bootstrap]),
      ...addresses.map((address) => () => new BrokerLink(this.context, address)),
    ]
  }

  /** The link to a broker; null if the metadata do not name it. */
  linkTo(brokerId: number): BrokerLink | null {
    const known = this.#links.get(brokerId)
    if (known !== undefined) return known
    const broker = this.metadata.brokers.find((each) => each.brokerId === brokerId)
    if (broker === undefined) return null
    const link = new BrokerLink(this.context, broker)
    this.#links.set(brokerId, link)
    return link
  }

  /** Partitions by leader, in groups that one request may name. Partitions without a leader are left out. */
  requestsByLeader(partitions: readonly LedPartition[]): ReadonlyMap<number, readonly (readonly LedPartition[])[]> {
    const led = grouped(
      partitions.filter(({ leader }) => leader >= 0),
      ({ leader }) => leader,
    )
    return new Map([...led].map(([leader, own]) => [leader, chunks(own, maxPartitionsPerRequest)]))
  }

  /**
   * Makes a call for which a right may be missing, and repeats it while the broker is not ready. If it fails, the refusal is
   * noted, and the result is null.
   * @param call gets the error code of the previous attempt; null for the first one
   * @throws only the reason of an abort
   */
  async attempt<T>(
    api: ObservedApiName,
    brokerId: number | null,
    call: (lastCode: number | null) => Promise<T>,
  ): Promise<T | null> {
    try {
      return await this.patience.untilReady(call)
    } catch (error) {
      this.context.signal.throwIfAborted()
      this.refuse(api, brokerId, error)
      return null
    }
  }

  /**
   * Notes a refusal, or that a broker was away, once for each request, broker and error. If it is for some topics only, it
   * is noted again with each further topic.
   */
  refuse(api: ObservedApiName, brokerId: number | null, error: unknown, topic?: string): void {
    const detail = (error instanceof Error ? error.message : String(error)).slice(0, 500)
    const key = `${api} ${brokerId} ${detail}`
    const topics = this.#refused.get(key)
    const isNew = topic !== undefined && topics?.includes(topic) !== true && (topics?.length ?? 0) < maxRefusedTopics
    if (topics !== undefined && !isNew) return
    const refusedTopics = [...(topics ?? []), ...(isNew ? [topic] : [])]
    this.#refused.set(key, refusedTopics)
    const { right, unknown } = observedApi(api)
    const isAway = !(error instanceof RefusedError) && awayMessages.test(detail)
    const neededAcl = right === null || isAway || !mayLackRight(error) ? null : rightText(right)
    this.emit({
      part: 'refusal',
      refusal: {
        ...{ api, brokerId, error: detail || 'unknown error', neededAcl, unknown },
        ...(isAway ? { isAway } : {}),
        ...(refusedTopics.length === 0 ? {} : { topics: refusedTopics }),
      },
    })
  }

  /** Notes a refusal for one topic, by its error code. */
  refuseTopic(api: ObservedApiName, topic: string, code: number): void {
    this.refuse(api, null, new RefusedError(api, code, errorName(code)), topic)
  }

  /** Notes a refusal by its error code. */
  refuseCode(api: ObservedApiName, brokerId: number | null, code: number): void {
    this.refuse(api, brokerId, new RefusedError(api, code, errorName(code)))
  }

  /** @throws RefusedError for an error code other than 0 */
  failOn(api: ObservedApiName, code: number): void {
    if (code !== 0) throw new RefusedError(api, code, errorName(code))
  }

  async close(): Promise<void> {
    await Promise.all([this.#bootstrap, ...this.#links.values()].map((link) => link?.close()))
  }
}

/** TOPIC_, GROUP_ and CLUSTER_AUTHORIZATION_FAILED. */
const rightCodes: ReadonlySet<number> = new Set([29, 30, 31])

/**
 * Errors of kafkajs and Node for a broker that cannot be reached. A connection that is closed may mean a right is
 * missing.
 */
const awayMessages =
  /Not connected|ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|time(?:d )?-?out/i

/** An error without a code counts too: some services close the connection if a right is missing. */
function mayLackRight(error: unknown): boolean {
  return !(error instanceof RefusedError) || (error.code !== null && rightCodes.has(error.code))
}

/** Splits a list into pieces of at most `size`. */
export function chunks<T>(values: readonly T[], size: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(values.length / size) }, (_, index) =>
    values.slice(index * size, (index + 1) * size),
  )
}

/** The partitions of topics, each with its leader. */
export function ledPartitions(topics: readonly ObservedTopic[]): readonly LedPartition[] {
  return topics.flatMap(({ name, partitions }) =>
    partitions.map(({ index, leader }) => ({ topic: name, index, leader })),
  )
}

/** Groups partitions by topic, as requests name them. */
export function byTopic<T extends { readonly topic: string }>(partitions: readonly T[]): ReadonlyMap<string, T[]> {
  return grouped(partitions, ({ topic }) => topic)
}

/** Groups values by a key, in the order in which the keys appear. */
export function grouped<T, K>(values: readonly T[], keyOf: (value: T) => K): ReadonlyMap<K, T[]> {
  const groups = new Map<K, T[]>()
  for (const value of values) {
    const key = keyOf(value)
    const known = groups.get(key)
    if (known === undefined) groups.set(key, [value])
    else known.push(value)
  }
  return groups
}
