/**
 * The run at the end of the tour: its request, and the texts of the tour about it. Pure.
 */
import type { Scenario } from '../../contracts/scenario.ts'
import type { ValidationPreview, ValidationRequest } from '../../contracts/validation-request.ts'
import { formatBytes } from '../../units/bytes.ts'
import { formatCount } from '../../units/count.ts'
import { formatDuration } from '../../units/duration.ts'
import { runSentence } from '../features/validation/run-sentence.ts'
import type { RunView } from '../features/validation/run-view.ts'

/** Short quota windows, so that a run of less than a minute is long enough for a verdict. */
const quotaWindowSeconds = 4
const windows = 12
/** Scale of the run: any computer that runs the window can offer a twentieth of the example. */
const scale = 0.05

/** A short validation of a scenario on the embedded cluster. */
export function tourRequest(scenario: Scenario): ValidationRequest {
  const durationMs = windows * quotaWindowSeconds * 1000
  return { scenario, target: { kind: 'embedded' }, scale, quotaWindowSeconds, durationMs }
}

/** The text before the start: target, written bytes and duration, if the preview is known already. */
export function offerText(
  { scenario }: ValidationRequest,
  preview: Pick<ValidationPreview, 'target' | 'summary'> | null,
): string {
  const what = `A run needs only this computer: it runs “${scenario.name}”, scaled down, on an embedded cluster, and shows measured against predicted.`
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

/** The text during the run and at its end. The view itself shows the progress. */
export function momentOfRun(run: RunView): TourMoment {
  const { verdict, sentence, reason } = runSentence(run)
  const told = [verdict === null ? sentence : `${verdict.word}: ${sentence}`, reason].filter(Boolean).join(' ')
  if (run.isLive) return { title: 'Running', text: told }
  const end = 'Here you see measured against predicted. The run is kept in Runs. Ctrl+K finds any command.'
  return { title: 'The result', text: `${told} ${end}` }
}
