/**
 * Prints in the app's main process, to which it sends jobs over the parent port.
 */
import { AppError } from '../../contracts/app-error.ts'
import type { WorkbenchMessage } from '../../contracts/parent-port.ts'
import { createParentRequests } from '../parent-requests.ts'
import type { PrintPdf } from './pdf-report.ts'

/** A printer whose responses arrive through `onPrinted`. */
export interface PortPrinter {
  readonly printPdf: PrintPdf
  /** `problem` is null if the PDF was printed. */
  onPrinted(id: number, problem: string | null): void
}

/** Creates a printer that sends its jobs to the main process. The main process limits the time of a job. */
export function createPortPrinter(send: (message: WorkbenchMessage) => void): PortPrinter {
  const requests = createParentRequests<string | null>()
  return {
    async printPdf(job) {
      const problem = await requests.request((id) => send({ type: 'print', id, job }))
      if (problem === null) return
      throw new AppError('PRINTER_NOT_READY', `The PDF was not printed: ${problem}`, {
        remedy: 'Export the report as HTML and print it from a web browser.',
      })
    },
    onPrinted: requests.onResponse,
  }
}
