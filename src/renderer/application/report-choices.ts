/**
 * The user's choices for reports, in the storage of the window.
 */

import { type Paper, papers } from '../../contracts/print-job.ts'
import type { ReportOptions } from '../../contracts/report-options.ts'
import { usualPaper } from './usual-paper.ts'

/** The choices as typed. */
export interface ReportChoices {
  readonly company: string
  /** Path of the logo for the title page; null if there is none. */
  readonly logoPath: string | null
  readonly paper: Paper
  /** Whether reports of runs leave host names out. */
  readonly isRedacted: boolean
}

/** The part of a store that is used: `localStorage`. */
export type TextStore = Pick<Storage, 'getItem' | 'setItem'>

const storeKey = 'headroom.report'
/** As a report takes it. */
const longestCompany = 120

/** The stored choices, or the defaults if there are none or if they cannot be read. */
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

/** The problem of a company's name; null if it is valid. */
export function companyProblem(company: string): string | null {
  const length = company.trim().length
  return length > longestCompany ? `At most ${longestCompany} characters; these are ${length}.` : null
}

function objectOf(text: string | null): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    // Damaged by another program: the defaults are used.
    return {}
  }
}
