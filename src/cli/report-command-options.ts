/**
 * The common options of commands that write reports.
 */
import { resolve } from 'node:path'
import { AppError, type AppErrorData } from '../contracts/app-error.ts'
import { papers } from '../contracts/print-job.ts'
import type { ReportOptions } from '../contracts/report-options.ts'
import { joinNames } from '../units/join-names.ts'
import { assertWritableFolder } from '../workbench/files/assert-writable.ts'
import type { Given } from './command-line.ts'

/** Options of all `report` commands. */
export const sharedReportOptions = {
  paper: { value: 'PAPER', text: `Paper of the PDF: ${papers.join(' or ')} (default: A4).` },
  company: { value: 'NAME', text: 'Put this name on the title page.' },
  logo: { value: 'FILE', text: 'Put this picture on the title page: PNG, JPEG or SVG.' },
  out: { value: 'DIR', text: 'Folder for the files (default: the current folder).' },
} as const

/** The options that a `report` command reads, as a list for `readAll`. The results are the input of `reportRequestOf`. */
export function reportReads<Format extends string>(given: Given, known: readonly Format[]) {
  const company = given.text('company')
  return [
    ['--format', () => readFormats(given.text('format') ?? 'html', known)],
    ['--paper', () => readPaper(given.text('paper') ?? 'A4')],
    ['--company', () => (company === undefined ? undefined : readCompany(company))],
    ['--out', () => outputFolder(given)],
  ] as const
}

/** The results of `reportReads`. */
interface ReportParts<Format extends string> {
  readonly formats: Format[]
  readonly paper: ReportOptions['paper']
  readonly company: string | undefined
  readonly directory: string
}

/** What a `report` command writes, and where to. */
export function reportRequestOf<Format extends string>(
  given: Given,
  { formats, paper, company, directory }: ReportParts<Format>,
) {
  const logo = given.text('logo')
  const options: ReportOptions = {
    paper,
    isRedacted: given.has('redact'),
    ...(company === undefined ? {} : { company }),
    ...(logo === undefined ? {} : { logoPath: resolve(logo) }),
  }
  return { formats, options, directory }
}

/** Checks and returns the folder of `--out` before a report is made. @throws AppError FILE_UNWRITABLE or DISK_FULL */
async function outputFolder(given: Given): Promise<string> {
  const folder = resolve(given.text('out') ?? '.')
  await assertWritableFolder(folder)
  return folder
}

/** Checks and returns the folder of `--report`, if given, before the run. @throws AppError as `outputFolder` */
export async function reportFolder(given: Given): Promise<string | undefined> {
  const text = given.text('report')
  if (text === undefined) return undefined
  await assertWritableFolder(text)
  return resolve(text)
}

/** The files of a report that was written after a run, or the error if it could not be written. */
export interface ReportOutcome {
  readonly paths: readonly string[]
  readonly error: AppErrorData | null
}

/**
 * Writes the report of `--report`. Returns errors instead of throwing, so that the result of the run is still printed.
 */
export async function writeReportAfterRun(
  directory: string | undefined,
  write: (directory: string) => Promise<{ readonly paths: readonly string[] }>,
): Promise<ReportOutcome> {
  if (directory === undefined) return { paths: [], error: null }
  try {
    return { paths: (await write(directory)).paths, error: null }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { paths: [], error: error.toData() }
  }
}

/** Parses a comma-separated list of formats. @throws AppError USAGE that names every word that is no format */
function readFormats<T extends string>(text: string, known: readonly T[]): T[] {
  const words = text.split(',').map((word) => word.trim())
  const isKnown = (word: string): word is T => known.some((each) => each === word)
  const unknown = words.filter((word) => !isKnown(word)).map((word) => `"${word}"`)
  if (unknown.length === 0) return words.filter(isKnown)
  const what = unknown.length === 1 ? 'is not a format' : 'are not formats'
  throw new AppError('USAGE', `--format ${text}: ${joinNames(unknown)} ${what}.`, {
    remedy: `Known formats: ${known.join(', ')}.`,
  })
}

function readPaper(text: string): ReportOptions['paper'] {
  const paper = papers.find((known) => known.toLowerCase() === text.toLowerCase())
  if (paper !== undefined) return paper
  throw new AppError('USAGE', `--paper ${text}: unknown paper size.`, {
    remedy: `Use one of: ${papers.join(', ')}.`,
  })
}

const maxCompanyCharacters = 120

function readCompany(text: string): string {
  const name = text.trim()
  if (name !== '' && name.length <= maxCompanyCharacters) return name
  throw new AppError('USAGE', `--company: expected a name of 1 to ${maxCompanyCharacters} characters.`)
}
