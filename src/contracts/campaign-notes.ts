/**
 * Words the steps and notes of a campaign for terminal and window.
 */
import type { CampaignPreview } from './campaign-record.ts'
import type { EventPayload } from './ipc-contract.ts'

/** Says which run is about to be prepared. */
export function campaignStepText(step: EventPayload<'campaign.step'>): string {
  const { label, repeat, repeats, isClimb, position, mostRuns } = step
  const repetition = isClimb ? ', to find the number of producers' : repeats === 1 ? '' : `, ${repeat} of ${repeats}`
  return `Run ${position} of at most ${mostRuns}: ${label}${repetition}`
}

/**
 * Returns each note on how runs differ from their scenario. A note on one step begins with the name of the step, a note
 * on several steps with their number. A note on all steps has no prefix.
 */
export function campaignNoteTexts({ notes, steps }: Pick<CampaignPreview, 'notes' | 'steps'>): string[] {
  return notes.map(({ text, stepLabels: [only = '', ...others] }) => {
    const count = others.length + 1
    if (count === steps.length) return text
    return count === 1 ? `${only}: ${text}` : `${count} of ${steps.length} steps: ${text}`
  })
}
