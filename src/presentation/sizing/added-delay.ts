/**
 * How much later records can arrive after settings of clients are changed: by a longer linger, and by fetches that wait
 * to fill.
 */
import type { Scenario } from '../../contracts/scenario.ts'
import type { ChangedField } from '../../planning/measurable-mixes.ts'
import { formatDuration } from '../../units/duration.ts'

/** Upper bounds of the delays that changes add to a record, in ms. */
export type AddedDelay = {
  /** Before the record is sent: the largest increase of a producer's linger. */
  readonly sendMs: number
  /** Before it is read: the longest `fetch.max.wait.ms` of the groups whose `fetch.min.bytes` is raised. */
  readonly readMs: number
}

/** The delays that changes can add. */
export function addedDelay(changes: readonly ChangedField[], { workload }: Scenario): AddedDelay {
  let [sendMs, readMs] = [0, 0]
  for (const { path, value } of changes) {
    const [, , position = '', field] = path.split('.')
    const index = Number(position)
    if (field === 'lingerMs')
      sendMs = Math.max(sendMs, Number(value) - (workload.producers[index]?.lingerMs ?? Number(value)))
    const group = field === 'fetchMinBytes' ? workload.consumerGroups[index] : undefined
    if (group !== undefined && Number(value) > group.fetchMinBytes) readMs = Math.max(readMs, group.fetchMaxWaitMs)
  }
  return { sendMs, readMs }
}

/** " (records come up to 500 ms later)": for a headline. Empty if changes add no delay. */
export function addedDelayText(changes: readonly ChangedField[], scenario: Scenario): string {
  const { sendMs, readMs } = addedDelay(changes, scenario)
  const totalMs = sendMs + readMs
  return totalMs > 0 ? ` (records come up to ${formatDuration(totalMs)} later)` : ''
}
