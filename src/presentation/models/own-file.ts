/**
 * Which file a model of the user's is from.
 */
import type { Offering } from '../../contracts/offering.ts'

/** "ours.json of your workspace, instead of the model that comes with Headroom"; empty for a model of Headroom. */
export function ownFileText({ ownFile }: Pick<Offering, 'ownFile'>): string {
  if (ownFile === undefined) return ''
  const instead = ownFile.replacesShipped ? ', instead of the model that comes with Headroom' : ''
  return `${ownFile.name} of your workspace${instead}`
}
