/**
 * The trial that finds a scale: the whole mix on the embedded cluster without limits, for as long as a scale needs.
 */
import { AppError } from '../../contracts/app-error.ts'
import type { RunPlan } from '../../contracts/run-plan.ts'
import type { Sample } from '../../contracts/sample.ts'
import type { Target } from '../../contracts/target.ts'
import type { Emit } from '../events.ts'
import type { Fleet } from '../fleets/fleet.ts'
import { loadProgress, stepProgress } from './progress.ts'

const startLeadMs = 1_000

const trialMessage = 'Trying what this machine reaches, to find a scale.'

/** What a trial works with. */
export interface TrialContext {
  readonly runId: string
  readonly fleet: Pick<Fleet, 'prepare'>
  readonly emit: Emit
  readonly signal: AbortSignal
}

/**
 * The samples of a trial; nothing of it is stored.
 * @throws AppError ABORTED, or what kept the trial from ending.
 */
export async function runTrial(
  order: { readonly target: Target; readonly plan: RunPlan },
  { runId, fleet, emit, signal }: TrialContext,
): Promise<Sample[]> {
  const samples: Sample[] = []
  const run = fleet.prepare(
    { ...order, secrets: {} },
    {
      onEnvironment: () => undefined,
      onPreflight: () => undefined,
      onProgress: (progress) => emit('validation.progress', { ...stepProgress(runId, progress), phase: 'trial' }),
      onSample: (sample) => {
        samples.push(sample)
        const progress = loadProgress(runId, order.plan, sample)
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
  throw new AppError('RUN_FAILED', `The trial that finds a scale did not end: ${end.detail ?? end.reason}.`, {
    remedy: 'Give a scale yourself, for example --scale 0.1.',
  })
}
