/**
 * Reads the command line of the app.
 */
import { isAbsolute, resolve } from 'node:path'
import { type PrintJob, papers } from '../contracts/print-job.ts'

/** The arguments that main uses. */
export interface CommandArguments {
  /** Absolute path of the workspace; null for the standard folder of the platform. */
  readonly workspace: string | null
  /** The report that the app prints as a PDF, without opening a window, and then exits; null to open the window. */
  readonly print: PrintJob | null
}

/**
 * Reads `--workspace DIR`, or `--print HTML --pdf FILE --paper A4`. Values may also follow an equals sign. An unknown paper
 * counts as A4. All other arguments belong to Electron and Chromium and are ignored.
 */
export function readCommandArguments(argv: readonly string[], workingDirectory: string): CommandArguments {
  const pathOption = (name: string): string | null => {
    const value = optionValue(argv, name)
    if (value === null) return null
    return isAbsolute(value) ? value : resolve(workingDirectory, value)
  }
  const [htmlPath, pdfPath] = [pathOption('print'), pathOption('pdf')]
  const paper = papers.find((known) => known === optionValue(argv, 'paper')) ?? 'A4'
  return {
    workspace: pathOption('workspace'),
    print: htmlPath === null || pdfPath === null ? null : { htmlPath, pdfPath, paper },
  }
}

function optionValue(argv: readonly string[], name: string): string | null {
  const inline = `--${name}=`
  for (const [index, argument] of argv.entries()) {
    const value = argument === `--${name}` ? argv[index + 1] : undefined
    if (value !== undefined && !value.startsWith('--')) return value
    if (argument.startsWith(inline) && argument.length > inline.length) return argument.slice(inline.length)
  }
  return null
}
