/**
 * The user's choices for reports. They are kept in `localStorage`.
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
  /** True if reports leave out host names and addresses. */
  readonly isRedacted: boolean
}

/** The methods of `localStorage` that are used. */
export type TextStore = Pick<Storage, 'getItem' | 'setItem'>

const storeKey = 'headroom.report'
/** Maximum number of characters, as in the schema of report options. */
const maxCompanyLength = 120

/** The stored choices. Missing or invalid ones get their defaults; the default paper depends on `languageTag`. */
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

/** Stores the choices. */
export function keepReportChoices(store: TextStore, choices: ReportChoices): void {
  store.setItem(storeKey, JSON.stringify(choices))
}

/** The report options for these choices. An empty company is left out, and a long one is cut. */
export function reportOptionsOf({ company, logoPath, paper, isRedacted }: ReportChoices): ReportOptions {
  const name = company.trim()
  return {
    paper,
    isRedacted,
    ...(name === '' ? {} : { company: name.slice(0, maxCompanyLength) }),
    ...(logoPath === null ? {} : { logoPath }),
  }
}

/** The problem of the company's name; null if it is valid. */
export function companyProblem(company: string): string | null {
  const length = company.trim().length
  return length > maxCompanyLength ? `At most ${maxCompanyLength} characters; these are ${length}.` : null
}

function objectOf(text: string | null): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    // The stored text is damaged. The defaults are used.
    return {}
  }
}
