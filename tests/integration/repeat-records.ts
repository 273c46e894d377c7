/**
 * Writes records of a running topic once more, byte by byte, as a producer does that did not hear of its success.
 */
import { kafkajs } from './embedded-support.ts'

export interface Repeater {
  readonly repeated: number
}

/** Reads that many records from now on, and writes each again to its partition. */
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
