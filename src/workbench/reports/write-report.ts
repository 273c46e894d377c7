/**
 * Writes the report of a run in any number of formats. Each file is written completely or not at all.
 */
import { join } from 'node:path'
import { AppError } from '../../contracts/app-error.ts'
import { cleanRun } from '../../contracts/redact.ts'
import {
  type ReportFormat,
  type ReportOptions,
  type RunReportFormat,
  reportFormat,
} from '../../contracts/report-options.ts'
import { exportOfRun } from '../../contracts/run-file-conversion.ts'
import { hasOutputs, type MeasuredRecord, type OutputsRun, type RunRecord } from '../../contracts/run-record.ts'
import type { Sample } from '../../contracts/sample.ts'
import type { Document } from '../../presentation/document.ts'
import { paintHtml } from '../../presentation/painters/html-painter.ts'
import { paintMarkdown } from '../../presentation/painters/markdown-painter.ts'
import { importDocument } from '../../presentation/run/import-document.ts'
import { validationDocument } from '../../presentation/run/validation-document.ts'
import { checksumOf } from '../files/checksum.ts'
import { writeFileAtomically } from '../files/write-file-atomically.ts'
import { type PrintPdf, pdfOf } from '../printing/pdf-report.ts'
import { readBrand } from './brand.ts'
import { hdrLog } from './exports/hdr-log.ts'
import { openMessagingJson } from './exports/openmessaging-json.ts'
import { openMetricsText, prometheusText } from './exports/prometheus-export.ts'
import { importSummaryCsv, importWindowsCsv } from './import-csv.ts'
import { samplesCsv } from './samples-csv.ts'
import { summaryCsv } from './summary-csv.ts'

/** Formats, folder and options of a report. */
export interface ReportOrder {
  readonly formats: readonly RunReportFormat[]
  /** The folder of the files. It is made if it does not exist. */
  readonly directory: string
  readonly options: ReportOptions
}

/** The run to report, with formats, folder and options. */
export interface ReportInput extends ReportOrder {
  readonly run: RunRecord
  /** Empty for a run with outputs of tools. */
  readonly samples: readonly Sample[]
}

/** The content of a report in each format. */
export interface ReportParts {
  readonly runId: string
  /** The content of HTML, PDF and Markdown. */
  document(): Document
  json(): string
  csv(): readonly ReportFile[]
  /** Formats for other tools. Undefined if there are no samples, which all of them need. */
  readonly exports?: Readonly<Record<ExportFormat, () => readonly ReportFile[]>>
}

type ExportFormat = Exclude<RunReportFormat, ReportFormat>

type ReportFile = { readonly suffix: string; readonly data: () => string | Promise<Uint8Array> }

function filesOf(
  format: RunReportFormat,
  parts: ReportParts,
  print: (page: string) => Promise<Uint8Array>,
): readonly ReportFile[] {
  switch (format) {
    case 'html':
      return [{ suffix: '.html', data: () => paintHtml(parts.document()) }]
    case 'pdf':
      return [{ suffix: '.pdf', data: () => print(paintHtml(parts.document())) }]
    case 'md':
      return [{ suffix: '.md', data: () => paintMarkdown(parts.document()) }]
    case 'json':
      return [{ suffix: '.json', data: parts.json }]
    case 'csv':
      return parts.csv()
    default:
      return parts.exports?.[format]() ?? []
  }
}

/** Checks before anything is written that all formats are possible. @throws AppError INPUT_INVALID */
function refuseImpossible({ exports }: ReportParts, formats: readonly RunReportFormat[]): void {
  const exportFormats = formats.filter((format) => !reportFormat.safeParse(format).success)
  if (exports !== undefined || exportFormats.length === 0) return
  throw new AppError(
    'INPUT_INVALID',
    `The format ${exportFormats.join(' or ')} needs the samples of every second, which this report does not have.`,
    {
      remedy: 'Choose html, pdf, md, json or csv, or a run that Headroom measured with its own clients.',
    },
  )
}

function exportsOf(record: MeasuredRecord, samples: readonly Sample[]): NonNullable<ReportParts['exports']> {
  return {
    openmessaging: () => [{ suffix: '-openmessaging.json', data: () => openMessagingJson(record, samples) }],
    hdr: () => [{ suffix: '.hlog', data: () => hdrLog(record, samples) }],
    prometheus: () => [
      { suffix: '.prom', data: () => prometheusText(record) },
      { suffix: '-seconds.openmetrics', data: () => openMetricsText(record, samples) },
    ],
  }
}

/**
 * Writes a run's report as `headroom-RUN…` into a folder.
 * @returns the paths of the files, in the order of the formats
 * @throws AppError FILE_UNREADABLE for the logo; INPUT_INVALID for a format that the run does not have; DISK_FULL or
 * FILE_UNWRITABLE with the name of the file; PRINTER_NOT_READY. Files that were written before the error are complete.
 */
export function writeReport(input: ReportInput, printPdf: PrintPdf): Promise<string[]> {
  const { record, samples } = cleanRun({ record: input.run, samples: input.samples }, input.options.isRedacted)
  const painted = hasOutputs(record) ? outputsParts(record) : samplesParts(record, samples)
  const json = () => `${JSON.stringify(exportOfRun(record, samples), null, 2)}\n`
  return writeReportParts({ ...painted, runId: record.id, json }, input, printPdf)
}

type PaintedParts = Omit<ReportParts, 'runId' | 'json'>

function samplesParts(record: MeasuredRecord, samples: readonly Sample[]): PaintedParts {
  return {
    document: () => validationDocument(record, samples),
    csv: () => [
      { suffix: '-samples.csv', data: () => samplesCsv(samples) },
      { suffix: '-summary.csv', data: () => summaryCsv(record) },
    ],
    exports: exportsOf(record, samples),
  }
}

function outputsParts(run: OutputsRun): PaintedParts {
  return {
    document: () => importDocument(run),
    csv: () => [
      { suffix: '-windows.csv', data: () => importWindowsCsv(run) },
      { suffix: '-summary.csv', data: () => importSummaryCsv(run) },
    ],
  }
}

/** Writes the parts of a report to files. Returns and throws as `writeReport`. */
export async function writeReportParts(parts: ReportParts, order: ReportOrder, printPdf: PrintPdf): Promise<string[]> {
  const { formats, directory, options } = order
  refuseImpossible(parts, formats)
  const json = parts.json()
  const frame = { brand: await readBrand(options), checksum: checksumOf(json) }
  const framed: ReportParts = { ...parts, json: () => json, document: () => ({ ...parts.document(), ...frame }) }
  const print = (page: string) => pdfOf(page, options.paper, printPdf)
  const paths: string[] = []
  for (const file of [...new Set(formats)].flatMap((format) => filesOf(format, framed, print))) {
    const path = join(directory, `headroom-${parts.runId}${file.suffix}`)
    await writeFileAtomically(path, await file.data())
    paths.push(path)
  }
  return paths
}
