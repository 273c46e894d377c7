/**
 * Names the source of a figure within a sentence.
 */
import type { Source } from '../contracts/source.ts'

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

/** The source of figures of the user's own, such as the network of their hosts. */
export const scenarioSource: Source = { title: 'as the scenario says', date: '2026-11', grade: 'D' }

/** A source in a sentence, without its subtitle: "Confluent white paper of April 2020". */
export function shortSource(source: Source): string {
  if (source.title === scenarioSource.title) return source.title
  return `${source.title.split(':')[0] ?? source.title} of ${dateText(source.date)}`
}

/** A calendar month or day for people: "April 2020", "15 April 2020". */
function dateText(date: string): string {
  const [year = '', month = '1', day] = date.split('-')
  const name = months[Number(month) - 1] ?? month
  return day === undefined ? `${name} ${year}` : `${Number(day)} ${name} ${year}`
}
