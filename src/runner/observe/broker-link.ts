/**
 * Sends requests to one broker, one at a time and no faster than the bounds allow, and counts what they cost.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { ReadingBounds } from '../../contracts/reading-part.ts'
import type { ClusterAccess } from '../admin/cluster-access.ts'
import type { CostMeter } from './cost-meter.ts'
import { openRawConnection, type RawConnection, type VersionRanges } from './kafkajs-connection.ts'
import { apiVersionsRequest } from './requests/api-versions.ts'
import { type ApiRequest, errorName } from './requests/request.ts'
import { readingTimeMs } from './steady-clock.ts'
import { WireReader, WireWriter } from './wire.ts'

/**
 * After a failed connection, the broker is left alone for three times as long as the attempt took, but at most 30 s. A reading
 * sends hundreds of requests, and each would otherwise wait for the time limit of a connection.
 */
const pauseFactor = 3
const maxPauseMs = 30_000

/** A broker does not know a request, or refused it. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError'
  readonly api: string
  /** Kafka's error code; null if the broker supports no version of the request that this program can send. */
  readonly code: number | null

  constructor(api: string, code: number | null, detail: string) {
    super(detail)
    this.api = api
    this.code = code
  }
}

/** Bounds and counters that all links of a reading share. */
export type LinkContext = {
  readonly access: ClusterAccess
  readonly bounds: Pick<ReadingBounds, 'requestsPerSec' | 'bytesPerSec'>
  readonly cost: CostMeter
  readonly signal: AbortSignal
}

/** A response. The broker sent it at `atEpochMs` ± `withinMs` by this machine's clock. */
export type Timed<Response> = {
  readonly response: Response
  /** Halfway between request and response. */
  readonly atEpochMs: number
  /** Half the time between request and response, in ms. */
  readonly withinMs: number
}

/** Address that a broker advertises, or of a bootstrap server. */
export type BrokerAddress = { readonly host: string; readonly port: number }

/**
 * The connection to one broker. It connects at the first request, and again after an error or if the broker closed it.
 */
export class BrokerLink {
  readonly #context: LinkContext
  readonly #address: BrokerAddress
  #connection: RawConnection | null = null
  #versions: VersionRanges = {}
  /** Settles when the previous request has ended. */
  #turn: Promise<unknown> = Promise.resolve()
  /** Earliest time of the next request, by `performance.now()`. */
  #nextAtMs = 0
  /** The error of the last attempt to connect, if it failed. Until `untilMs`, requests fail with the same error. */
  #failure: { readonly error: unknown; readonly untilMs: number } | null = null
  /** Time of the last response. */
  #lastTime: Omit<Timed<unknown>, 'response'> = { atEpochMs: 0, withinMs: 0 }

  constructor(context: LinkContext, address: BrokerAddress) {
    this.#context = context
    this.#address = address
  }

  /**
   * Sends a request when its turn comes.
   * @throws RefusedError if the broker does not know the request; otherwise an error of kafkajs, or the abort reason
   */
  ask<Fields, Response extends { readonly throttleMs: number }>(
    request: ApiRequest<Fields, Response>,
    fields: Fields,
  ): Promise<Response> {
    const response = this.#turn.then(() => this.#exchange(request, fields))
    this.#turn = response.catch(() => undefined)
    return response
  }

  /**
   * Like `ask`, with the time of the response. The wait for a turn, which can take seconds while batches are sampled, does not
   * count as a part of the exchange.
   */
  askTimed<Fields, Response extends { readonly throttleMs: number }>(
    request: ApiRequest<Fields, Response>,
    fields: Fields,
  ): Promise<Timed<Response>> {
    const timed = this.#turn.then(async () => {
      const response = await this.#exchange(request, fields)
      return { response, ...this.#lastTime }
    })
    this.#turn = timed.catch(() => undefined)
    return timed
  }

  async close(): Promise<void> {
    await this.#connection?.close()
    this.#connection = null
  }

  async #exchange<Fields, Response extends { readonly throttleMs: number }>(
    request: ApiRequest<Fields, Response>,
    fields: Fields,
  ): Promise<Response> {
    const connection = await this.#connect()
    const version = this.#versionOf(request)
    const response = await this.#send(connection, { ...request, version }, fields)
    if (response.throttleMs > 0) {
      this.#context.cost.countThrottle()
      this.#delayUntil(performance.now() + response.throttleMs)
    }
    return response
  }

  async #connect(): Promise<RawConnection> {
    if (this.#connection?.isOpen() === true) return this.#connection
    await this.close()
    this.#context.signal.throwIfAborted()
    if (this.#failure !== null && performance.now() < this.#failure.untilMs) throw this.#failure.error
    const startedAtMs = performance.now()
    try {
      this.#connection = await this.#open()
      this.#failure = null
      return this.#connection
    } catch (error) {
      const nowMs = performance.now()
      this.#failure = { error, untilMs: nowMs + Math.min(maxPauseMs, pauseFactor * (nowMs - startedAtMs)) }
      throw error
    }
  }

  async #open(): Promise<RawConnection> {
    const connection = await openRawConnection(this.#context.access, this.#address)
    this.#context.cost.countConnection()
    try {
      const { versions } = await this.#send(connection, { ...apiVersionsRequest, version: 0 }, null)
      this.#versions = versions
      await connection.logIn(versions)
      return connection
    } catch (error) {
      await connection.close()
      throw error
    }
  }

  #versionOf({ apiKey, name, versions }: ApiRequest<never, unknown>): number {
    const known = this.#versions[apiKey]
    const version = versions.find((each) => known !== undefined && each >= known.minVersion && each <= known.maxVersion)
    if (version !== undefined) return version
    const detail = known === undefined ? 'the broker does not know this request' : errorName(35)
    throw new RefusedError(name, null, detail)
  }

  async #send<Fields, Response>(
    connection: RawConnection,
    request: ApiRequest<Fields, Response> & { readonly version: number },
    fields: Fields,
  ): Promise<Response> {
    const { name, apiKey, version } = request
    const { cost, signal, bounds } = this.#context
    await this.#pace()
    signal.throwIfAborted()
    const writer = new WireWriter()
    const isFlexible = version >= request.flexibleFrom
    // The header of flexible versions ends with its tagged fields, which kafkajs does not write or read.
    if (isFlexible) writer.noTags()
    request.write(writer, fields, version)
    const body = writer.bytes
    cost.countRequest(name, body.length)
    const sentAtMs = readingTimeMs()
    try {
      const bytes = await connection.send({ apiKey, apiVersion: version, apiName: name, body })
      const answeredAtMs = readingTimeMs()
      this.#lastTime = {
        atEpochMs: (sentAtMs + answeredAtMs) / 2,
        withinMs: Math.max(0, answeredAtMs - sentAtMs) / 2,
      }
      cost.countResponse(name, bytes.length)
      this.#delayUntil(performance.now() + (bytes.length / bounds.bytesPerSec) * 1000)
      const reader = new WireReader(bytes)
      if (isFlexible) reader.skipTags()
      return request.read(reader, version)
    } catch (error) {
      await this.close()
      throw error
    }
  }

  async #pace(): Promise<void> {
    const { bounds, signal } = this.#context
    const waitMs = this.#nextAtMs - performance.now()
    if (waitMs > 0) await sleep(waitMs, undefined, { signal })
    this.#delayUntil(performance.now() + 1000 / bounds.requestsPerSec)
  }

  #delayUntil(atMs: number): void {
    this.#nextAtMs = Math.max(this.#nextAtMs, atMs)
  }
}
