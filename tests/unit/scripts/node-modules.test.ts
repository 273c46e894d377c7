import { describe, expect, it } from 'vitest'
import { firstNpmError, isInstalled } from '../../../scripts/setup/node-modules.mjs'

const zod = { version: '4.6.7', integrity: 'sha512-a' }

describe('isInstalled()', () => {
  it('is content with all that is locked, and with more', () => {
    const installed = { packages: { 'node_modules/zod': zod, 'node_modules/extra': { version: '1.0.0' } } }
    expect(isInstalled({ packages: { '': {}, 'node_modules/zod': zod } }, installed)).toBe(true)
  })

  it('wants an install when nothing is there, or a package is missing, older, or of other bytes', () => {
    const wanted = { packages: { 'node_modules/zod': zod } }
    const others = [undefined, {}, { packages: {} }]
    for (const installed of others) expect(isInstalled(wanted, installed)).toBe(false)
    for (const other of [{ version: '4.6.6' }, { integrity: 'sha512-b' }])
      expect(isInstalled(wanted, { packages: { 'node_modules/zod': { ...zod, ...other } } })).toBe(false)
  })

  it('does not miss a package for another platform, but sees an optional one of the wrong version', () => {
    const wanted = { packages: { 'node_modules/native-win32': { version: '1.0.0', optional: true } } }
    expect(isInstalled(wanted, { packages: {} })).toBe(true)
    expect(isInstalled(wanted, { packages: { 'node_modules/native-win32': { version: '0.9.0' } } })).toBe(false)
  })
})

describe('firstNpmError()', () => {
  it('finds the sentence among the codes and pointers', () => {
    const tail =
      'npm warn EBADENGINE\nnpm error code ENOTFOUND\nnpm error network request failed\nnpm error A complete log of this run'
    expect(firstNpmError(tail)).toBe('network request failed')
  })
})
