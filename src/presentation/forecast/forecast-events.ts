/**
 * The launches and seasons of a forecast, as text.
 */
import { growthEvents, isInForce } from '../../capacity/forecast/grown-scenario.ts'
import type { Forecast } from '../../contracts/forecast.ts'
import { checkedDay, formatDay } from '../../units/calendar-day.ts'
import { type Content, noteLine } from '../document.ts'

/** The seasons in which the first day is, so that its load is not that of the scenario. */
export function firstSeasons({ growth, from }: Pick<Forecast, 'growth' | 'from'>): Forecast['growth'] {
  const first = checkedDay(from)
  return growth.filter((rule) => rule.kind === 'season' && isInForce(rule, first))
}

/** What begins or ends on a day, by that day: "season begins". */
export function eventTexts({
  growth,
  from,
  to,
}: Pick<Forecast, 'growth' | 'from' | 'to'>): ReadonlyMap<string, string> {
  const events = growthEvents({ rules: growth, from: checkedDay(from) }, checkedDay(to))
  return new Map([...events].map(([day, each]) => [formatDay(day), [...new Set(each)].join(', ')]))
}

/** A day with what begins or ends on it. */
export function dayContent(day: string, events: ReadonlyMap<string, string>): Content {
  const event = events.get(day)
  return event === undefined ? day : [day, noteLine(event)]
}
