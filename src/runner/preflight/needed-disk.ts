/**
 * How much disk the topics of a run on an embedded cluster can take.
 */
import type { ClientCeiling } from '../../contracts/client-ceiling.ts'
import type { RunPlan } from '../../contracts/run-plan.ts'

/** A probe may find a machine in a bad moment: a run can write more than it, by this factor at most. */
const probeDoubt = 1.5

/**
 * Bytes that the run's topics can hold at most, copies included: what the plan offers, or what this machine was found to
 * be able to offer where that is less. A plan that offers more than any machine takes, to find the most that brokers take,
 * would ask for disks that it never fills.
 */
export function neededDiskBytes(plan: RunPlan, ceiling: ClientCeiling | null): number {
  const seconds = (plan.durationMs + plan.drainMs) / 1000
  const offeredBytes = plan.topics.reduce((sum, topic) => {
    const writers = plan.producers.filter((producer) => producer.topic === topic.name)
    const bytesPerSec = writers.reduce(
      (total, producer) => total + producer.recordsPerSec * (producer.recordValueBytes + producer.recordKeyBytes),
      0,
    )
    return sum + bytesPerSec * seconds * topic.replicationFactor
  }, 0)
  if (ceiling === null) return offeredBytes
  return offeredBytes * Math.min(1, (ceiling.payloadBytesPerSec / ceiling.wantedPayloadBytesPerSec) * probeDoubt)
}
