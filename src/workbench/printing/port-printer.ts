/**
 * Prints through the app's main process, over the parent port.
 */
import { AppError } from '../../contracts/app-error.ts'
import type { WorkbenchMessage } from '../../contracts/parent-port.ts'
import type { PrintPdf } from './pdf-report.ts'

/** A printer that receives its answers through `onPrinted`. */
export interface PortPrinter {
  readonly printPdf: PrintPdf
  onPrinted(id: number, problem: string | null): void
}

/** A printer that sends its jobs to main, which limits the time of a job. */
export function createPortPrinter(send: (message: WorkbenchMessage) => void): PortPrinter {
  const waiting = new Map<number, (problem: string | null) => void>()
  let lastId = 0
  return {
    async printPdf(job) {
      lastId += 1
      const id = lastId
      const problem = await new Promise<string | null>((resolve) => {
        waiting.set(id, resolve)
        send({ type: 'print', id, job })
      })
      if (problem === null) return
      throw new AppError('PRINTER_NOT_READY', `The PDF was not printed: ${problem}`, {
        remedy: 'Export the report as HTML and print it from a web browser.',
      })
    },
    onPrinted(id, problem) {
      waiting.get(id)?.(problem)
      waiting.delete(id)
    },
  }
}
