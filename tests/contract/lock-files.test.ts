import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

const repositoryRoot = resolve(import.meta.dirname, '../..')

type Lockfile = { readonly packages: Record<string, { version?: string; integrity?: string; resolved?: string }> }

/** Entries that npm would install without knowing what they must be, or from a place that the lock file names. */
function problemsOf({ packages }: Lockfile): string[] {
  return Object.entries(packages).flatMap(([path, { version = '', integrity = '', resolved }]) => {
    if (path === '') return []
    const name = `${path}@${version}`
    if (!/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity)) return [`${name} has no sha512`]
    return resolved === undefined ? [] : [`${name} names a place: ${resolved}`]
  })
}

test.each([
  ['package-lock.json', 400],
  ['src/runner/package-lock.json', 20],
])('%s pins the content of every package, and names no registry', (path, fewest) => {
  const lockfile: Lockfile = JSON.parse(readFileSync(resolve(repositoryRoot, path), 'utf8'))
  expect(problemsOf(lockfile)).toEqual([])
  expect(Object.keys(lockfile.packages).length).toBeGreaterThan(fewest)
})

test('an entry without a hash, with a weak one or from a place of its own is found', () => {
  const integrity = `sha512-${'a'.repeat(86)}==`
  const packages = {
    '': {},
    'node_modules/pinned': { version: '1.0.0', integrity },
    'node_modules/open': { version: '2.0.0' },
    'node_modules/weak': { version: '3.0.0', integrity: 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=' },
    'node_modules/elsewhere': { version: '4.0.0', integrity, resolved: 'https://example.test/elsewhere.tgz' },
  }
  expect(problemsOf({ packages })).toEqual([
    'node_modules/open@2.0.0 has no sha512',
    'node_modules/weak@3.0.0 has no sha512',
    'node_modules/elsewhere@4.0.0 names a place: https://example.test/elsewhere.tgz',
  ])
})
