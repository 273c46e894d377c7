/**
 * Connects and disconnects librdkafka clients within time limits.
 */
import type { KafkaConsumer, Metadata, Producer } from 'node-rdkafka'
import { AppError } from '../../contracts/app-error.ts'

/**
 * Connects a client and requests the metadata of a topic. On simulated brokers this request creates the topic.
 * @throws AppError CLUSTER_UNREACHABLE
 */
export function connectClient(
  client: Producer | KafkaConsumer,
  options: { readonly name: string; readonly topic: string; readonly timeoutMs: number },
): Promise<Metadata> {
  return new Promise((resolve, reject) => {
    const fail = (detail: string) => reject(cannotConnect(options.name, detail))
    const timer = setTimeout(() => fail(`no answer within ${options.timeoutMs / 1000} s`), options.timeoutMs)
    client.connect({ topic: options.topic, timeout: options.timeoutMs }, (error, metadata) => {
      clearTimeout(timer)
      if (error) fail(error.message)
      else resolve(metadata)
    })
  })
}

/** The error of a client that could not connect. @param detail such as "no answer within 30 s" */
export function cannotConnect(clientName: string, detail: string): AppError {
  return new AppError('CLUSTER_UNREACHABLE', `The client ${clientName} could not connect: ${detail}.`, {
    remedy: 'Check that every broker can be reached at the address that it advertises.',
  })
}

/** Number of partitions of a topic in a client's metadata; 0 if the topic is unknown. */
export function partitionsIn(metadata: Metadata, topic: string): number {
  return metadata.topics.find(({ name }) => name === topic)?.partitions.length ?? 0
}

/**
 * Disconnects a client. Resolves at the timeout even if the client is still connected, because the process ends soon.
 */
export function disconnectClient(client: Producer | KafkaConsumer, timeoutMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, timeoutMs)
    client.disconnect(() => {
      clearTimeout(timer)
      resolve()
    })
  })
}
