/**
 * Where a number comes from, as a report says it.
 */
import type { Source } from '../contracts/source.ts'
import { type Content, span } from './document.ts'

const grades: Readonly<Record<Source['grade'], string>> = {
  P: 'primary source',
  PM: 'primary source, read through a mirror',
  S: 'secondary source',
  D: 'derived by Headroom',
}

/** Where a number comes from: title, date, how near to the origin, and what is remarked about it. */
export function sourceText(source: Source): Content {
  const { remark } = source
  return [citation(source), remark !== undefined && ['. ', span('quiet', remark.replace(/\.$/, ''))]]
}

/** Title, date and how near to the origin. Only web addresses become links. */
export function citation({ title, url, date, grade }: Source): Content {
  const isLink = url !== undefined && /^https?:\/\//i.test(url)
  return [isLink ? { kind: 'link', content: title, url } : title, `, ${date} (${grades[grade]})`]
}
