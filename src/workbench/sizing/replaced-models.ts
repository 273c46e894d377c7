/**
 * Decides whether a user's model replaces the shipped model with the same id.
 */
import type { Problem } from '../../contracts/app-error.ts'
import type { Offering } from '../../contracts/offering.ts'

/**
 * Returns a problem if a user's model is older than the shipped model with the same id. Returns null if it replaces
 * that model.
 */
export function tooOldToReplace(own: Offering, shipped: Offering): Problem | null {
  const [ownDate, shippedDate] = [newestDate(own), newestDate(shipped)]
  if (lastDay(ownDate) >= lastDay(shippedDate)) return null
  return {
    place: 'limitSets',
    message: `the newest date is ${ownDate}; the model "${shipped.id}" that comes with Headroom has limits of ${shippedDate}, so this one does not replace it`,
  }
}

/** The remedy for that problem. */
export const tooOldRemedy = 'Give it the newer limits with their dates to replace that model, or an id of its own.'

/** Returns the newest date of the limits and of their sources. */
function newestDate({ limitSets }: Offering): string {
  const dates = limitSets.flatMap(({ asOf, sizes, limits }) => [
    asOf,
    sizes.source.date,
    ...limits.map(({ source }) => source.date),
  ])
  return dates.reduce((newest, date) => (lastDay(date) > lastDay(newest) ? date : newest), '0000-01')
}

/** Returns the last day of a month, or the day itself. */
function lastDay(date: string): string {
  return date.length > 'YYYY-MM'.length ? date : `${date}-31`
}
