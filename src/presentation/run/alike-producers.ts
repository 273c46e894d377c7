/**
 * Counts producers that only differ in their names and in which keys are their own.
 */
import type { RunPlan } from '../../contracts/run-plan.ts'

type Producer = RunPlan['producers'][number]

/** One entry per kind of producer client, with the number of clients. */
export function alikeProducers(plan: RunPlan): { readonly producer: Producer; readonly clients: number }[] {
  const groups = new Map<string, { producer: Producer; clients: number }>()
  for (const producer of plan.producers) {
    const partitioning = { ...producer.partitioning, firstKey: undefined }
    const key = JSON.stringify({ ...producer, id: '', clientId: '', startDelayMs: 0, partitioning })
    const before = groups.get(key)
    groups.set(key, { producer, clients: (before?.clients ?? 0) + 1 })
  }
  return [...groups.values()]
}
