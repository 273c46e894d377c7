/**
 * A request of Kafka's protocol: how it is written, and how its response is read.
 *
 * Layouts: clients/src/main/resources/common/message/*.json of Apache Kafka. Each request has one or two versions, chosen
 * so that brokers from Kafka 1.0 to 4 know one of them.
 */
import type { WireReader, WireWriter } from '../wire.ts'

/** A request. None of those that a reading sends writes, joins a group, commits, creates or deletes. */
export type ApiRequest<Fields, Response> = {
  /** Name in Kafka's protocol. */
  readonly name: string
  readonly apiKey: number
  /** Versions that `write` supports, the preferred one first. */
  readonly versions: readonly number[]
  /** First version with compact lengths and tagged fields. */
  readonly flexibleFrom: number
  write(writer: WireWriter, fields: Fields, version: number): void
  read(reader: WireReader, version: number): Response
}

/** Kafka's error codes that a reading may receive (https://kafka.apache.org/protocol#protocol_error_codes). */
const errorNames: Readonly<Record<number, string>> = {
  [-1]: 'UNKNOWN_SERVER_ERROR',
  1: 'OFFSET_OUT_OF_RANGE',
  3: 'UNKNOWN_TOPIC_OR_PARTITION',
  5: 'LEADER_NOT_AVAILABLE',
  6: 'NOT_LEADER_OR_FOLLOWER',
  7: 'REQUEST_TIMED_OUT',
  9: 'REPLICA_NOT_AVAILABLE',
  14: 'COORDINATOR_LOAD_IN_PROGRESS',
  15: 'COORDINATOR_NOT_AVAILABLE',
  16: 'NOT_COORDINATOR',
  17: 'INVALID_TOPIC_EXCEPTION',
  29: 'TOPIC_AUTHORIZATION_FAILED',
  30: 'GROUP_AUTHORIZATION_FAILED',
  31: 'CLUSTER_AUTHORIZATION_FAILED',
  35: 'UNSUPPORTED_VERSION',
  41: 'NOT_CONTROLLER',
  42: 'INVALID_REQUEST',
  43: 'UNSUPPORTED_FOR_MESSAGE_FORMAT',
  44: 'POLICY_VIOLATION',
  56: 'KAFKA_STORAGE_ERROR',
  57: 'LOG_DIR_NOT_FOUND',
  69: 'GROUP_ID_NOT_FOUND',
  72: 'LISTENER_NOT_FOUND',
  76: 'UNSUPPORTED_COMPRESSION_TYPE',
  78: 'OFFSET_NOT_AVAILABLE',
  100: 'UNKNOWN_TOPIC_ID',
}

/** Kafka's name of an error code. */
export function errorName(code: number): string {
  return errorNames[code] ?? `error ${code}`
}
