import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { hashInputs, readStamp, removeStamp, writeStamp } from '../../../scripts/setup/stamp.mjs'
import { temporaryFolder } from '../temporary-folder.ts'

const folder = temporaryFolder()

describe('readStamp()', () => {
  it('vouches for the inputs that the folder was made from, with what was found out', () => {
    writeStamp(folder.path, 'hash', { kafkaVersion: '4.3.1' })
    expect(readStamp(folder.path, 'hash')).toEqual({ inputsHash: 'hash', kafkaVersion: '4.3.1' })
  })

  it('does not vouch for other inputs, a missing folder, a damaged stamp, or one taken back', () => {
    writeStamp(folder.path, 'hash')
    expect(readStamp(folder.path, 'other')).toBeUndefined()
    expect(readStamp(join(folder.path, 'nowhere'), 'hash')).toBeUndefined()
    removeStamp(folder.path)
    expect(readStamp(folder.path, 'hash')).toBeUndefined()
    writeFileSync(join(folder.path, '.headroom-stamp.json'), '{"inputsHash":"ha')
    expect(readStamp(folder.path, 'hash')).toBeUndefined()
  })
})

describe('hashInputs()', () => {
  it('changes with a byte of a file and with a value, and not otherwise', () => {
    const file = join(folder.path, 'package-lock.json')
    writeFileSync(file, 'one')
    const hash = hashInputs({ files: [file], values: ['linux'] })
    expect(hashInputs({ files: [file], values: ['linux'] })).toBe(hash)
    expect(hashInputs({ files: [file], values: ['darwin'] })).not.toBe(hash)
    writeFileSync(file, 'two')
    expect(hashInputs({ files: [file], values: ['linux'] })).not.toBe(hash)
  })
})
