/**
 * Prints for the command line: a script of the repository starts Electron without a window.
 */
import { spawn } from 'node:child_process'
import { AppError } from '../../contracts/app-error.ts'
import { type PrintAnswer, printAnswer } from '../../contracts/print-answer.ts'
import { childEnvironment } from '../secrets/child-environment.ts'
import type { PrintPdf } from './pdf-report.ts'

/** Time limit of the script. It includes building the app before the first print. The script has its own limit for Electron. */
const timeoutMs = 6 * 60_000

/** Creates a printer that runs the script. `scriptPath` is null in a packaged app, which has no script. */
export function createScriptPrinter(scriptPath: string | null, nodePath: string): PrintPdf {
  return async ({ htmlPath, pdfPath, paper }) => {
    if (scriptPath === null) throw notPrinted('This Headroom prints PDF from its window only.', null)
    const { isPrinted, problem, remedy } = await runScript(nodePath, [scriptPath, htmlPath, pdfPath, paper])
    if (!isPrinted) throw notPrinted(problem ?? 'Electron did not print the PDF.', remedy)
  }
}

function notPrinted(problem: string, remedy: string | null): AppError {
  return new AppError('PRINTER_NOT_READY', problem, {
    remedy: remedy ?? 'Write the report as HTML and print it from a web browser.',
  })
}

async function runScript(nodePath: string, args: readonly string[]): Promise<PrintAnswer> {
  const child = spawn(nodePath, [...args], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: childEnvironment(process.env),
    timeout: timeoutMs,
  })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (piece: string) => {
    output += piece
  })
  const failure = await new Promise<string | null>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('close', () => resolve(null))
  })
  const parsed = printAnswer.safeParse(parseLast(output))
  if (parsed.success) return parsed.data
  return {
    isPrinted: false,
    problem: `The printing script did not report whether it printed${failure === null ? '' : `: ${failure}`}.`,
    remedy: null,
  }
}

function parseLast(output: string): unknown {
  try {
    return JSON.parse(output.trim().split('\n').at(-1) ?? '')
  } catch {
    // The output is not JSON. The caller reports that.
    return null
  }
}
