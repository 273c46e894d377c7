/**
 * Writing the report of a prediction: each file whole or not at all.
 */
import { join } from 'node:path'
import type { ReportOptions, SizingReportFormat } from '../../contracts/ipc-contract.ts'
import { writeFileAtomically } from '../files/write-file-atomically.ts'
import { readBrand } from './brand.ts'
import { type PrintPdf, pdfOf } from './pdf-report.ts'
import { type Sizing, sizingDocument } from './sizing-document.ts'
import { writeHtml } from './writers/html-writer.ts'
import { writeMarkdown } from './writers/markdown-writer.ts'

/** What to report, how, and where. */
export interface SizingReportInput {
  readonly sizing: Sizing
  readonly formats: readonly SizingReportFormat[]
  readonly directory: string
  readonly options: ReportOptions
}

/** A file name of what a scenario is called. */
function fileName(name: string): string {
  const words = name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return `headroom-sizing-${words.join('-').slice(0, 60) || 'scenario'}`
}

function sizingJson({ scenario, prediction, compared, headroomVersion }: Sizing): string {
  return `${JSON.stringify({ headroomVersion, scenario, prediction, compared }, null, 2)}\n`
}

/**
 * Writes `headroom-sizing-NAME…` into a folder.
 * @returns the paths written, in the order of the formats
 * @throws AppError as `writeReport`
 */
export async function writeSizingReport(input: SizingReportInput, printPdf: PrintPdf): Promise<string[]> {
  const { sizing, formats, directory, options } = input
  const document = { ...sizingDocument(sizing), brand: await readBrand(options) }
  const dataOf = (format: SizingReportFormat): string | Promise<Uint8Array> => {
    switch (format) {
      case 'html':
        return writeHtml(document)
      case 'pdf':
        return pdfOf(writeHtml(document), options.paper, printPdf)
      case 'md':
        return writeMarkdown(document)
      case 'json':
        return sizingJson(sizing)
    }
  }
  const paths: string[] = []
  for (const format of new Set(formats)) {
    const path = join(directory, `${fileName(sizing.scenario.name)}.${format}`)
    await writeFileAtomically(path, await dataOf(format))
    paths.push(path)
  }
  return paths
}
