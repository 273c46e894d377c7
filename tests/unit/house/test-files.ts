import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'

export const testsPath = resolve(import.meta.dirname, '../..')

/** Paths below `tests/` of all sources but benchmarks and fixtures. */
export function testFiles(): string[] {
  return readdirSync(testsPath, { recursive: true, encoding: 'utf8' }).filter(
    (name) => /\.(ts|tsx|mjs)$/.test(name) && !/^(bench|fixtures)[\\/]/.test(name),
  )
}
