/**
 * The scale of a run that was given none: half of what this machine reaches in a trial without limits.
 */
import type { Figures } from '../../contracts/figures.ts'
import { computeResult } from '../../measurement/result.ts'
import { scaleFromTrial } from '../../planning/scale.ts'
import { formatByteRate } from '../../units/byte-rate.ts'
import { type DraftInput, draftTrial } from './draft-validation.ts'
import { runTrial } from './run-trial.ts'
import { inputOf, type Job, type ValidationServices } from './validation-job.ts'

/** Runs the trial of 20 s. @throws AppError ABORTED, or what kept the trial from ending */
export async function findScale(job: Job, chosen: DraftInput['chosen'], services: ValidationServices): Promise<number> {
  const { runId, fleet, signal } = job
  const { emit } = services
  emit('validation.notice', { runId, message: 'No scale was given: a trial of 20 s without limits finds one.' })
  const trial = draftTrial(inputOf(job, chosen, 1, services))
  const samples = await runTrial(trial, { runId, fleet, emit, signal })
  const reached = computeResult(trial.plan, samples).wholeRun
  const scale = scaleFromTrial(reached, trial.prediction)
  emit('validation.notice', { runId, message: trialSentence(reached, scale) })
  return scale
}

function trialSentence(reached: Figures, scale: number): string {
  const rates = `${formatByteRate(reached.ingressWireBytesPerSec)} in and ${formatByteRate(reached.egressWireBytesPerSec)} out`
  return `Without limits this machine reached ${rates}; the run takes half of it at most: --scale ${scale}.`
}
