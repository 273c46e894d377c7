/**
 * Writing the report of a prediction.
 */

import { type Sizing, sizingDocument } from '../../presentation/sizing/sizing-document.ts'
import type { PrintPdf } from '../printing/pdf-report.ts'
import { type DocumentOrder, writeDocument } from './write-document.ts'

/** What to report, how, and where. */
export interface SizingReportInput extends DocumentOrder {
  readonly sizing: Sizing
}

/** Writes `headroom-sizing-NAME…` into a folder, with the same answer and errors as `writeDocument`. */
export function writeSizingReport({ sizing, ...order }: SizingReportInput, printPdf: PrintPdf): Promise<string[]> {
  const { scenario, prediction, compared, headroomVersion } = sizing
  const json = { headroomVersion, scenario, prediction, compared }
  const written = { kind: 'sizing', name: scenario.name, document: sizingDocument(sizing), json } as const
  return writeDocument(written, order, printPdf)
}
