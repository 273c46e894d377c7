/**
 * The producer whose loop is native-loop.c. Started as a child process: the addon, then the order as JSON.
 */
import { createRequire } from 'node:module'
import { tellRecords } from './told-records.ts'
import type { LoopOrder } from './tuned-loop.ts'

/** What native-loop.c exports. */
interface NativeLoop {
  open(settings: readonly string[], topic: string, partitions: number, recordBytes: number, perTurn: number): void
  send(most: number): number
  acked(): number
}

const recordsPerCall = 2_000

const [, , addonPath = '', text = '{}'] = process.argv
const order: LoopOrder = JSON.parse(text)
const loop: NativeLoop = createRequire(import.meta.url)(addonPath)
const settings = { ...order.settings, 'bootstrap.servers': order.bootstrapServers }
loop.open(
  Object.entries(settings).flatMap(([name, value]) => [name, String(value)]),
  order.topic,
  order.partitions,
  order.recordBytes,
  order.recordsPerTurn,
)
const turn = () => {
  if (loop.send(recordsPerCall) === recordsPerCall) setImmediate(turn)
  else setTimeout(turn, 1)
}
turn()
tellRecords(() => loop.acked())
