import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hashInputs, readStamp, removeStamp, writeStamp } from '../../../scripts/setup/stamp.mjs'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'headroom-stamp-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('readStamp()', () => {
  it('vouches for the inputs that the folder was made from, with what was found out', () => {
    writeStamp(folder, 'hash', { kafkaVersion: '4.3.1' })
    expect(readStamp(folder, 'hash')).toEqual({ inputsHash: 'hash', kafkaVersion: '4.3.1' })
  })

  it('does not vouch for other inputs, a missing folder, a damaged stamp, or one taken back', () => {
    writeStamp(folder, 'hash')
    expect(readStamp(folder, 'other')).toBeUndefined()
    expect(readStamp(join(folder, 'nowhere'), 'hash')).toBeUndefined()
    removeStamp(folder)
    expect(readStamp(folder, 'hash')).toBeUndefined()
    writeFileSync(join(folder, '.headroom-stamp.json'), '{"inputsHash":"ha')
    expect(readStamp(folder, 'hash')).toBeUndefined()
  })
})

describe('hashInputs()', () => {
  it('changes with a byte of a file and with a value, and not otherwise', () => {
    const file = join(folder, 'package-lock.json')
    writeFileSync(file, 'one')
    const hash = hashInputs({ files: [file], values: ['linux'] })
    expect(hashInputs({ files: [file], values: ['linux'] })).toBe(hash)
    expect(hashInputs({ files: [file], values: ['darwin'] })).not.toBe(hash)
    writeFileSync(file, 'two')
    expect(hashInputs({ files: [file], values: ['linux'] })).not.toBe(hash)
  })
})
