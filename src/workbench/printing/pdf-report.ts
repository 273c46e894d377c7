/**
 * Makes the PDF of a report by letting Electron print its HTML page.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AppError } from '../../contracts/app-error.ts'
import type { Paper, PrintJob } from '../../contracts/print-job.ts'

/** Prints an HTML file to a PDF file. @throws AppError PRINTER_NOT_READY with a remedy */
export type PrintPdf = (job: PrintJob) => Promise<void>

/** The first bytes of every PDF. */
const pdfStart = '%PDF-'

/** Returns the PDF of an HTML page. @throws AppError PRINTER_NOT_READY */
export async function pdfOf(page: string, paper: Paper, printPdf: PrintPdf): Promise<Uint8Array> {
  const folder = await mkdtemp(join(tmpdir(), 'headroom-report-'))
  try {
    const [htmlPath, pdfPath] = [join(folder, 'report.html'), join(folder, 'report.pdf')]
    await writeFile(htmlPath, page, { mode: 0o600 })
    await printPdf({ htmlPath, pdfPath, paper })
    const pdf = await readFile(pdfPath)
    if (pdf.subarray(0, pdfStart.length).toString('latin1') === pdfStart) return pdf
    throw new AppError('PRINTER_NOT_READY', 'Electron printed something that is not a PDF.', {
      remedy: 'Write the report as HTML and print it from a web browser.',
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
