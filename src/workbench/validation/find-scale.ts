/**
 * Finds the scale of a run if none is given. A 20 s trial offers the whole load to an embedded cluster without quotas.
 * At the scale that is found, the run uses at most half of the rate that the trial reached.
 */
import { AppError } from '../../contracts/app-error.ts'
import type { Figures } from '../../contracts/figures.ts'
import type { RunPlan } from '../../contracts/run-plan.ts'
import type { Sample } from '../../contracts/sample.ts'
import type { Target } from '../../contracts/target.ts'
import { computeResult } from '../../measurement/compute-result.ts'
import { scaleFromTrial } from '../../planning/scale.ts'
import { formatByteRate } from '../../units/byte-rate.ts'
import { type DraftInput, draftTrial } from './draft-validation.ts'
import { loadProgress, stepProgress } from './progress.ts'
import { draftInputOf, type Job, type ValidationServices } from './validation-job.ts'

/** Time between `ready` and the start of the load, so that workers get the start time early enough. */
const startLeadMs = 1_000

const trialMessage = 'Trial run without limits, to find a scale.'

/**
 * Runs the trial, reports it and returns the scale.
 * @throws AppError ABORTED, or the error that ended the trial early
 */
export async function findScale(job: Job, chosen: DraftInput['chosen'], services: ValidationServices): Promise<number> {
  const { runId } = job
  const { emit } = services
  emit('validation.notice', { runId, message: 'No scale was given. A 20 s trial without limits finds one.' })
  const trial = draftTrial(draftInputOf(job, chosen, 1, services))
  const reached = computeResult(trial.plan, await runTrial(trial, job, emit)).wholeRun
  const scale = scaleFromTrial(reached, trial.prediction)
  emit('validation.notice', { runId, message: trialSentence(reached, scale) })
  return scale
}

/** Runs the trial and returns its samples, which are not stored. */
async function runTrial(
  trial: { readonly target: Target; readonly plan: RunPlan },
  { runId, fleet, signal }: Pick<Job, 'runId' | 'fleet' | 'signal'>,
  emit: ValidationServices['emit'],
): Promise<Sample[]> {
  const samples: Sample[] = []
  const run = fleet.prepare(
    { ...trial, secrets: {} },
    {
      onEnvironment: () => undefined,
      onPreflight: () => undefined,
      onProgress: (progress) => emit('validation.progress', { ...stepProgress(runId, progress), phase: 'trial' }),
      onSample: (sample) => {
        samples.push(sample)
        const progress = loadProgress(runId, trial.plan, sample)
        if (progress !== null) emit('validation.progress', { ...progress, phase: 'trial', message: trialMessage })
      },
      onNotice: (message) => emit('validation.notice', { runId, message }),
    },
  )
  const abort = () => run.stop('abort')
  signal.addEventListener('abort', abort, { once: true })
  if (signal.aborted) abort()
  if ((await run.ready) && !signal.aborted) run.start(Date.now() + startLeadMs)
  const end = await run.ended
  signal.removeEventListener('abort', abort)
  if (signal.aborted) throw new AppError('ABORTED', 'The validation was stopped during the trial that finds a scale.')
  if (end.reason === 'plan-complete') return samples
  if (end.error !== null) throw AppError.fromData(end.error)
  throw new AppError('RUN_FAILED', `The trial that finds a scale ended early: ${end.detail ?? end.reason}.`, {
    remedy: 'Choose a scale yourself, for example 0.1',
    action: { command: '--scale 0.1', view: null },
  })
}

function trialSentence(reached: Figures, scale: number): string {
  const rates = `${formatByteRate(reached.ingressWireBytesPerSec)} in and ${formatByteRate(reached.egressWireBytesPerSec)} out`
  return `Without limits this machine reached ${rates}. The run uses at most half of that: scale ${scale}.`
}
