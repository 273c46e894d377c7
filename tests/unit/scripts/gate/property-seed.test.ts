import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { propertySeed } from '../../../../scripts/gate/property-seed.mjs'

describe('the seed of property tests', () => {
  let root = ''
  const git = (...words: string[]) => execFileSync('git', words, { cwd: root, stdio: 'ignore' })
  const commit = (path: string, text: string) => {
    writeFileSync(join(root, path), text)
    git('add', '.')
    git('-c', 'user.name=any', '-c', 'user.email=any@example.org', 'commit', '-m', 'any')
    return propertySeed(root, undefined)
  }

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'headroom-seed-'))
    git('init')
    mkdirSync(join(root, 'src'))
  })

  afterEach(() => rmSync(root, { recursive: true, force: true }))

  it('follows from the committed source alone', () => {
    const first = commit('src/a.ts', '1')
    expect(Number.isInteger(first)).toBe(true)
    expect(commit('README.md', 'words')).toBe(first)
    expect(commit('src/a.ts', '2')).not.toBe(first)
    expect(commit('src/a.ts', '1')).toBe(first)
  })

  it('is 1 outside a repository', () => {
    rmSync(join(root, '.git'), { recursive: true })
    expect(propertySeed(root, undefined)).toBe(1)
  })

  it('is what was asked for, or another each time', () => {
    expect(propertySeed(root, '-42')).toBe(-42)
    expect(new Set(Array.from({ length: 5 }, () => propertySeed(root, 'random'))).size).toBeGreaterThan(1)
    for (const asked of ['many', '1.5', '3000000000']) {
      expect(() => propertySeed(root, asked)).toThrow(`got "${asked}"`)
    }
  })

  it('reaches fast-check', () => {
    expect(fc.readConfigureGlobal().seed).toBe(Number(process.env.HEADROOM_PROPERTY_SEED))
  })
})
