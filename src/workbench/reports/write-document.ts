/**
 * Writes a report that consists of a document and a JSON value. Each file is written completely or not at all.
 */
import { join } from 'node:path'
import type { DocumentFormat, ReportOptions } from '../../contracts/report-options.ts'
import type { Document } from '../../presentation/document.ts'
import { paintHtml } from '../../presentation/painters/html-painter.ts'
import { paintMarkdown } from '../../presentation/painters/markdown-painter.ts'
import { writeFileAtomically } from '../files/write-file-atomically.ts'
import { type PrintPdf, pdfOf } from '../printing/pdf-report.ts'
import { readBrand } from './brand.ts'

/** Formats, folder and options of a report. */
export interface DocumentOrder {
  readonly formats: readonly DocumentFormat[]
  /** The folder of the files. It is made if it does not exist. */
  readonly directory: string
  readonly options: ReportOptions
}

/** The content of a report. Its files are named `headroom-KIND-WORDS.FORMAT`. */
export interface WrittenDocument {
  readonly kind: 'sizing' | 'calibration' | 'observation' | 'forecast'
  /** The name of the report. Its words become the WORDS of the file names. */
  readonly name: string
  readonly document: Document
  readonly json: unknown
}

function fileName({ kind, name }: WrittenDocument): string {
  const words = name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return `headroom-${kind}-${words.join('-').slice(0, 60) || 'scenario'}`
}

/**
 * Writes the files of a document into a folder.
 * @returns the paths of the files, in the order of the formats
 * @throws AppError as `writeReport`
 */
export async function writeDocument(
  written: WrittenDocument,
  { formats, directory, options }: DocumentOrder,
  printPdf: PrintPdf,
): Promise<string[]> {
  const document = { ...written.document, brand: await readBrand(options) }
  const dataOf = (format: DocumentFormat): string | Promise<Uint8Array> => {
    switch (format) {
      case 'html':
        return paintHtml(document)
      case 'pdf':
        return pdfOf(paintHtml(document), options.paper, printPdf)
      case 'md':
        return paintMarkdown(document)
      case 'json':
        return `${JSON.stringify(written.json, null, 2)}\n`
    }
  }
  const paths: string[] = []
  for (const format of new Set(formats)) {
    const path = join(directory, `${fileName(written)}.${format}`)
    await writeFileAtomically(path, await dataOf(format))
    paths.push(path)
  }
  return paths
}
