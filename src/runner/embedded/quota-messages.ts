/**
 * Kafka's AlterClientQuotas (49) and DescribeClientQuotas (48), version 0: the two requests that kafkajs lacks.
 *
 * Layouts: clients/src/main/resources/common/message/{Alter,Describe}ClientQuotas{Request,Response}.json of Apache Kafka.
 * Version 0 has no tagged fields. The entity is always the default of all users: every client id of every user that has
 * no quota of its own shares it, on each broker.
 */
import type { BrokerQuotas } from '../../contracts/target.ts'

const clientId = 'headroom-quotas'
const describeApiKey = 48
const alterApiKey = 49
const apiVersion = 0
const userEntity = 'user'
/** DescribeClientQuotas: match the default entity. */
const matchDefault = 1

const producerKey = 'producer_byte_rate'
const consumerKey = 'consumer_byte_rate'

/** A broker's refusal, or an answer that is not one. */
class QuotaAnswerError extends Error {
  override readonly name = 'QuotaAnswerError'
}

/** Request that sets both byte rates of the default user, length prefix included. */
export function encodeAlterQuotas(correlationId: number, quotas: BrokerQuotas): Buffer {
  return frame([
    header(alterApiKey, correlationId),
    int32(1),
    // The entity: one part, its name null for "default".
    int32(1),
    text(userEntity),
    nullText,
    int32(2),
    text(producerKey),
    float64(quotas.producerBytesPerSec),
    boolean(false),
    text(consumerKey),
    float64(quotas.consumerBytesPerSec),
    boolean(false),
    // Not only to be validated.
    boolean(false),
  ])
}

/** Request for the quotas of the default user, length prefix included. */
export function encodeDescribeQuotas(correlationId: number): Buffer {
  return frame([
    header(describeApiKey, correlationId),
    int32(1),
    text(userEntity),
    Buffer.from([matchDefault]),
    nullText,
    // Strict: not those of a user together with a client id.
    boolean(true),
  ])
}

/**
 * Checks the answer to `encodeAlterQuotas`.
 *
 * @param body the response after its correlation id
 * @throws QuotaAnswerError where the broker refused
 */
export function checkAlterAnswer(body: Buffer): void {
  const reader = new AnswerReader(body)
  reader.int32()
  const entries = reader.int32()
  for (let entry = 0; entry < entries; entry += 1) {
    reader.failOnError()
    skipEntity(reader)
  }
}

/**
 * The quotas of the default user.
 *
 * @param body the response after its correlation id
 * @returns null where one of the two is not set
 * @throws QuotaAnswerError where the broker refused
 */
export function decodeDescribeAnswer(body: Buffer): BrokerQuotas | null {
  const reader = new AnswerReader(body)
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

function skipEntity(reader: AnswerReader): void {
  const parts = reader.int32()
  for (let part = 0; part < parts; part += 1) {
    reader.text()
    reader.text()
  }
}

/** Reads Kafka's primitive types one after the other. */
class AnswerReader {
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

  /** An error code with its message. */
  failOnError(): void {
    const code = this.int16()
    const message = this.text()
    if (code !== 0) throw new QuotaAnswerError(`error ${code}${message === null ? '' : `: ${message}`}`)
  }

  #advance(length: number): number {
    const start = this.#offset
    if (start + length > this.#body.length) throw new QuotaAnswerError('the answer is too short')
    this.#offset += length
    return start
  }
}

/** Request header version 1. */
function header(apiKey: number, correlationId: number): Buffer {
  return Buffer.concat([int16(apiKey), int16(apiVersion), int32(correlationId), text(clientId)])
}

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
