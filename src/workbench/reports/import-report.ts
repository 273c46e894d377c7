/**
 * Writing the report of an imported run, in the same formats as that of a measured one.
 */
import type { ImportedRun } from '../../contracts/imported-run.ts'
import { cleanImport } from '../../contracts/redact.ts'
import { importDocument } from '../../presentation/run/import-document.ts'
import type { PrintPdf } from '../printing/pdf-report.ts'
import { importSummaryCsv, importWindowsCsv } from './import-csv.ts'
import { type ReportOrder, writeReportParts } from './write-report.ts'

/** What to report, how, and where. */
export interface ImportReportInput extends ReportOrder {
  readonly run: ImportedRun
}

/** As `writeReport`, with the same errors. */
export async function writeImportReport(input: ImportReportInput, printPdf: PrintPdf): Promise<string[]> {
  const run = cleanImport(input.run, input.options.isRedacted)
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
