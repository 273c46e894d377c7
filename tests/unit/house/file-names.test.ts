import { readdirSync } from 'node:fs'
import { basename } from 'node:path'
import { describe, expect, it } from 'vitest'

/** Paths whose file name another path has too, except entry points and commands, whose file has the command's name. */
function ambiguous(paths: readonly string[]): string[] {
  const named = paths.filter((path) => !path.startsWith('src/cli/commands/') && basename(path) !== 'main.ts')
  return named.filter((path) => named.some((other) => other !== path && basename(other) === basename(path))).sort()
}

describe('the names of the files in src', () => {
  it('are each used once, so that a name says which file is meant', () => {
    const listed = readdirSync('src', { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.(?:tsx?|[ch])$/.test(path) && !/\b(?:node_modules|dist)\b/.test(path))
      .map((path) => `src/${path.replaceAll('\\', '/')}`)
    expect(listed.length).toBeGreaterThan(1000)
    expect(ambiguous(listed)).toEqual([])
  })

  it('may be those of a command, or of an entry point', () => {
    expect(ambiguous(['src/a/doctor.ts', 'src/cli/commands/doctor.ts', 'src/a/main.ts', 'src/b/main.ts'])).toEqual([])
    expect(ambiguous(['src/a/growth.ts', 'src/b/growth.ts', 'src/b/other.ts'])).toEqual([
      'src/a/growth.ts',
      'src/b/growth.ts',
    ])
  })
})
