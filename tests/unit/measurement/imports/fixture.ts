import { readFileSync } from 'node:fs'
import type { ToolOutput } from '../../../../src/measurement/imports/tool-output.ts'

/** Where outputs of real tools lie; its README says how each was made. */
export const fixtureRoot = 'tests/fixtures/imports'

/** An output of a tool. */
export function fixture(path: string): ToolOutput {
  return { name: path, text: readFileSync(`${fixtureRoot}/${path}`, 'utf8') }
}

/** Bytes a second as the MiB/s that Kafka's tools print. */
export function mebibytes(bytesPerSec: number | null | undefined): number {
  return (bytesPerSec ?? Number.NaN) / 2 ** 20
}
