/**
 * Writing a run's report: each file whole or not at all.
 */
import { join } from 'node:path'
import type { ReportFormat } from '../../contracts/ipc-contract.ts'
import type { RunExport, RunRecord } from '../../contracts/run-record.ts'
import type { Sample } from '../../contracts/sample.ts'
import { writeFileAtomically } from '../files/write-file-atomically.ts'
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
}

type ReportFile = { readonly suffix: string; readonly text: () => string }

/** Its samples put after the record's fields, as `runExport` has them. */
function runExportJson(record: RunRecord, samples: readonly Sample[]): string {
  const value: RunExport = { ...record, samples: [...samples] }
  return `${JSON.stringify(value, null, 2)}\n`
}

function filesOf(format: ReportFormat, { record, samples }: ReportInput): readonly ReportFile[] {
  switch (format) {
    case 'html':
      return [{ suffix: '.html', text: () => writeHtml(validationDocument(record, samples)) }]
    case 'md':
      return [{ suffix: '.md', text: () => writeMarkdown(validationDocument(record, samples)) }]
    case 'json':
      return [{ suffix: '.json', text: () => runExportJson(record, samples) }]
    case 'csv':
      return [
        { suffix: '-samples.csv', text: () => samplesCsv(samples) },
        { suffix: '-summary.csv', text: () => summaryCsv(record) },
      ]
  }
}

/**
 * Writes a run's report as `headroom-RUN…` into a folder.
 * @returns the paths written, in the order of the formats
 * @throws AppError DISK_FULL or FILE_UNWRITABLE, naming the file; files before it are whole, it is not there
 */
export async function writeReport(input: ReportInput): Promise<string[]> {
  const paths: string[] = []
  for (const file of [...new Set(input.formats)].flatMap((format) => filesOf(format, input))) {
    const path = join(input.directory, `headroom-${input.record.id}${file.suffix}`)
    await writeFileAtomically(path, file.text())
    paths.push(path)
  }
  return paths
}
