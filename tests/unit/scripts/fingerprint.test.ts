import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fingerprint } from '../../../scripts/setup/fingerprint.mjs'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'headroom-fingerprint-'))
  mkdirSync(join(folder, 'src/deep'), { recursive: true })
  writeFileSync(join(folder, 'src/deep/a.ts'), 'a')
  writeFileSync(join(folder, 'src/b.ts'), 'b')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('fingerprint()', () => {
  it('stays while nothing changes', () => {
    expect(fingerprint([folder])).toBe(fingerprint([folder]))
  })

  it('changes when a file is written, put back in time, deleted, or a named file appears', () => {
    const named = join(folder, 'later.json')
    const seen = [fingerprint([folder, named])]
    writeFileSync(join(folder, 'src/deep/a.ts'), 'longer')
    seen.push(fingerprint([folder, named]))
    utimesSync(join(folder, 'src/b.ts'), 0, 0)
    seen.push(fingerprint([folder, named]))
    rmSync(join(folder, 'src/b.ts'))
    seen.push(fingerprint([folder, named]))
    writeFileSync(named, '')
    seen.push(fingerprint([folder, named]))
    expect(new Set(seen).size).toBe(seen.length)
  })

  it('does not look into skipped folders, by name or by path', () => {
    const skip = ['node_modules', join(folder, 'src/dist')]
    const before = fingerprint([folder], { skip })
    mkdirSync(join(folder, 'src/deep/node_modules'))
    mkdirSync(join(folder, 'src/dist'))
    expect(fingerprint([folder], { skip })).toBe(before)
  })
})
