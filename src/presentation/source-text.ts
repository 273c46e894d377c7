/**
 * Formats the source of a number for reports.
 */
import { scenarioSource } from '../capacity/short-source.ts'
import type { Source } from '../contracts/source.ts'
import { isAfterDay, isOlderThanAYear } from '../units/dated.ts'
import { type Content, span } from './document.ts'

const grades: Readonly<Record<Source['grade'], string>> = {
  P: 'primary source',
  PM: 'primary source, read in a copy of the page',
  Sv: 'tool of the vendor',
  S: 'secondary source',
  D: 'derived by Headroom',
}

/**
 * The source of a limit, with a mark if it is more than a year old or of a later date.
 * @param today date of the report, for the age of the source: `2026-11-23`
 */
export function limitSource(source: Source, today: string): Content {
  return [sourceText(source), sourceMark(source, today)]
}

/** Like `limitSource`, without the remark of the source. */
export function limitCitation(source: Source, today: string): Content {
  return [citation(source), sourceMark(source, today)]
}

/** True for figures of the scenario, which have no document and no date. */
function isOfScenario({ title }: Source): boolean {
  return title === scenarioSource.title
}

/** True for a source dated more than a year before `today` (`2026-11-23`). Figures of the scenario do not age. */
export function isOldSource(source: Source, today: string): boolean {
  return !isOfScenario(source) && isOlderThanAYear(source.date, today)
}

function sourceMark(source: Source, today: string): Content {
  return !isOfScenario(source) && ageMark(source.date, today)
}

/** A mark for a date that is more than a year before `today`, or after it; nothing for the dates between. */
export function ageMark(date: string, today: string): Content {
  if (isOlderThanAYear(date, today)) return [' ', span('mark', 'more than a year old')]
  return isAfterDay(date, today) && [' ', span('mark', 'of a later date')]
}

/** A source with its title, date, grade and remark. */
export function sourceText(source: Source): Content {
  const { remark } = source
  return [citation(source), remark !== undefined && ['. ', span('quiet', remark.replace(/\.$/, ''))]]
}

/** A source with its title, date and grade. Only web addresses become links. */
export function citation(source: Source): Content {
  const { title, url, date, grade } = source
  if (isOfScenario(source)) return title
  const isLink = url !== undefined && /^https?:\/\//i.test(url)
  return [isLink ? { kind: 'link', content: title, url } : title, `, ${date} (${grades[grade]})`]
}
