/**
 * The least that a client in JavaScript does: node-rdkafka in a loop, with delivery reports, tuned and measuring nothing.
 *
 * Started as a child process with one JSON argument. Prints the number of records every 500 ms.
 */
import { randomFillSync } from 'node:crypto'
import { loadRdkafka, type Rdkafka } from '../../../src/runner/worker/load-rdkafka.ts'
import { reportCount } from './report-count.ts'

/** What a loop is to do. */
export interface LoopOrder {
  readonly role: 'producer' | 'consumer'
  readonly bootstrapServers: string
  readonly topic: string
  readonly partitions: number
  readonly recordBytes: number
  readonly recordsPerTurn: number
  /** With a key each record goes to another partition; 0: no keys. */
  readonly keyBytes: number
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** True if values have to differ, because one that is repeated would compress to nothing. */
  readonly isCompressed: boolean
  /** Settings of librdkafka, the same for all that are built on it. */
  readonly settings: Readonly<Record<string, string | number>>
}

/** Below the hundred reports that the addon passes on per turn. With more, reports wait, and each costs more. */
const recordsPerBurst = 64
const recordsPerRead = 1_000

const order: LoopOrder = JSON.parse(process.argv[2] ?? '{}')
const rdkafka = loadRdkafka()
if (order.role === 'producer') produce(rdkafka)
else consume(rdkafka)

function produce({ Producer }: Rdkafka): void {
  const { settings, bootstrapServers, topic, partitions, recordsPerTurn } = order
  const producer = new Producer({ ...settings, 'bootstrap.servers': bootstrapServers, dr_cb: true }, {})
  const values = makeValues()
  const key = order.keyBytes === 0 ? null : Buffer.alloc(order.keyBytes, 'k')
  const headers = order.headers.length === 0 ? undefined : order.headers.map(([name, text]) => ({ [name]: text }))
  const perTurn = key === null ? recordsPerTurn : 1
  // Below the queue's bound: a call that finds it full costs an exception, which a tuned loop does not pay.
  const mostWaiting = Number(settings['queue.buffering.max.messages']) - recordsPerBurst
  let sent = 0
  let acked = 0
  producer.on('delivery-report', (error) => {
    if (!error) acked += 1
  })
  const burst = () => {
    producer.poll()
    if (sent - acked > mostWaiting) return setTimeout(burst, 1)
    for (let index = 0; index < recordsPerBurst; index += 1) {
      const partition = Math.floor(sent / perTurn) % partitions
      producer.produce(topic, partition, values[sent % values.length] ?? null, key, undefined, undefined, headers)
      sent += 1
    }
    setImmediate(burst)
  }
  producer.connect({ topic }, burst)
  reportCount(() => acked)
}

/** One value, or a pool of those of which half is random. */
function makeValues(): Buffer[] {
  if (!order.isCompressed) return [Buffer.alloc(order.recordBytes, 'x')]
  return Array.from({ length: 4_096 }, () => {
    const value = Buffer.alloc(order.recordBytes, 'x')
    randomFillSync(value, 0, Math.floor(order.recordBytes / 2))
    return value
  })
}

function consume({ KafkaConsumer }: Rdkafka): void {
  const { settings, bootstrapServers, topic } = order
  const own = { 'bootstrap.servers': bootstrapServers, 'group.id': `tuned-loop-${process.pid}` }
  const consumer = new KafkaConsumer({ ...settings, ...own }, { 'auto.offset.reset': 'earliest' })
  let read = 0
  const take = () => {
    consumer.consume(recordsPerRead, (error, messages) => {
      if (!error) read += messages.length
      setImmediate(take)
    })
  }
  consumer.connect({ topic }, () => {
    consumer.subscribe([topic])
    take()
  })
  reportCount(() => read)
}
