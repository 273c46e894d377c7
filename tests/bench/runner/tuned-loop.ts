/**
 * The least that a client in JavaScript does: node-rdkafka in a loop, with delivery reports, tuned and measuring nothing.
 *
 * Started as a child process with one JSON argument; tells every 500 ms how many records are done.
 */
import { loadRdkafka, type Rdkafka } from '../../../src/runner/worker/load-rdkafka.ts'
import { tellRecords } from './told-records.ts'

/** What a loop is to do. */
export interface LoopOrder {
  readonly role: 'producer' | 'consumer'
  readonly bootstrapServers: string
  readonly topic: string
  readonly partitions: number
  readonly recordBytes: number
  readonly recordsPerTurn: number
  /** Settings of librdkafka, the same for all that are built on it. */
  readonly settings: Readonly<Record<string, string | number>>
}

/** Fewer than the hundred reports that the addon tells a turn: with more, reports wait, and each costs more. */
const recordsPerBurst = 64
const recordsPerRead = 1_000

const order: LoopOrder = JSON.parse(process.argv[2] ?? '{}')
const rdkafka = loadRdkafka()
if (order.role === 'producer') produce(rdkafka)
else consume(rdkafka)

function produce({ Producer }: Rdkafka): void {
  const { settings, bootstrapServers, topic, partitions, recordsPerTurn } = order
  const producer = new Producer({ ...settings, 'bootstrap.servers': bootstrapServers, dr_cb: true }, {})
  const value = Buffer.alloc(order.recordBytes, 'x')
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
      const partition = Math.floor(sent / recordsPerTurn) % partitions
      producer.produce(topic, partition, value)
      sent += 1
    }
    setImmediate(burst)
  }
  producer.connect({ topic }, burst)
  tellRecords(() => acked)
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
  tellRecords(() => read)
}
