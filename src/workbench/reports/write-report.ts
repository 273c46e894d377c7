/**
 * Writing a run's report: each file whole or not at all.
 */
import { join } from 'node:path'
import type { ReportFormat, ReportOptions } from '../../contracts/ipc-contract.ts'
import type { RunExport, RunRecord } from '../../contracts/run-record.ts'
import type { Sample } from '../../contracts/sample.ts'
import { writeFileAtomically } from '../files/write-file-atomically.ts'
import { readBrand } from './brand.ts'
import { checksumOf } from './checksum.ts'
import type { ReportDocument } from './document.ts'
import { type PrintPdf, pdfOf } from './pdf-report.ts'
import { cleanRecord } from './redact.ts'
import { samplesCsv } from './samples-csv.ts'
import { summaryCsv } from './summary-csv.ts'
import { validationDocument } from './validation-document.ts'
import { writeHtml } from './writers/html-writer.ts'
import { writeMarkdown } from './writers/markdown-writer.ts'

/** How a report is written, and where. */
export interface ReportOrder {
  readonly formats: readonly ReportFormat[]
  /** Made where it is missing. */
  readonly directory: string
  readonly options: ReportOptions
}

/** What to report, how, and where. */
export interface ReportInput extends ReportOrder {
  readonly record: RunRecord
  readonly samples: readonly Sample[]
}

/** What a run has to say in each kind of format. */
export interface ReportParts {
  readonly runId: string
  /** What people read. */
  document(): ReportDocument
  json(): string
  csv(): readonly ReportFile[]
}

type ReportFile = { readonly suffix: string; readonly data: () => string | Promise<Uint8Array> }

/** Its samples put after the record's fields, as `runExport` has them. */
function runExportJson(record: RunRecord, samples: readonly Sample[]): string {
  const value: RunExport = { ...record, samples: [...samples] }
  return `${JSON.stringify(value, null, 2)}\n`
}

function filesOf(
  format: ReportFormat,
  parts: ReportParts,
  print: (page: string) => Promise<Uint8Array>,
): readonly ReportFile[] {
  switch (format) {
    case 'html':
      return [{ suffix: '.html', data: () => writeHtml(parts.document()) }]
    case 'pdf':
      return [{ suffix: '.pdf', data: () => print(writeHtml(parts.document())) }]
    case 'md':
      return [{ suffix: '.md', data: () => writeMarkdown(parts.document()) }]
    case 'json':
      return [{ suffix: '.json', data: parts.json }]
    case 'csv':
      return parts.csv()
  }
}

/**
 * Writes a run's report as `headroom-RUN…` into a folder.
 * @returns the paths written, in the order of the formats
 * @throws AppError FILE_UNREADABLE for the logo; DISK_FULL or FILE_UNWRITABLE naming the file, PRINTER_NOT_READY; files before it are whole, it is not
 * there
 */
export function writeReport(input: ReportInput, printPdf: PrintPdf): Promise<string[]> {
  const { samples } = input
  const record = cleanRecord(input.record, input.options.isRedacted)
  const parts: ReportParts = {
    runId: record.id,
    document: () => validationDocument(record, samples),
    json: () => runExportJson(record, samples),
    csv: () => [
      { suffix: '-samples.csv', data: () => samplesCsv(samples) },
      { suffix: '-summary.csv', data: () => summaryCsv(record) },
    ],
  }
  return writeReportParts(parts, input, printPdf)
}

/** As `writeReport`, for any run. */
export async function writeReportParts(parts: ReportParts, order: ReportOrder, printPdf: PrintPdf): Promise<string[]> {
  const { formats, directory, options } = order
  const frame = { brand: await readBrand(options), checksum: checksumOf(parts.json()) }
  const framed: ReportParts = { ...parts, document: () => ({ ...parts.document(), ...frame }) }
  const print = (page: string) => pdfOf(page, options.paper, printPdf)
  const paths: string[] = []
  for (const file of [...new Set(formats)].flatMap((format) => filesOf(format, framed, print))) {
    const path = join(directory, `headroom-${parts.runId}${file.suffix}`)
    await writeFileAtomically(path, await file.data())
    paths.push(path)
  }
  return paths
}
