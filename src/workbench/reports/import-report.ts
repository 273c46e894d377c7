/**
 * Writing the report of an imported run: each file whole or not at all.
 */
import { join } from 'node:path'
import type { ImportedRun } from '../../contracts/imported-run.ts'
import type { ReportFormat } from '../../contracts/ipc-contract.ts'
import { writeFileAtomically } from '../files/write-file-atomically.ts'
import { importSummaryCsv, importWindowsCsv } from './import-csv.ts'
import { importDocument } from './import-document.ts'
import { writeHtml } from './writers/html-writer.ts'
import { writeMarkdown } from './writers/markdown-writer.ts'

/** What to report, how, and where. */
export interface ImportReportInput {
  readonly run: ImportedRun
  readonly formats: readonly ReportFormat[]
  /** Made where it is missing. */
  readonly directory: string
}

interface ReportFile {
  readonly suffix: string
  text(): string
}

function filesOf(format: ReportFormat, run: ImportedRun): readonly ReportFile[] {
  switch (format) {
    case 'html':
      return [{ suffix: '.html', text: () => writeHtml(importDocument(run)) }]
    case 'md':
      return [{ suffix: '.md', text: () => writeMarkdown(importDocument(run)) }]
    case 'json':
      return [{ suffix: '.json', text: () => `${JSON.stringify(run, null, 2)}\n` }]
    case 'csv':
      return [
        { suffix: '-windows.csv', text: () => importWindowsCsv(run) },
        { suffix: '-summary.csv', text: () => importSummaryCsv(run) },
      ]
  }
}

/**
 * Writes the report as `headroom-RUN…` into a folder.
 * @returns the paths written, in the order of the formats
 * @throws AppError DISK_FULL or FILE_UNWRITABLE, naming the file; files before it are whole, it is not there
 */
export async function writeImportReport({ run, formats, directory }: ImportReportInput): Promise<string[]> {
  const paths: string[] = []
  for (const file of [...new Set(formats)].flatMap((format) => filesOf(format, run))) {
    const path = join(directory, `headroom-${run.id}${file.suffix}`)
    await writeFileAtomically(path, file.text())
    paths.push(path)
  }
  return paths
}
