/**
 * The first 24 bytes of every record value of a run identify run, producer, sequence number and intended send time.
 *
 * | bytes | content |
 * |---|---|
 * | 0-3 | tag of the run, unsigned, little-endian |
 * | 4-7 | number of the producer in the plan, unsigned, little-endian |
 * | 8-15 | sequence number within producer and partition, double, little-endian |
 * | 16-23 | intended send time, µs since 1970, double, little-endian |
 */
import { hashText } from './random.ts'

/** Length of the header. Values of a run are never shorter. */
export const recordHeaderBytes = 24

const producerAt = 4
const sequenceAt = 8
const intendedAt = 16

/** Computes the tag of a run. Records with another tag belong to other runs or programs. */
export function runTag(runId: string): number {
  return hashText(runId)
}

/**
 * Writes sequence number and intended time into the value that begins at `valueAt` of the pool's memory. It uses one DataView for
 * the whole pool, because Buffer's methods take several times as long to write a double.
 */
export function writeRecord(memory: DataView, valueAt: number, sequence: number, intendedUs: number): void {
  memory.setFloat64(valueAt + sequenceAt, sequence, true)
  memory.setFloat64(valueAt + intendedAt, intendedUs, true)
}

/** Writes tag and producer index. This is done once for each buffer of the pool. */
export function stampValue(value: Buffer, tag: number, producerIndex: number): void {
  value.writeUInt32LE(tag, 0)
  value.writeUInt32LE(producerIndex, producerAt)
}

/** Tag of the run that wrote the value. */
export function readTag(value: Buffer): number {
  return value.readUInt32LE(0)
}

/** Number of the producer in the plan. */
export function readProducerIndex(value: Buffer): number {
  return value.readUInt32LE(producerAt)
}

/** Sequence number within producer and partition, from 0. */
export function readSequence(value: Buffer): number {
  return value.readDoubleLE(sequenceAt)
}

/** Intended send time, µs since 1970. */
export function readIntendedUs(value: Buffer): number {
  return value.readDoubleLE(intendedAt)
}
