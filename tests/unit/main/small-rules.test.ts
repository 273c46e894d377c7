import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readCommandArguments } from '../../../src/main/command-arguments.ts'
import { allowedExternalUrl } from '../../../src/main/external-links.ts'
import { safeFileName } from '../../../src/main/file-name.ts'
import { createRestartBound } from '../../../src/main/restart-bound.ts'

describe('the arguments of the app', () => {
  it('take a workspace in both spellings, relative to where the app was started', () => {
    expect(readCommandArguments(['electron', '.', '--workspace', 'ws'], '/home/me').workspace).toBe(
      resolve('/home/me/ws'),
    )
    expect(readCommandArguments(['electron', '.', '--workspace=/data/ws'], '/home/me').workspace).toBe('/data/ws')
  })

  it('leave all other arguments unchanged', () => {
    expect(readCommandArguments(['electron', '.', '--no-sandbox'], '/').workspace).toBeNull()
    expect(readCommandArguments(['electron', '--workspace', '--no-sandbox'], '/').workspace).toBeNull()
    expect(readCommandArguments(['electron', '--workspace'], '/').workspace).toBeNull()
  })
})

describe('links that leave the app', () => {
  it('are https', () => {
    expect(allowedExternalUrl('https://example.org/a?b=c')).toBe('https://example.org/a?b=c')
  })

  it.each([
    'http://example.org',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'https://a:b@example.org',
    'https://a@example.org',
    'https://:b@example.org',
    ['https://example.org'],
    'x',
    '',
    7,
    null,
  ])('are refused for %j', (url) => {
    expect(allowedExternalUrl(url)).toBeNull()
  })
})

describe('the file name suggested for a scenario', () => {
  it.each([
    ['First look: orders on one CKU', 'first-look-orders-on-one-cku'],
    ['../../etc/passwd', 'etc-passwd'],
    ['Größe 3×', 'größe-3'],
    ['', 'scenario'],
    [undefined, 'scenario'],
  ])('for %j is %j', (name, expected) => {
    expect(safeFileName(name)).toBe(expected)
  })
})

describe('the bound on restarts', () => {
  it('allows three restarts within a minute and not a fourth', () => {
    const bound = createRestartBound(3, 60_000, () => 0)
    expect([1, 2, 3, 4].map(() => bound.allows())).toEqual([true, true, true, false])
  })

  it('does not count old crashes', () => {
    let nowMs = 0
    const bound = createRestartBound(3, 60_000, () => nowMs)
    for (let death = 0; death < 20; death += 1) {
      expect(bound.allows()).toBe(true)
      nowMs += 25_000
    }
  })
})
