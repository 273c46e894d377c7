/**
 * The short run at the end of the tour: its request, and what the tour says about it. Pure.
 */
import type { Scenario } from '../../contracts/scenario.ts'
import type { ValidationPreview, ValidationRequest } from '../../contracts/validation-request.ts'
import { formatBytes } from '../../units/bytes.ts'
import { formatCount } from '../../units/count.ts'
import { formatDuration } from '../../units/duration.ts'
import { runSentence } from '../features/validation/run-sentence.ts'
import type { RunView } from '../features/validation/run-view.ts'

/** Length of a quota window, shorter than usual so that a run of less than a minute has enough of them for a verdict. */
const quotaWindowSeconds = 4
/** Length of the load in quota windows. */
const quotaWindows = 12
/** Share of the example's load that is sent: any computer that can run the window can send a twentieth. */
const scale = 0.05

/** The request of a short validation on the embedded cluster. */
export function tourRequest(scenario: Scenario): ValidationRequest {
  const durationMs = quotaWindows * quotaWindowSeconds * 1000
  return { scenario, target: { kind: 'embedded' }, scale, quotaWindowSeconds, durationMs }
}

/** The text before the start. If the preview is known, it names target, written bytes and duration. */
export function offerText(
  { scenario }: ValidationRequest,
  preview: Pick<ValidationPreview, 'target' | 'summary'> | null,
): string {
  const what = `A short run needs only this computer: it runs “${scenario.name}”, scaled down, on an embedded cluster, and shows measured against predicted. (The form on the left plans a run of its own.)`
  if (preview === null) return what
  const { target, summary } = preview
  const topics = `${formatCount(summary.topics)} topic${summary.topics === 1 ? '' : 's'}`
  return `${what} It runs on ${target.label}. It writes at most ${formatBytes(summary.writtenWireBytes)} before replication to ${topics}, deleted afterwards. It takes ${formatDuration(summary.durationMs)} of load plus less than a minute, and can be stopped at any time.`
}

/** The text of the tour at one moment of its run. */
export interface TourMoment {
  readonly title: string
  readonly text: string
}

/** The texts of the tour during the run and at its end. The validation view shows the progress. */
export function momentOfRun(run: RunView): TourMoment {
  const { verdict, sentence, reason } = runSentence(run)
  const result = [verdict === null ? sentence : `${verdict.word}: ${sentence}`, reason].filter(Boolean).join(' ')
  if (run.isLive) return { title: 'Running', text: result }
  const end = 'Here you see measured against predicted. The run is kept in Runs. Ctrl+K finds any command.'
  return { title: 'The result', text: `${result} ${end}` }
}
