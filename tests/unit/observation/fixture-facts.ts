import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { readSources } from '../../../src/observation/read-sources.ts'
import type { Fact, ReadingOutcome, SourceFile, SourceReading } from '../../../src/observation/source-reading.ts'

/** A file of a source. */
export function fileOf(text: string, name = 'file'): SourceFile {
  return { name, sha256: 'a'.repeat(64), text }
}

/** The outcome of files of tests/fixtures/observations, given together. */
export async function readFixtures(...names: string[]): Promise<readonly ReadingOutcome[]> {
  const files = await Promise.all(
    names.map(async (name) => fileOf(await readFile(`tests/fixtures/observations/${name}`, 'utf8'), basename(name))),
  )
  return readSources(files)
}

/** The reading of such files that have one source, without a problem. */
export async function readingOf(...names: string[]): Promise<SourceReading> {
  const [outcome, ...others] = await readFixtures(...names)
  if (outcome?.reading === null || outcome === undefined || others.length > 0) {
    throw new Error(`not one reading: ${JSON.stringify(outcome?.problems)}`)
  }
  return outcome.reading
}

/** Values by field of the cluster, a topic, or a group on a topic. */
export function valuesOf(
  facts: readonly Fact[],
  of: { readonly topic?: string; readonly group?: string } = {},
): Record<string, number | string> {
  const own = facts.filter((fact) => {
    if (fact.of === 'cluster') return of.topic === undefined
    if (fact.of === 'read') return fact.topic === of.topic && fact.group === of.group
    return fact.topic === of.topic && of.group === undefined
  })
  return Object.fromEntries(own.map(({ field, value }) => [field, value]))
}
