import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkIntegrity } from '../../../scripts/setup/electron-registry.mjs'
import { electronArguments, hasDisplay, sandboxRemedy } from '../../../scripts/setup/launch.mjs'
import { decidePackaging } from '../../../scripts/setup/packaging.mjs'

describe('checkIntegrity()', () => {
  it('accepts the pinned file and refuses it with one byte changed', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'headroom-integrity-'))
    const file = join(folder, 'runtime.tgz')
    const bytes = Buffer.alloc(100_000, 7)
    const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`
    writeFileSync(file, bytes)
    await expect(checkIntegrity(file, integrity)).resolves.toBeUndefined()
    bytes[50_000] = 8
    writeFileSync(file, bytes)
    await expect(checkIntegrity(file, integrity)).rejects.toThrow(/is not the file that it should be/)
    rmSync(folder, { recursive: true })
  })
})

describe('electronArguments()', () => {
  it('goes without the sandbox only as root on Linux, and hands the rest to the app', () => {
    const rest = ['--workspace', 'w']
    expect(electronArguments('/app', rest, { platform: 'linux', userId: 0 })).toEqual(['--no-sandbox', '/app', ...rest])
    expect(electronArguments('/app', rest, { platform: 'linux', userId: 1000 })).toEqual(['/app', ...rest])
    expect(electronArguments('/app', [], { platform: 'darwin', userId: 0 })).toEqual(['/app'])
  })
})

describe('hasDisplay()', () => {
  it('asks the environment on Linux and takes it for granted elsewhere', () => {
    expect(hasDisplay('linux', {})).toBe(false)
    expect(hasDisplay('linux', { DISPLAY: '' })).toBe(false)
    expect(hasDisplay('linux', { DISPLAY: ':99' })).toBe(true)
    expect(hasDisplay('linux', { WAYLAND_DISPLAY: 'wayland-0' })).toBe(true)
    expect(hasDisplay('darwin', {})).toBe(true)
  })
})

describe('sandboxRemedy()', () => {
  const user = { platform: 'linux', userId: 1000 } as const
  const ubuntu = (path: string) => (path.endsWith('apparmor_restrict_unprivileged_userns') ? '1\n' : '')

  it('names the helper where the kernel keeps namespaces from users', () => {
    expect(sandboxRemedy('/dist', { ...user, readText: ubuntu })).toContain('sudo chown root:root /dist/chrome-sandbox')
  })

  it('says nothing where namespaces are allowed, to root, and elsewhere', () => {
    expect(sandboxRemedy('/dist', { ...user, readText: () => '' })).toBeUndefined()
    expect(sandboxRemedy('/dist', { ...user, userId: 0, readText: ubuntu })).toBeUndefined()
    expect(sandboxRemedy('/dist', { ...user, platform: 'darwin', readText: ubuntu })).toBeUndefined()
  })
})

describe('decidePackaging()', () => {
  const registry = { kind: 'registry', electronVersion: '33.2.1' } as const

  it('packages the official Electron without a word', () => {
    const official = { kind: 'official', electronVersion: '45.4.1' } as const
    expect(decidePackaging(official, false, 'darwin')).toEqual({ isAllowed: true, targets: ['--mac'] })
  })

  it('never releases the registry runtime, and says aloud what a folder of it is for', () => {
    expect(decidePackaging(registry, false, 'linux')).toMatchObject({ isAllowed: false })
    const folder = decidePackaging(registry, true, 'linux')
    expect(folder).toMatchObject({ isAllowed: true, targets: ['--linux', 'dir'] })
    expect(folder.warning).toMatch(/^NOT FOR RELEASE/)
  })
})
