/**
 * Any run as text.
 */
import { hasOutputs, type StoredRun } from '../contracts/run-record.ts'
import { paintTerminal } from '../presentation/painters/terminal-painter.ts'
import { validationDocument } from '../presentation/run/validation-document.ts'
import { importText } from './import-text.ts'

/** A run, in lines of at most `columns` characters but for its tables. */
export function runText(run: StoredRun, columns: number): string {
  return hasOutputs(run) ? importText(run, columns) : paintTerminal(validationDocument(run, []), columns)
}
