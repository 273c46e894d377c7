/**
 * Input and result of all parsers of tool outputs.
 */
import type { ImportedClient } from '../../contracts/imported-run.ts'

/** The text of an output, and a name for it in messages, such as the file's name. */
export interface ToolOutput {
  readonly name: string
  readonly text: string
}

/** One problem in an output. */
export interface LineProblem {
  /** Line number, counted from 1. */
  readonly line: number
  /** Path of the field in a JSON file. It replaces the line number. */
  readonly path?: string
  /** What is wrong and what was expected. */
  readonly message: string
}

/** The result of a parser. It has neither parts nor problems if nothing in the output is from the parser's tool. */
export interface Parsing {
  readonly parts: readonly ImportedClient[]
  readonly problems: readonly LineProblem[]
}

/** A part without any figures. */
export function emptyPart(identity: Pick<ImportedClient, 'tool' | 'role' | 'file' | 'line'>): ImportedClient {
  return {
    ...identity,
    records: null,
    payloadBytes: null,
    durationMs: null,
    recordsPerSec: null,
    payloadBytesPerSec: null,
    wireBytesPerSec: null,
    latencies: [],
    windows: [],
    isCutOff: false,
    notes: [],
  }
}

/** Bytes in the unit that Kafka's own tools and OpenMessaging print as "MB". */
export const mebibyte = 2 ** 20
