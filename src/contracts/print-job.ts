/**
 * Types for printing a report. They are plain types, so that the main process needs no schema library.
 */

/** Paper sizes that reports are laid out for. */
export const papers = ['A4', 'Letter'] as const
export type Paper = (typeof papers)[number]

/** A page to print; paths are absolute. */
export interface PrintJob {
  /** The report as one HTML file. */
  readonly htmlPath: string
  /** Where the PDF is written; an existing file is replaced. */
  readonly pdfPath: string
  readonly paper: Paper
}
