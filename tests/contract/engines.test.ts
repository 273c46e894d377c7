import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { minVersion, satisfies, validRange } from 'semver'
import { describe, expect, it } from 'vitest'
import { nodeVersionProblem, supportedNode } from '../../scripts/setup/node-version.mjs'

const read = (path: string) => readFileSync(resolve(import.meta.dirname, '../..', path), 'utf8')
const { engines } = JSON.parse(read('package.json')) as { engines: { node: string } }
const lockfile = JSON.parse(read('package-lock.json')) as {
  packages: Record<string, { engines?: { node?: string }; optional?: boolean }>
}
/** The oldest Node of each line that is supported, e.g. "20.19.0". */
const oldest = engines.node.split('||').map((range) => minVersion(range)?.version ?? '')

/** Packages whose own `engines` leave a Node out, what only some platforms install aside. */
function leftOutBy(version: string): string[] {
  const names = Object.entries(lockfile.packages).flatMap(([path, { engines: wanted, optional = false }]) => {
    const range = validRange(wanted?.node ?? '*')
    return path !== '' && !optional && (range === null || !satisfies(version, range))
      ? [path.replace(/^.*node_modules\//, '')]
      : []
  })
  return [...new Set(names)].sort()
}

describe('the Node that is asked for', () => {
  it('is the same in package.json, in README and where a start refuses an older one', () => {
    expect(oldest).toEqual(['20.19.0', '22.13.0', '24.0.0'])
    expect(supportedNode).toBe('20.19 or later, 22.13 or later, or 24 or later')
    expect(read('README.md')).toContain('Node (20.19, 22.13 or 24, or a later one of these lines)')
    for (const version of [...oldest, '20.20.2', '22.22.1', '26.0.0'])
      expect([version, nodeVersionProblem(version), satisfies(version, engines.node)]).toEqual([
        version,
        undefined,
        true,
      ])
    for (const version of ['18.20.0', '20.18.3', '22.12.0', '23.5.0'])
      expect([version, nodeVersionProblem(version) === undefined, satisfies(version, engines.node)]).toEqual([
        version,
        false,
        false,
      ])
  })

  it('is one that every package names as its own, but for those of docs/decisions/tool-chain.md', () => {
    const named = read('docs/decisions/tool-chain.md').match(/^ *\| `(.+)` \| >= ?22/gm) ?? []
    const known = named.map((row) => row.split('`')[1])
    expect(leftOutBy('20.19.0')).toEqual(known.sort())
    for (const version of ['22.13.0', '24.0.0']) expect([version, leftOutBy(version)]).toEqual([version, []])
  })
})
