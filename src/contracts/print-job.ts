/**
 * Printing a report: plain types, so that main needs no schema library for them.
 */

/** Papers that reports are set for. */
export const papers = ['A4', 'Letter'] as const
export type Paper = (typeof papers)[number]

/** A page to be printed, by absolute paths. */
export interface PrintJob {
  /** The report as one HTML file. */
  readonly htmlPath: string
  /** Where the PDF goes; an older file is replaced. */
  readonly pdfPath: string
  readonly paper: Paper
}
