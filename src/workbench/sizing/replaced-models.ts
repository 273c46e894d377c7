/**
 * Decides whether a model of the user's replaces the one of the same id that comes with Headroom.
 */
import type { Problem } from '../../contracts/app-error.ts'
import type { Offering } from '../../contracts/offering.ts'

/** The problem of a model that is older than the shipped one of its id; null if it replaces that one. */
export function tooOldToReplace(own: Offering, shipped: Offering): Problem | null {
  const [ownDate, shippedDate] = [newestDate(own), newestDate(shipped)]
  if (lastDay(ownDate) >= lastDay(shippedDate)) return null
  return {
    place: 'limitSets',
    message: `the newest date is ${ownDate}; the model "${shipped.id}" that comes with Headroom has limits of ${shippedDate}, so this one does not replace it`,
  }
}

/** What to do about it. */
export const tooOldRemedy = 'Give it the newer limits with their dates to replace that model, or an id of its own.'

/** The newest date of limits and of their sources. */
function newestDate({ limitSets }: Offering): string {
  const dates = limitSets.flatMap(({ asOf, sizes, limits }) => [
    asOf,
    sizes.source.date,
    ...limits.map(({ source }) => source.date),
  ])
  return dates.reduce((newest, date) => (lastDay(date) > lastDay(newest) ? date : newest), '0000-01')
}

/** A month counts as its last day. */
function lastDay(date: string): string {
  return date.length > 'YYYY-MM'.length ? date : `${date}-31`
}
