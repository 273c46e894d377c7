import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openStaging, swapIn } from '../../../scripts/setup/staging.mjs'
import { temporaryFolder } from '../temporary-folder.ts'

const folder = temporaryFolder()

describe('openStaging()', () => {
  it('sweeps what a killed attempt of the same step left, and only that', async () => {
    mkdirSync(join(folder.path, 'kafka-jars-left/deep'), { recursive: true })
    mkdirSync(join(folder.path, 'runner-package-busy'))
    const opened = await openStaging('kafka-jars', folder.path)
    expect(readdirSync(opened)).toEqual([])
    expect(existsSync(join(folder.path, 'kafka-jars-left'))).toBe(false)
    expect(existsSync(join(folder.path, 'runner-package-busy'))).toBe(true)
  })
})

describe('swapIn()', () => {
  it('puts the finished folder in the place of the old one and leaves nothing beside it', async () => {
    const staged = await openStaging('build', folder.path)
    const target = join(folder.path, 'out/cli')
    for (const text of ['old', 'new']) {
      mkdirSync(join(staged, 'finished'))
      writeFileSync(join(staged, 'finished/file'), text)
      await swapIn(join(staged, 'finished'), target)
    }
    expect(readFileSync(join(target, 'file'), 'utf8')).toBe('new')
    expect(readdirSync(staged)).toEqual([])
  })
})
