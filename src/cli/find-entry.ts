/**
 * Finds the run, campaign or observation that an argument names by its id, by the beginning of its id, or as `last`.
 */
import { AppError, type ErrorCode } from '../contracts/app-error.ts'
import type { CampaignListEntry } from '../contracts/campaign-record.ts'
import type { ListedObservation } from '../contracts/observation.ts'
import type { RunListEntry } from '../contracts/run-record.ts'
import type { Workbench } from '../workbench/workbench.ts'

/** Words for the errors if no entry matches, or more than one. */
interface EntryWords {
  readonly code: ErrorCode
  readonly noun: 'run' | 'campaign' | 'observation'
  /** Command that creates such an entry. */
  readonly createCommand: string
}

const runWords: EntryWords = { code: 'RUN_NOT_FOUND', noun: 'run', createCommand: 'headroom validate SCENARIO' }
const campaignWords: EntryWords = {
  code: 'CAMPAIGN_NOT_FOUND',
  noun: 'campaign',
  createCommand: 'headroom campaign FILE',
}
const observationWords: EntryWords = {
  code: 'OBSERVATION_NOT_FOUND',
  noun: 'observation',
  createCommand: 'headroom observe --file FILE',
}

/** @throws AppError RUN_NOT_FOUND if no run matches, or more than one */
export async function findRun(workbench: Workbench, idText: string): Promise<RunListEntry> {
  return entryOf(await workbench.handlers['runs.list']({}), idText, runWords)
}

/** @throws AppError CAMPAIGN_NOT_FOUND if no campaign matches, or more than one */
export async function findCampaign(workbench: Workbench, idText: string): Promise<CampaignListEntry> {
  return entryOf(await workbench.handlers['campaigns.list']({}), idText, campaignWords)
}

/** @throws AppError OBSERVATION_NOT_FOUND if no observation matches, or more than one */
export async function findObservation(workbench: Workbench, idText: string): Promise<ListedObservation> {
  return entryOf(await workbench.handlers['observations.list']({}), idText, observationWords)
}

/** Maximum number of ids that an error lists. */
const maxNamed = 10

/** Finds the entry that `idText` names. @param entries newest first */
function entryOf<T extends { readonly id: string }>(entries: readonly T[], idText: string, words: EntryWords): T {
  const { code, noun, createCommand } = words
  const [newest] = entries
  if (newest === undefined) {
    throw new AppError(code, `There is no ${noun} in this workspace yet.`, {
      remedy: `Make one with: ${createCommand}`,
    })
  }
  if (idText === 'last') return newest
  const matching = entries.filter(({ id }) => id.startsWith(idText))
  const exact = matching.find(({ id }) => id === idText) ?? (matching.length === 1 ? matching[0] : undefined)
  if (exact !== undefined) return exact
  const more = matching.length - maxNamed
  const named = matching.slice(0, maxNamed).map(({ id }) => id)
  const message =
    matching.length === 0
      ? `There is no ${noun} ${idText} in this workspace.`
      : `${matching.length} ${noun}s begin with ${idText}: ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`
  throw new AppError(code, message, { remedy: `See the ${noun}s with: headroom ${noun}s list` })
}
