import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openStaging, swapIn } from '../../../scripts/setup/staging.mjs'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'headroom-staging-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

describe('openStaging()', () => {
  it('sweeps what a killed attempt of the same step left, and only that', async () => {
    mkdirSync(join(root, 'kafka-jars-left/deep'), { recursive: true })
    mkdirSync(join(root, 'runner-package-busy'))
    const opened = await openStaging('kafka-jars', root)
    expect(readdirSync(opened)).toEqual([])
    expect(existsSync(join(root, 'kafka-jars-left'))).toBe(false)
    expect(existsSync(join(root, 'runner-package-busy'))).toBe(true)
  })
})

describe('swapIn()', () => {
  it('puts the finished folder in the place of the old one and leaves nothing beside it', async () => {
    const staged = await openStaging('build', root)
    const target = join(root, 'out/cli')
    for (const text of ['old', 'new']) {
      mkdirSync(join(staged, 'finished'))
      writeFileSync(join(staged, 'finished/file'), text)
      await swapIn(join(staged, 'finished'), target)
    }
    expect(readFileSync(join(target, 'file'), 'utf8')).toBe('new')
    expect(readdirSync(staged)).toEqual([])
  })
})
