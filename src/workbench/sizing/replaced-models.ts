/**
 * Decides whether a model may replace the present model with the same id. A user's model can replace the shipped one, and a
 * model of an update can replace the user's own.
 */
import type { Problem } from '../../contracts/app-error.ts'
import type { Offering } from '../../contracts/offering.ts'

/**
 * Returns a problem if a model is older than the present one with the same id. Returns null if it replaces that model.
 * @param whose clause of the message that says where the present model comes from
 */
export function tooOldToReplace(
  model: Offering,
  present: Offering,
  whose = 'that comes with Headroom',
): Problem | null {
  const [date, presentDate] = [newestDate(model), newestDate(present)]
  if (lastDay(date) >= lastDay(presentDate)) return null
  return {
    place: 'limitSets',
    message: `the newest date is ${date}; the model "${present.id}" ${whose} has limits of ${presentDate}, so this one does not replace it`,
  }
}

/** The remedy for a model that is too old to replace the present one. */
export const tooOldRemedy = 'Give it the newer limits with their dates to replace that model, or an id of its own.'

/** Returns the newest date of the limits and of their sources. */
export function newestDate({ limitSets }: Offering): string {
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
