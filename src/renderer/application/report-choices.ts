/**
 * How a person wants reports: kept in the window from one start to the next.
 */

import { type Paper, papers } from '../../contracts/print-job.ts'
import type { ReportOptions } from '../../contracts/report-options.ts'
import { usualPaper } from './usual-paper.ts'

/** What a person chose, as typed. */
export interface ReportChoices {
  readonly company: string
  /** A picture for the title page; null where there is none. */
  readonly logoPath: string | null
  readonly paper: Paper
  /** Of runs: leave host names out. */
  readonly isRedacted: boolean
}

/** The part of a store that is used: `localStorage`. */
export type TextStore = Pick<Storage, 'getItem' | 'setItem'>

const storeKey = 'headroom.report'
/** As a report takes it. */
const longestCompany = 120

/** What was kept; what is usual where nothing was, or where it cannot be read. */
export function readReportChoices(store: TextStore, languageTag: string): ReportChoices {
  const kept = objectOf(store.getItem(storeKey))
  const company = kept.company
  const logoPath = kept.logoPath
  return {
    company: typeof company === 'string' ? company : '',
    logoPath: typeof logoPath === 'string' && logoPath !== '' ? logoPath : null,
    paper: papers.find((paper) => paper === kept.paper) ?? usualPaper(languageTag),
    isRedacted: kept.isRedacted === true,
  }
}

/** Keeps choices for the next start. */
export function keepReportChoices(store: TextStore, choices: ReportChoices): void {
  store.setItem(storeKey, JSON.stringify(choices))
}

/** The options of a report by these choices. */
export function reportOptionsOf({ company, logoPath, paper, isRedacted }: ReportChoices): ReportOptions {
  const name = company.trim()
  return {
    paper,
    isRedacted,
    ...(name === '' ? {} : { company: name.slice(0, longestCompany) }),
    ...(logoPath === null ? {} : { logoPath }),
  }
}

/** What is wrong with a company's name; null where nothing is. */
export function companyProblem(company: string): string | null {
  const length = company.trim().length
  return length > longestCompany ? `At most ${longestCompany} characters; these are ${length}.` : null
}

function objectOf(text: string | null): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    // Damaged by another program: what is usual takes its place.
    return {}
  }
}
