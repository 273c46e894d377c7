/**
 * Follows a validation to its end. Shows a live line and notices, and stops the validation on Ctrl-C.
 */
import { errorExitCodes } from '../contracts/app-error.ts'
import type { EventPayload } from '../contracts/ipc-contract.ts'
import type { LivePoint } from '../contracts/validation-progress.ts'
import type { ValidationRequest } from '../contracts/validation-request.ts'
import { formatByteRate } from '../units/byte-rate.ts'
import type { Workbench } from '../workbench/workbench.ts'
import { progressText } from './progress-text.ts'
import { createLiveLine, type LiveLine } from './terminal/live-line.ts'
import type { Terminal } from './terminal/terminal.ts'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Waits for the end of a run, campaign or reading. The first Ctrl-C stops it and keeps what was measured. The second
 * Ctrl-C exits at once.
 */
export async function untilEnded<T>(ended: Promise<T>, stop: () => Promise<unknown>, line: LiveLine): Promise<T> {
  let isStopping = false
  const onSignal = () => {
    // The runner notices that its controller has exited and cleans up. The next start marks the run as partial.
    if (isStopping) process.exit(errorExitCodes.ABORTED)
    isStopping = true
    line.note('Stopping and keeping what was measured. Press Ctrl-C again to leave at once.')
    // A stop fails if the work has just ended. Then there is nothing to stop.
    void stop().catch(() => undefined)
  }
  for (const signal of signals) process.on(signal, onSignal)
  try {
    return await ended
  } finally {
    for (const signal of signals) process.off(signal, onSignal)
    line.clear()
  }
}

/**
 * Starts a validation and resolves when it ends. Ctrl-C works as in `untilEnded`.
 *
 * @param shownNotes notes that were already shown before the start and are not repeated
 */
export async function followRun(
  workbench: Workbench,
  request: ValidationRequest,
  { terminal, shownNotes }: { readonly terminal: Terminal; readonly shownNotes: readonly string[] },
): Promise<EventPayload<'validation.ended'>> {
  const line = createLiveLine(terminal)
  const ended = new Promise<EventPayload<'validation.ended'>>((resolve) => workbench.on('validation.ended', resolve))
  showEvents(workbench, line, shownNotes)
  const { runId } = await workbench.handlers['validation.start'](request)
  return untilEnded(ended, () => workbench.handlers['validation.abort']({ runId }), line)
}

/** Shows the events of runs on a live line, except notes that were already shown. */
export function showEvents(workbench: Workbench, line: LiveLine, shownNotes: readonly string[]): void {
  let windowSeconds = 1
  /** Points of the newest quota window. Their mean is shown. */
  let recent: readonly LivePoint[] = []
  workbench.on('validation.notice', ({ message }) => {
    if (!shownNotes.includes(message)) line.note(message)
  })
  workbench.on('validation.target', ({ preview }) => {
    const { target, prediction, summary } = preview
    windowSeconds = Math.max(1, Math.round(summary.quotaWindowMs / 1000))
    const { ingressWireBytesPerSec, egressWireBytesPerSec } = prediction.expected
    const rates = `${formatByteRate(ingressWireBytesPerSec.likely)} in and ${formatByteRate(egressWireBytesPerSec.likely)} out`
    const scale = target.scale === 1 ? '' : ` at scale ${target.scale}`
    line.note(`Target: ${target.label}${scale}. Predicted: ${rates} on the wire.`)
  })
  workbench.on('validation.preflight', ({ preflight }) => {
    for (const check of preflight.checks) {
      if (check.state === 'warned')
        line.note(`${check.label}: ${check.detail}${check.remedy ? ` ${check.remedy}` : ''}`)
      else if (check.id === 'client-ceiling' && check.state === 'passed') line.note(check.detail)
    }
  })
  workbench.on('validation.point', (newest) => {
    const isSameRun = recent[0]?.runId === newest.runId
    recent = [...(isSameRun ? recent : []), newest].slice(-windowSeconds)
  })
  workbench.on('validation.progress', (progress) => {
    if (progress.phase !== 'ended') line.update(progressText(progress, recent), progress.phase)
  })
}
