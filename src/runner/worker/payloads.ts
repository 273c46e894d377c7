/**
 * Creates the record values of a producer: a pool of buffers that are sent round-robin. In the reference loop a buffer
 * can be reused at once, because librdkafka copies each value; the engine keeps copies of the pool (value-copies.h). The
 * buffers are contiguous in memory in the order of sending, which suits the CPU's prefetching.
 */
import type { MessageHeader } from 'node-rdkafka'
import { createRandom } from '../../contracts/seeded-random.ts'
import type { RecordHeaders } from '../../contracts/workload.ts'
import type { ProducerOptions } from './producer-loop.ts'
import { recordHeaderBytes, runTag, stampValue } from './record-header.ts'

/** Larger than a compressor's window. In a smaller pool, repeated values would compress better than the workload's. */
const minPoolBytes = 1_048_576
const maxPoolBytes = 16_777_216
const minValues = 4
const maxValues = 4_096

/** The values of one producer, and the identity that is written into them. */
export type PayloadOptions = {
  /** Sizes of the values in the order in which they are sent. The list is repeated. */
  readonly valueSizesBytes: readonly number[]
  /** Share of the bytes that are random; the rest is one repeated byte. */
  readonly randomBytesRatio: number
  readonly batchBytes: number
  readonly tag: number
  readonly producerIndex: number
  readonly seed: number
}

/** A pool of values. */
export type Payloads = {
  /** Values to send round-robin. They already contain run tag and producer index. */
  readonly values: readonly Buffer[]
  /** A view of the memory of all values; each value begins at its `byteOffset`. */
  readonly view: DataView
}

/** Creates the pool of a producer. It repeats the list of sizes a whole number of times, so that the mean is exact. */
export function createPayloads(options: PayloadOptions): Payloads {
  const { valueSizesBytes } = options
  const poolBytes = Math.min(maxPoolBytes, Math.max(minPoolBytes, options.batchBytes * 2))
  const roundBytes = valueSizesBytes.reduce((sum, size) => sum + size, 0)
  const wanted = Math.ceil((poolBytes / roundBytes) * valueSizesBytes.length)
  const count = Math.min(maxValues, Math.max(minValues, wanted))
  const rounds = Math.max(1, Math.floor(count / valueSizesBytes.length))
  const random = createRandom(options.seed ^ Math.imul(options.producerIndex + 1, 0x9e3779b1))
  const memory = new ArrayBuffer(rounds * roundBytes)
  let end = 0
  const values = Array.from({ length: rounds }, () => valueSizesBytes)
    .flat()
    .map((size) => {
      const value = Buffer.from(memory, end, size).fill('h')
      end += size
      fillRandom(value, options.randomBytesRatio, random)
      stampValue(value, options.tag, options.producerIndex)
      return value
    })
  return { values, view: new DataView(memory) }
}

/** Creates the pool of a planned producer. */
export function createPlannedPayloads({ planned, index, setup }: ProducerOptions): Payloads {
  return createPayloads({
    valueSizesBytes: planned.recordValueSizesBytes ?? [planned.recordValueBytes],
    randomBytesRatio: planned.randomBytesRatio,
    batchBytes: planned.batchBytes,
    tag: runTag(setup.runId),
    producerIndex: index,
    seed: setup.seed,
  })
}

/** Creates headers in the client's format. Their names differ; all records have the same headers. */
export function createHeaders({ count, nameBytes, valueBytes }: RecordHeaders): MessageHeader[] {
  return Array.from({ length: count }, (_, index) => {
    const name = String(index).padStart(nameBytes, 'h').slice(-nameBytes)
    return { [name]: 'v'.repeat(valueBytes) }
  })
}

/** Fills the front of a value with random bytes, after the record header, which counts as random. */
function fillRandom(value: Buffer, ratio: number, random: () => number): void {
  const end = Math.max(recordHeaderBytes, Math.round(value.length * ratio))
  for (let at = recordHeaderBytes; at < end; at += 1) value[at] = Math.floor(random() * 256)
}
