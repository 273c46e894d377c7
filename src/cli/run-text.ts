/**
 * Formats a run as text.
 */
import { hasOutputs, type RunRecord } from '../contracts/run-record.ts'
import { paintTerminal } from '../presentation/painters/terminal-painter.ts'
import { importDocument } from '../presentation/run/import-document.ts'
import { validationDocument } from '../presentation/run/validation-document.ts'

/** Formats a run in lines of at most `columns` characters. Tables may be wider. */
export function runText(run: RunRecord, columns: number): string {
  return paintTerminal(hasOutputs(run) ? importDocument(run) : validationDocument(run, []), columns)
}
