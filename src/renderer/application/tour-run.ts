/**
 * The run at the end of the tour: what is asked for, and what the tour says of it at each moment. Pure.
 */
import type { Scenario } from '../../contracts/scenario.ts'
import type { ValidationPreview, ValidationRequest } from '../../contracts/validation-request.ts'
import { formatBytes } from '../../units/bytes.ts'
import { formatCount } from '../../units/count.ts'
import { formatDuration } from '../../units/duration.ts'
import { runSentence } from '../features/validation/run-sentence.ts'
import type { RunView } from '../features/validation/run-view.ts'

/** Short windows make a run of less than a minute long enough for a verdict. */
const quotaWindowSeconds = 4
const windows = 12
/** Any computer that runs the window can offer a twentieth of the example. */
const scale = 0.05

/** A short validation of a scenario on the embedded cluster. */
export function tourRequest(scenario: Scenario): ValidationRequest {
  const durationMs = windows * quotaWindowSeconds * 1000
  return { scenario, target: { kind: 'embedded' }, scale, quotaWindowSeconds, durationMs }
}

/** Before the start: what it writes, where, and how long it takes, as far as `preview` knows it by now. */
export function offerText(
  { scenario }: ValidationRequest,
  preview: Pick<ValidationPreview, 'target' | 'summary'> | null,
): string {
  const what = `A run needs only this computer: it runs “${scenario.name}”, scaled down, on an embedded cluster, and shows measured over predicted.`
  if (preview === null) return what
  const { target, summary } = preview
  const topics = `${formatCount(summary.topics)} topic${summary.topics === 1 ? '' : 's'}`
  return `${what} It runs on ${target.label}. It writes at most ${formatBytes(summary.writtenWireBytes)} before replication to ${topics}, deleted afterwards. It takes ${formatDuration(summary.durationMs)} of load plus less than a minute, and can be stopped at any time.`
}

/** A moment of the tour's run. */
export interface TourMoment {
  readonly title: string
  readonly text: string
}

/** What the tour says while the run goes on, and at its end. How far it is stands in the view. */
export function momentOfRun(run: RunView): TourMoment {
  const { verdict, sentence, reason } = runSentence(run)
  const told = [verdict === null ? sentence : `${verdict.word}: ${sentence}`, reason].filter(Boolean).join(' ')
  if (run.isLive) return { title: 'Running', text: told }
  const end = 'Here you see measured over predicted. The run is kept in Runs. Ctrl+K finds any command.'
  return { title: 'The result', text: `${told} ${end}` }
}
