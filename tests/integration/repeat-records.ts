/**
 * Writes records of a topic a second time, unchanged, as a producer does that did not receive the acknowledgement.
 */
import { kafkajs } from './embedded-support.ts'

export interface Repeater {
  readonly repeated: number
}

/** Reads this many new records, and writes each of them to its partition again. */
export async function repeatRecords(
  bootstrapServers: readonly string[],
  topic: string,
  records: number,
): Promise<Repeater> {
  const kafka = new kafkajs.Kafka({ brokers: [...bootstrapServers], logLevel: kafkajs.logLevel.NOTHING })
  const consumer = kafka.consumer({ groupId: 'test-repeater' })
  const producer = kafka.producer({ createPartitioner: kafkajs.Partitioners.DefaultPartitioner })
  await Promise.all([consumer.connect(), producer.connect()])
  await consumer.subscribe({ topic, fromBeginning: true })
  const found: { readonly partition: number; readonly value: Buffer }[] = []
  await new Promise<void>((resolve) => {
    void consumer.run({
      eachMessage: async ({ partition, message }) => {
        if (found.length < records && message.value !== null) found.push({ partition, value: message.value })
        if (found.length === records) resolve()
      },
    })
  })
  await consumer.disconnect()
  await producer.send({ topic, acks: -1, messages: found })
  await producer.disconnect()
  return { repeated: found.length }
}
