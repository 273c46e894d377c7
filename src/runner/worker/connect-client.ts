/**
 * Connecting and disconnecting librdkafka clients as promises with a bound.
 */
import type { KafkaConsumer, Metadata, Producer } from 'node-rdkafka'
import { AppError } from '../../contracts/app-error.ts'

/** Connects a client and asks for the metadata of a topic, which on simulated brokers makes it. */
export function connectClient(
  client: Producer | KafkaConsumer,
  options: { readonly name: string; readonly topic: string; readonly timeoutMs: number },
): Promise<Metadata> {
  return new Promise((resolve, reject) => {
    const fail = (detail: string) =>
      reject(
        new AppError('CLUSTER_UNREACHABLE', `The client ${options.name} could not connect: ${detail}.`, {
          remedy: 'Check that every broker can be reached at the address that it advertises.',
        }),
      )
    const timer = setTimeout(() => fail(`no answer within ${options.timeoutMs / 1000} s`), options.timeoutMs)
    client.connect({ topic: options.topic, timeout: options.timeoutMs }, (error, metadata) => {
      clearTimeout(timer)
      if (error) fail(error.message)
      else resolve(metadata)
    })
  })
}

/** Partitions of a topic by a client's metadata; 0 where it does not know the topic. */
export function partitionsIn(metadata: Metadata, topic: string): number {
  return metadata.topics.find(({ name }) => name === topic)?.partitions.length ?? 0
}

/** Disconnects, or gives up after a while: the process ends soon anyway. */
export function disconnectClient(client: Producer | KafkaConsumer, timeoutMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, timeoutMs)
    client.disconnect(() => {
      clearTimeout(timer)
      resolve()
    })
  })
}
