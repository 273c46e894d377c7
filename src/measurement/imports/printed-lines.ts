/**
 * Lines of an output that belong to one tool, rejoined if a terminal or a document broke them.
 */
import type { ToolOutput } from './tool-output.ts'

/** How the lines of a tool look. */
export interface LineShape {
  /** How they begin. */
  readonly start: RegExp
  /** How they look as a whole: one of these. */
  readonly whole: readonly RegExp[]
}

/** A line of the tool. */
export interface PrintedLine {
  /** Counted from 1. */
  readonly line: number
  readonly text: string
  /** False if the line begins like the tool's but does not continue so. */
  readonly isWhole: boolean
  /** True for a broken line at the very end of a text without a line end: the output was cut there. */
  readonly isCut: boolean
}

/** The lines that begin as the tool's do; everything else (logs, metrics, other tools) is passed over. */
export function printedLines({ text }: ToolOutput, { start, whole }: LineShape): PrintedLine[] {
  const lines = text.split(/\r\n|\n|\r/)
  const found: PrintedLine[] = []
  const isWhole = (line: string) => whole.some((pattern) => pattern.test(line))
  for (let index = 0; index < lines.length; index += 1) {
    const line = (lines[index] ?? '').trim()
    if (!start.test(line)) continue
    const joined = `${line} ${(lines[index + 1] ?? '').trim()}`
    if (isWhole(line)) {
      found.push({ line: index + 1, text: line, isWhole: true, isCut: false })
    } else if (isWhole(joined)) {
      found.push({ line: index + 1, text: joined, isWhole: true, isCut: false })
      index += 1
    } else {
      found.push({ line: index + 1, text: line, isWhole: false, isCut: index === lines.length - 1 })
    }
  }
  return found
}

/** A piece of an output, shortened to one line for a message. */
export function excerpt(text: string): string {
  const line = text.replace(/\p{Cc}/gu, ' ')
  return line.length > 70 ? `"${line.slice(0, 67)}..."` : `"${line}"`
}
