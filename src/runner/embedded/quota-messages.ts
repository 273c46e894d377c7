/**
 * Encodes and decodes Kafka's requests AlterClientQuotas (API key 49) and DescribeClientQuotas (48), which kafkajs
 * lacks.
 *
 * The layouts are those of version 0 in Apache Kafka's source, which has no tagged fields
 * (clients/src/main/resources/common/message/{Alter,Describe}ClientQuotas{Request,Response}.json). The entity of all quotas
 * is the default user; quotas.ts says why.
 */
import type { BrokerQuotas } from '../../contracts/target.ts'

const clientId = 'headroom-quotas'
const describeApiKey = 48
const alterApiKey = 49
const apiVersion = 0
const userEntity = 'user'
/** MatchType of DescribeClientQuotas that selects the default entity. */
const matchDefault = 1

const producerKey = 'producer_byte_rate'
const consumerKey = 'consumer_byte_rate'

/** The broker responded with an error code, or its response could not be read. */
class QuotaResponseError extends Error {
  override readonly name = 'QuotaResponseError'
}

/** Encodes the request that sets both byte rates of the default user, with its length prefix. */
export function encodeAlterQuotas(correlationId: number, quotas: BrokerQuotas): Buffer {
  return frame([
    header(alterApiKey, correlationId),
    // One entry. Its entity has one part, with the type "user" and the name null for the default.
    int32(1),
    int32(1),
    text(userEntity),
    nullText,
    // Two operations, each with key, value and the flag Remove, which is false to set the quota.
    int32(2),
    text(producerKey),
    float64(quotas.producerBytesPerSec),
    boolean(false),
    text(consumerKey),
    float64(quotas.consumerBytesPerSec),
    boolean(false),
    // ValidateOnly.
    boolean(false),
  ])
}

/** Encodes the request for the quotas of the default user, with its length prefix. */
export function encodeDescribeQuotas(correlationId: number): Buffer {
  return frame([
    header(describeApiKey, correlationId),
    int32(1),
    text(userEntity),
    Buffer.from([matchDefault]),
    nullText,
    // Strict leaves out quotas of a user combined with a client id.
    boolean(true),
  ])
}

/**
 * Checks the response to `encodeAlterQuotas`.
 *
 * @param body the response after its correlation id
 * @throws QuotaResponseError if the broker reports an error
 */
export function checkAlterResponse(body: Buffer): void {
  const reader = new ResponseReader(body)
  // ThrottleTimeMs.
  reader.int32()
  const entries = reader.int32()
  for (let entry = 0; entry < entries; entry += 1) {
    reader.failOnError()
    skipEntity(reader)
  }
}

/**
 * Decodes the response to `encodeDescribeQuotas`.
 *
 * @param body the response after its correlation id
 * @returns the quotas of the default user; null if one of the two is not set
 * @throws QuotaResponseError if the broker reports an error
 */
export function decodeDescribeResponse(body: Buffer): BrokerQuotas | null {
  const reader = new ResponseReader(body)
  // ThrottleTimeMs.
  reader.int32()
  reader.failOnError()
  const values = new Map<string, number>()
  const entries = reader.int32()
  for (let entry = 0; entry < entries; entry += 1) {
    skipEntity(reader)
    const count = reader.int32()
    for (let index = 0; index < count; index += 1) values.set(reader.text() ?? '', reader.float64())
  }
  const producerBytesPerSec = values.get(producerKey)
  const consumerBytesPerSec = values.get(consumerKey)
  if (producerBytesPerSec === undefined || consumerBytesPerSec === undefined) return null
  return { producerBytesPerSec, consumerBytesPerSec }
}

function skipEntity(reader: ResponseReader): void {
  const parts = reader.int32()
  for (let part = 0; part < parts; part += 1) {
    reader.text()
    reader.text()
  }
}

/** Reads Kafka's primitive types in sequence. */
class ResponseReader {
  readonly #body: Buffer
  #offset = 0

  constructor(body: Buffer) {
    this.#body = body
  }

  int16(): number {
    return this.#body.readInt16BE(this.#advance(2))
  }

  int32(): number {
    return this.#body.readInt32BE(this.#advance(4))
  }

  float64(): number {
    return this.#body.readDoubleBE(this.#advance(8))
  }

  text(): string | null {
    const length = this.int16()
    if (length < 0) return null
    const start = this.#advance(length)
    return this.#body.toString('utf8', start, start + length)
  }

  /** Reads an error code and its message. @throws QuotaResponseError if the code is not 0 */
  failOnError(): void {
    const code = this.int16()
    const message = this.text()
    if (code !== 0) throw new QuotaResponseError(`error ${code}${message === null ? '' : `: ${message}`}`)
  }

  #advance(length: number): number {
    const start = this.#offset
    if (start + length > this.#body.length) throw new QuotaResponseError('the response is too short')
    this.#offset += length
    return start
  }
}

/** Encodes a request header of version 1. */
function header(apiKey: number, correlationId: number): Buffer {
  return Buffer.concat([int16(apiKey), int16(apiVersion), int32(correlationId), text(clientId)])
}

/** Prefixes a message with its length. */
function frame(parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  return Buffer.concat([int32(body.length), body])
}

const nullText = int16(-1)

function text(value: string): Buffer {
  const bytes = Buffer.from(value, 'utf8')
  return Buffer.concat([int16(bytes.length), bytes])
}

function boolean(value: boolean): Buffer {
  return Buffer.from([value ? 1 : 0])
}

function int16(value: number): Buffer {
  const buffer = Buffer.alloc(2)
  buffer.writeInt16BE(value)
  return buffer
}

function int32(value: number): Buffer {
  const buffer = Buffer.alloc(4)
  buffer.writeInt32BE(value)
  return buffer
}

function float64(value: number): Buffer {
  const buffer = Buffer.alloc(8)
  buffer.writeDoubleBE(value)
  return buffer
}
