/**
 * Follows a campaign to its end. Shows its steps, a live line and one line per result, and stops it on Ctrl-C.
 */
import type { StepResult } from '../contracts/campaign.ts'
import { campaignStepText } from '../contracts/campaign-notes.ts'
import type { EventPayload } from '../contracts/ipc-contract.ts'
import { notRunText } from '../presentation/campaign/campaign-document.ts'
import { formatByteRate } from '../units/byte-rate.ts'
import { formatDuration } from '../units/duration.ts'
import type { Workbench } from '../workbench/workbench.ts'
import { showEvents, untilEnded } from './follow-run.ts'
import { createLiveLine, type LiveLine } from './terminal/live-line.ts'
import type { Terminal } from './terminal/terminal.ts'

/**
 * Starts or resumes a campaign with `begin` and resolves when it ends. The first Ctrl-C stops it and keeps what was
 * measured. The second Ctrl-C exits at once.
 *
 * @param shownNotes notes that were already shown before the start and are not repeated
 */
export async function followCampaign(
  workbench: Workbench,
  begin: () => Promise<{ readonly campaignId: string }>,
  { terminal, shownNotes }: { readonly terminal: Terminal; readonly shownNotes: readonly string[] },
): Promise<EventPayload<'campaign.ended'>> {
  const line = createLiveLine(terminal)
  const ended = new Promise<EventPayload<'campaign.ended'>>((resolve) => workbench.on('campaign.ended', resolve))
  showEvents(workbench, line, shownNotes)
  showSteps(workbench, line)
  const { campaignId } = await begin()
  line.note(`Campaign ${campaignId}`)
  return untilEnded(ended, () => workbench.handlers['campaign.abort']({ campaignId }), line)
}

function showSteps(workbench: Workbench, line: LiveLine): void {
  workbench.on('campaign.step', (step) => line.note(campaignStepText(step)))
  workbench.on('campaign.warm-up', ({ run, mostRuns }) => {
    line.note(`Warm-up run ${run} of at most ${mostRuns} (does not count)`)
  })
  workbench.on('campaign.cool-down', ({ durationMs }) => {
    line.update(`cool-down   no load for ${formatDuration(durationMs)} before the next run`, 'cool-down')
  })
  workbench.on('campaign.step-not-run', ({ notRun }) => line.note(`  not run: ${notRunText(notRun)}`))
  workbench.on('campaign.step-ended', ({ result }) => line.note(resultLine(result)))
}

/** Formats the result of one run of a campaign as a line. */
export function resultLine({ steady, wholeRun, offered, isSustained, verdict, limiter }: StepResult): string {
  const measured = steady?.ingressWireBytesPerSec.mean ?? wholeRun.ingressWireBytesPerSec
  const rates = `${formatByteRate(measured)} of ${formatByteRate(offered.ingressWireBytesPerSec)} offered`
  return `  ${rates}, ${isSustained ? 'sustained' : `not sustained (${limiter})`}, ${verdict ?? 'no verdict'}`
}
