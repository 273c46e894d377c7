/**
 * What every parser of a tool's output takes and gives.
 */
import type { ImportedClient } from '../../contracts/imported-run.ts'

/** An output as text, with the name that it is known by. */
export interface ToolOutput {
  readonly name: string
  readonly text: string
}

/** One thing that is wrong in an output. */
export interface LineProblem {
  /** Counted from 1. */
  readonly line: number
  /** Path of the field in a JSON file, in place of the line. */
  readonly path?: string
  /** What is wrong and what was expected. */
  readonly message: string
}

/** What a parser found. Neither parts nor problems: nothing in the output is of its tool. */
export interface Parsing {
  readonly parts: readonly ImportedClient[]
  readonly problems: readonly LineProblem[]
}

/** A part of which nothing is known yet. */
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

/** Bytes in what Kafka's own tools and OpenMessaging print as "MB". */
export const mebibyte = 2 ** 20
