/**
 * Writes the report of a prediction.
 */

import { type Sizing, sizingDocument } from '../../presentation/sizing/sizing-document.ts'
import type { PrintPdf } from '../printing/pdf-report.ts'
import { type DocumentOrder, writeDocument } from './write-document.ts'

/** The prediction to report, with formats, folder and options. */
export interface SizingReportInput extends DocumentOrder {
  readonly sizing: Sizing
}

/** Writes files named `headroom-sizing-NAME…`. Returns and throws as `writeDocument`. */
export function writeSizingReport({ sizing, ...order }: SizingReportInput, printPdf: PrintPdf): Promise<string[]> {
  const { scenario, prediction, compared, headroomVersion } = sizing
  const json = { headroomVersion, scenario, prediction, compared }
  const written = { kind: 'sizing', name: scenario.name, document: sizingDocument(sizing), json } as const
  return writeDocument(written, order, printPdf)
}
