/**
 * Connects a producer of the plan with the loop that it uses.
 */
import type { Rdkafka } from './load-rdkafka.ts'
import { chooseEngine } from './native-engine.ts'
import { connectEngineProducer } from './native-producer.ts'
import type { ProducerLoop, ProducerOptions } from './producer-loop.ts'
import { connectReferenceProducer } from './reference-producer.ts'

/** Connects a producer. @returns it, and the number of partitions of its topic. @throws AppError CLUSTER_UNREACHABLE */
export function connectProducer(
  rdkafka: Rdkafka,
  options: ProducerOptions,
): Promise<{ readonly producer: ProducerLoop; readonly partitions: number }> {
  const { engine } = chooseEngine()
  return engine === null ? connectReferenceProducer(rdkafka, options) : connectEngineProducer(engine, options)
}
