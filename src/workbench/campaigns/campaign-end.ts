/**
 * Ends a campaign: stores its status and builds its error with the way to resume it.
 */
import { AppError, type AppErrorData, type RemedyAction } from '../../contracts/app-error.ts'
import type { CampaignRecord } from '../../contracts/campaign-record.ts'
import { counted } from '../../units/count.ts'
import type { Store } from '../store/store.ts'

/** The final record of a campaign, and the error if not every step was measured. */
export interface CampaignEnd {
  readonly record: CampaignRecord
  readonly error: AppErrorData | null
}

/** Ends a campaign after its last step: complete, or incomplete if the target refused some steps. */
export function closeAfterLastStep(record: CampaignRecord, store: Store): CampaignEnd {
  const { id, notRun = [] } = record
  if (notRun.length === 0) return close(record, store, 'complete', null)
  const steps = counted(notRun.length, 'step')
  const error = new AppError('PREFLIGHT_FAILED', `${steps} of the campaign could not be run on this target.`, {
    remedy: 'Remove the causes, then resume the campaign',
    action: resumeAction(id),
  })
  return close(record, store, 'incomplete', error)
}

/** Ends a campaign that the user stopped. */
export function closeAborted(record: CampaignRecord, store: Store): CampaignEnd {
  const { id, results } = record
  const runs = counted(results.length, 'run')
  const message = `The campaign was stopped after ${runs}. Everything measured is kept.`
  const remedy = 'Resume it'
  return close(record, store, 'stopped', new AppError('ABORTED', message, { remedy, action: resumeAction(id) }))
}

/** Ends a campaign after an error that would also stop every further step. */
export function closeFailed(record: CampaignRecord, store: Store, failure: unknown): CampaignEnd {
  const error = AppError.from(failure)
  return close(record, store, 'failed', error.code === 'ABORTED' ? error : withResume(error, record.id))
}

function close(
  record: CampaignRecord,
  store: Store,
  status: CampaignRecord['status'],
  error: AppError | null,
): CampaignEnd {
  const ended: CampaignRecord = { ...record, status, endedAtEpochMs: Date.now(), endDetail: error?.message ?? null }
  // If the store fails too, the first error is reported.
  try {
    store.updateCampaign(ended)
    return { record: ended, error: error?.toData() ?? null }
  } catch (failure) {
    return { record: ended, error: (error ?? AppError.from(failure)).toData() }
  }
}

/** The command and the view in which a campaign is resumed. */
function resumeAction(campaignId: string): RemedyAction {
  return { command: `headroom campaign --resume ${campaignId}`, view: 'Benchmarks' }
}

/** Adds to an error's remedy that the campaign can be resumed, and replaces its action by resuming. */
function withResume({ code, message, remedy, action, problems }: AppError, campaignId: string): AppError {
  const first = action === undefined ? remedy : `${remedy}.`
  const resume = first === null ? 'Resume the campaign at this step' : `${first} Then resume the campaign at this step`
  return new AppError(code, message, { problems, remedy: resume, action: resumeAction(campaignId) })
}
