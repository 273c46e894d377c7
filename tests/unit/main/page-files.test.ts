import { join, sep } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contentSecurityPolicy, fileOfUrl, isOwnAddress } from '../../../src/main/page-files.ts'

const root = join(sep, 'app', 'out', 'renderer')

describe('the files behind the page’s address', () => {
  it('serves the files of the folder', () => {
    expect(fileOfUrl(root, 'app://headroom/index.html')).toBe(join(root, 'index.html'))
    expect(fileOfUrl(root, 'app://headroom/assets/a%20b.js')).toBe(join(root, 'assets', 'a b.js'))
  })

  it.each([
    ['another host', 'app://elsewhere/index.html'],
    ['a climb with escapes', 'app://headroom/..%2f..%2fpackage.json'],
    ['a climb with double escapes of dots', 'app://headroom/%2e%2e%2f%2e%2e%2fpackage.json'],
    ['the folder itself', 'app://headroom/'],
    ['a broken escape', 'app://headroom/%e0%a4%a'],
    ['a null byte', 'app://headroom/index.html%00.js'],
    ['no address at all', 'index.html'],
  ])('refuses %s', (_name, url) => {
    expect(fileOfUrl(root, url)).toBeNull()
  })

  it('never leaves the folder, whatever the path is', () => {
    const piece = fc.constantFrom('..', '%2e%2e', '%2f', '/', '\\', '%5c', 'a', 'index.html', '%00', '.')
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const path = fileOfUrl(root, `app://headroom/${pieces.join('/')}`)
        expect(path === null || path.startsWith(root + sep)).toBe(true)
      }),
    )
  })

  it('knows its own addresses and no look-alikes', () => {
    expect(isOwnAddress('app://headroom/index.html')).toBe(true)
    expect(isOwnAddress('app://headroom')).toBe(true)
    expect(isOwnAddress('app://headroom.example/index.html')).toBe(false)
    expect(isOwnAddress('app://headroomx')).toBe(false)
    expect(isOwnAddress('https://headroom/index.html')).toBe(false)
  })

  it('has a policy that denies by default and allows no inline or evaluated script', () => {
    expect(contentSecurityPolicy).toMatch(/^default-src 'none'; script-src 'self';/)
    expect(contentSecurityPolicy).not.toMatch(/unsafe|\*|https?:/)
  })
})
