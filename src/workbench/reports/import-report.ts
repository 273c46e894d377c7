/**
 * Writing the report of an imported run, in the same formats as that of a measured one.
 */
import { AppError } from '../../contracts/app-error.ts'
import type { ImportedRun } from '../../contracts/imported-run.ts'
import { importSummaryCsv, importWindowsCsv } from './import-csv.ts'
import { importDocument } from './import-document.ts'
import type { PrintPdf } from './pdf-report.ts'
import { type ReportOrder, writeReportParts } from './write-report.ts'

/** What to report, how, and where. */
export interface ImportReportInput extends ReportOrder {
  readonly run: ImportedRun
}

/** As `writeReport`, with the same errors. */
export async function writeImportReport(input: ImportReportInput, printPdf: PrintPdf): Promise<string[]> {
  const { run, options } = input
  if (options.isRedacted) throw cannotRedact()
  const parts = {
    runId: run.id,
    document: () => importDocument(run),
    json: () => `${JSON.stringify(run, null, 2)}\n`,
    csv: () => [
      { suffix: '-windows.csv', data: () => importWindowsCsv(run) },
      { suffix: '-summary.csv', data: () => importSummaryCsv(run) },
    ],
  }
  return writeReportParts(parts, input, printPdf)
}

function cannotRedact(): AppError {
  return new AppError(
    'INPUT_INVALID',
    'An imported run is what another tool wrote: its host names are not known as such.',
    {
      remedy: 'Take them out of the files before importing them, and report without --redact.',
    },
  )
}
