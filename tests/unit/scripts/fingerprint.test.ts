import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { fingerprint } from '../../../scripts/setup/fingerprint.mjs'
import { temporaryFolder } from '../temporary-folder.ts'

const folder = temporaryFolder()
beforeEach(() => {
  mkdirSync(join(folder.path, 'src/deep'), { recursive: true })
  writeFileSync(join(folder.path, 'src/deep/a.ts'), 'a')
  writeFileSync(join(folder.path, 'src/b.ts'), 'b')
})

describe('fingerprint()', () => {
  it('stays while nothing changes', () => {
    expect(fingerprint([folder.path])).toBe(fingerprint([folder.path]))
  })

  it('changes when a file is written, put back in time, deleted, or a named file appears', () => {
    const named = join(folder.path, 'later.json')
    const seen = [fingerprint([folder.path, named])]
    writeFileSync(join(folder.path, 'src/deep/a.ts'), 'longer')
    seen.push(fingerprint([folder.path, named]))
    utimesSync(join(folder.path, 'src/b.ts'), 0, 0)
    seen.push(fingerprint([folder.path, named]))
    rmSync(join(folder.path, 'src/b.ts'))
    seen.push(fingerprint([folder.path, named]))
    writeFileSync(named, '')
    seen.push(fingerprint([folder.path, named]))
    expect(new Set(seen).size).toBe(seen.length)
  })

  it('does not look into skipped folders, by name or by path', () => {
    const skip = ['node_modules', join(folder.path, 'src/dist')]
    const before = fingerprint([folder.path], { skip })
    mkdirSync(join(folder.path, 'src/deep/node_modules'))
    mkdirSync(join(folder.path, 'src/dist'))
    expect(fingerprint([folder.path], { skip })).toBe(before)
  })
})
