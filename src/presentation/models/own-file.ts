/**
 * Names the file of a user's own model.
 */
import type { Offering } from '../../contracts/offering.ts'

/** "ours.json of your workspace, instead of the model that comes with Headroom"; empty for a model of Headroom. */
export function ownFileText({ ownFile }: Pick<Offering, 'ownFile'>): string {
  if (ownFile === undefined) return ''
  const instead = ownFile.replacesShipped ? ', instead of the model that comes with Headroom' : ''
  return `${ownFile.name} of your workspace${instead}`
}
