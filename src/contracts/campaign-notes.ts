/**
 * What a campaign does, as sentences for terminal and window.
 */
import type { CampaignPreview } from './campaign-record.ts'
import type { EventPayload } from './ipc-contract.ts'

/** Which run is about to be prepared. */
export function campaignStepText(step: EventPayload<'campaign.step'>): string {
  const { label, repeat, repeats, isClimb, position, mostRuns } = step
  const again = isClimb ? ', to find the number of producers' : repeats === 1 ? '' : `, ${repeat} of ${repeats}`
  return `Run ${position} of at most ${mostRuns}: ${label}${again}`
}

/**
 * What the runs do differently from their scenario, each note once. A note of all steps has no prefix; a note of one step
 * begins with its name, and one of several with their number.
 */
export function campaignNoteTexts({ notes, steps }: Pick<CampaignPreview, 'notes' | 'steps'>): string[] {
  return notes.map(({ text, stepLabels: [only = '', ...others] }) => {
    const count = others.length + 1
    if (count === steps.length) return text
    return count === 1 ? `${only}: ${text}` : `${count} of ${steps.length} steps: ${text}`
  })
}
