/**
 * Finds the run, campaign or observation that an argument means: an id, the beginning of an id, or `last`.
 */
import { AppError, type ErrorCode } from '../contracts/app-error.ts'
import type { CampaignListEntry } from '../contracts/campaign-record.ts'
import type { ObservationListEntry } from '../contracts/observation.ts'
import type { RunListEntry } from '../contracts/run-record.ts'
import type { Workbench } from '../workbench/workbench.ts'

/** Words of the errors if there is no match, or more than one. */
interface Words {
  readonly code: ErrorCode
  readonly noun: 'run' | 'campaign' | 'observation'
  readonly makeOne: string
}

const run: Words = { code: 'RUN_NOT_FOUND', noun: 'run', makeOne: 'headroom validate SCENARIO' }
const campaign: Words = { code: 'CAMPAIGN_NOT_FOUND', noun: 'campaign', makeOne: 'headroom campaign FILE' }
const observation: Words = {
  code: 'OBSERVATION_NOT_FOUND',
  noun: 'observation',
  makeOne: 'headroom observe --file FILE',
}

/** @throws AppError RUN_NOT_FOUND if no run, or more than one, matches. */
export async function findRun(workbench: Workbench, meant: string): Promise<RunListEntry> {
  return meantOf(await workbench.handlers['runs.list']({}), meant, run)
}

/** @throws AppError CAMPAIGN_NOT_FOUND if no campaign, or more than one, matches. */
export async function findCampaign(workbench: Workbench, meant: string): Promise<CampaignListEntry> {
  return meantOf(await workbench.handlers['campaigns.list']({}), meant, campaign)
}

/** @throws AppError OBSERVATION_NOT_FOUND if no observation, or more than one, matches. */
export async function findObservation(workbench: Workbench, meant: string): Promise<ObservationListEntry> {
  return meantOf(await workbench.handlers['observations.list']({}), meant, observation)
}

/** @param entries newest first */
function meantOf<T extends { readonly id: string }>(entries: readonly T[], meant: string, words: Words): T {
  const { code, noun, makeOne } = words
  const [newest] = entries
  if (newest === undefined) {
    throw new AppError(code, `There is no ${noun} in this workspace yet.`, { remedy: `Make one with: ${makeOne}` })
  }
  if (meant === 'last') return newest
  const matching = entries.filter(({ id }) => id.startsWith(meant))
  const exact = matching.find(({ id }) => id === meant) ?? (matching.length === 1 ? matching[0] : undefined)
  if (exact !== undefined) return exact
  const message =
    matching.length === 0
      ? `There is no ${noun} ${meant} in this workspace.`
      : `${matching.length} ${noun}s begin with ${meant}: ${matching.map(({ id }) => id).join(', ')}.`
  throw new AppError(code, message, { remedy: `See the ${noun}s with: headroom ${noun}s list` })
}
