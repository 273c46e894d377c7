/**
 * Connects a producer: with the load engine in C if it is there, otherwise with the reference loop in JavaScript.
 */
import type { Rdkafka } from './load-rdkafka.ts'
import { chooseEngine } from './native-engine.ts'
import { connectEngineProducer } from './native-producer.ts'
import type { ProducerLoop, ProducerOptions } from './producer-loop.ts'
import { connectReferenceProducer } from './reference-producer.ts'

/**
 * Connects a producer.
 * @returns the connected producer, and the number of partitions of its topic
 * @throws AppError CLUSTER_UNREACHABLE
 */
export function connectProducer(
  rdkafka: Rdkafka,
  options: ProducerOptions,
): Promise<{ readonly producer: ProducerLoop; readonly partitions: number }> {
  const { engine } = chooseEngine()
  return engine === null ? connectReferenceProducer(rdkafka, options) : connectEngineProducer(engine, options)
}
