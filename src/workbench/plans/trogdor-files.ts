/**
 * Writes a plan as tasks of Kafka's Trogdor, for its coordinator.
 */
import type { RunPlan } from '../../contracts/run-plan.ts'
import { trogdorLimits, trogdorTasksOf } from '../../measurement/trogdor-tasks.ts'
import type { FileOutput } from '../../presentation/output-files.ts'

/** Placeholders for values that only the user of the Trogdor fleet knows. */
const placeholders = { bootstrapServers: 'localhost:9092', nodes: ['node0'], startMs: 0 }

/** Returns one file per task. It is the body of the request `POST /coordinator/task/create`. */
export function trogdorFiles(plan: RunPlan): FileOutput {
  const tasks = trogdorTasksOf(plan, placeholders)
  return {
    files: tasks.map((task) => ({ name: `${task.id}.json`, text: `${JSON.stringify(task, null, 2)}\n` })),
    notes: [
      'Set bootstrapServers, producerNode and consumerNode; startMs is when all begin (ms since 1970), 0 is at once.',
      'Trogdor creates missing topics and never deletes them.',
      ...trogdorLimits(plan),
    ],
  }
}
