/**
 * Writing a run's report: each file whole or not at all.
 */
import { join } from 'node:path'
import type { ReportFormat, ReportOptions } from '../../contracts/ipc-contract.ts'
import type { RunExport, RunRecord } from '../../contracts/run-record.ts'
import type { Sample } from '../../contracts/sample.ts'
import { writeFileAtomically } from '../files/write-file-atomically.ts'
import { type PrintPdf, pdfOf } from './pdf-report.ts'
import { samplesCsv } from './samples-csv.ts'
import { summaryCsv } from './summary-csv.ts'
import { validationDocument } from './validation-document.ts'
import { writeHtml } from './writers/html-writer.ts'
import { writeMarkdown } from './writers/markdown-writer.ts'

/** What to report, how, and where. */
export type ReportInput = {
  readonly record: RunRecord
  readonly samples: readonly Sample[]
  readonly formats: readonly ReportFormat[]
  /** Made where it is missing. */
  readonly directory: string
  readonly options: ReportOptions
}

type ReportFile = { readonly suffix: string; readonly data: () => string | Promise<Uint8Array> }

/** Its samples put after the record's fields, as `runExport` has them. */
function runExportJson(record: RunRecord, samples: readonly Sample[]): string {
  const value: RunExport = { ...record, samples: [...samples] }
  return `${JSON.stringify(value, null, 2)}\n`
}

function filesOf(format: ReportFormat, input: ReportInput, printPdf: PrintPdf): readonly ReportFile[] {
  const { record, samples, options } = input
  const document = () => validationDocument(record, samples)
  switch (format) {
    case 'html':
      return [{ suffix: '.html', data: () => writeHtml(document()) }]
    case 'pdf':
      return [{ suffix: '.pdf', data: () => pdfOf(writeHtml(document()), options.paper, printPdf) }]
    case 'md':
      return [{ suffix: '.md', data: () => writeMarkdown(document()) }]
    case 'json':
      return [{ suffix: '.json', data: () => runExportJson(record, samples) }]
    case 'csv':
      return [
        { suffix: '-samples.csv', data: () => samplesCsv(samples) },
        { suffix: '-summary.csv', data: () => summaryCsv(record) },
      ]
  }
}

/**
 * Writes a run's report as `headroom-RUN…` into a folder.
 * @returns the paths written, in the order of the formats
 * @throws AppError DISK_FULL or FILE_UNWRITABLE naming the file, PRINTER_NOT_READY; files before it are whole, it is not
 * there
 */
export async function writeReport(input: ReportInput, printPdf: PrintPdf): Promise<string[]> {
  const paths: string[] = []
  for (const file of [...new Set(input.formats)].flatMap((format) => filesOf(format, input, printPdf))) {
    const path = join(input.directory, `headroom-${input.record.id}${file.suffix}`)
    await writeFileAtomically(path, await file.data())
    paths.push(path)
  }
  return paths
}
