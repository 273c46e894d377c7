/**
 * Finds the lines of an output that belong to one tool, and rejoins lines that a terminal or a document broke in two.
 */
import type { ToolOutput } from './tool-output.ts'

/** Patterns of the lines that a tool prints. */
export interface LineShape {
  /** Pattern of how a line begins. */
  readonly start: RegExp
  /** Patterns of whole lines. A line is whole if it matches one of them. */
  readonly whole: readonly RegExp[]
}

/** A line that a tool printed. */
export interface PrintedLine {
  /** Line number, counted from 1. */
  readonly line: number
  readonly text: string
  /** False if the line begins like one of the tool's lines but does not match a whole one. */
  readonly isWhole: boolean
  /**
   * True for a line that is not whole at the end of a text without a final line break, because the output was cut
   * there.
   */
  readonly isCut: boolean
}

/** All lines that begin like the tool's. Other lines (logs, metrics, other tools) are skipped. */
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

/** Quotes a text on one line for a message, and shortens it to 70 characters. */
export function excerpt(text: string): string {
  const line = text.replace(/\p{Cc}/gu, ' ')
  return line.length > 70 ? `"${line.slice(0, 67)}..."` : `"${line}"`
}
