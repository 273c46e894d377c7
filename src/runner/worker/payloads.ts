/**
 * Record values: a pool of buffers that are sent in turn. librdkafka copies each, so a buffer is free again at once.
 * They lie one behind the other in one block of memory, in the order in which they are sent: the processor fetches
 * ahead.
 */
import type { MessageHeader } from 'node-rdkafka'
import type { RecordHeaders } from '../../contracts/workload.ts'
import { createRandom } from './random.ts'
import { recordHeaderBytes, stampValue } from './record-header.ts'

/** The pool must outlast a compressor's memory, or repeated values would compress better than the workload's. */
const smallestPoolBytes = 1_048_576
const largestPoolBytes = 16_777_216
const fewestValues = 4
const mostValues = 4_096

export type PayloadOptions = {
  /** Sizes in the order in which they are sent, again and again. */
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
  /** To be sent in turn, each with tag and producer written. */
  readonly values: readonly Buffer[]
  /** Over the memory of all of them: a value begins at its `byteOffset`. */
  readonly view: DataView
}

/** Makes the pool of a producer: whole rounds of the sizes, so that their mean holds. */
export function createPayloads(options: PayloadOptions): Payloads {
  const { valueSizesBytes } = options
  const poolBytes = Math.min(largestPoolBytes, Math.max(smallestPoolBytes, options.batchBytes * 2))
  const roundBytes = valueSizesBytes.reduce((sum, size) => sum + size, 0)
  const wanted = Math.ceil((poolBytes / roundBytes) * valueSizesBytes.length)
  const count = Math.min(mostValues, Math.max(fewestValues, wanted))
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

/** Headers as the client takes them: names that differ, values that are the same on each record. */
export function createHeaders({ count, nameBytes, valueBytes }: RecordHeaders): MessageHeader[] {
  return Array.from({ length: count }, (_, index) => {
    const name = String(index).padStart(nameBytes, 'h').slice(-nameBytes)
    return { [name]: 'v'.repeat(valueBytes) }
  })
}

/** Random bytes at the front, after the header, which counts as random itself. */
function fillRandom(value: Buffer, ratio: number, random: () => number): void {
  const end = Math.max(recordHeaderBytes, Math.round(value.length * ratio))
  for (let at = recordHeaderBytes; at < end; at += 1) value[at] = Math.floor(random() * 256)
}
