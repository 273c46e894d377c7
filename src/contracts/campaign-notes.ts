/**
 * What a campaign's runs do differently from its scenario, as sentences for terminal and window alike.
 */
import type { CampaignPreview } from './campaign-record.ts'

/** Each note once: of all steps as it is, of one with its name, of several with how many. */
export function campaignNoteTexts({ notes, steps }: Pick<CampaignPreview, 'notes' | 'steps'>): string[] {
  return notes.map(({ text, stepLabels: [only = '', ...others] }) => {
    const count = others.length + 1
    if (count === steps.length) return text
    return count === 1 ? `${only}: ${text}` : `${count} of ${steps.length} steps: ${text}`
  })
}
