import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const page = readFileSync('docs/security.md', 'utf8')

/** Rows of the table below a heading, without its head. */
function rowsOf(heading: string): string[] {
  const [section = ''] = page.slice(page.indexOf(`## ${heading}\n`) + 3).split('\n## ')
  return section
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(1)
    .filter((line) => !line.startsWith('|---'))
}

/** The tests that a text names: `[label](../tests/FILE) *title*, *title*`. */
function namedTests(text: string): { readonly file: string; readonly title: string }[] {
  return [...text.matchAll(/\]\(\.\.\/(tests\/[^)]+)\)((?:,? \*[^*]+\*)+)/g)].flatMap(([, file = '', titles = '']) =>
    [...titles.matchAll(/\*([^*]+)\*/g)].map(([, title = '']) => ({ file, title })),
  )
}

function isThere({ file, title }: { readonly file: string; readonly title: string }): boolean {
  return existsSync(file) && readFileSync(file, 'utf8').includes(title)
}

describe('docs/security.md', () => {
  test('names tests that exist', () => {
    const named = namedTests(page)
    expect(named.length).toBeGreaterThan(60)
    expect(named.filter((each) => !isThere(each))).toEqual([])
    expect(isThere({ file: 'tests/contract/security-page.test.ts', title: ['a title', 'of no test'].join(' ') })).toBe(
      false,
    )
  })

  test('has a test for each secret, point, finding and bound, or says that nothing enforces it', () => {
    for (const [heading, fewest] of [
      ['Secrets', 7],
      ["Electron's checklist", 18],
      ['The review of 2026-11-22', 20],
      ['What the review did not cover', 6],
      ['Attacks since', 5],
      ['Bounds', 15],
    ] as const) {
      const rows = rowsOf(heading)
      expect([heading, rows.length >= fewest]).toEqual([heading, true])
      expect(rows.filter((row) => namedTests(row).length === 0 && !row.includes('| not enforced: '))).toEqual([])
    }
  })

  test('names numbers that the sources have', () => {
    const named = [...page.matchAll(/\[`(\w+)`\]\(\.\.\/(src\/[^)]+)\) ([\d,]+)/g)]
    expect(named.length).toBeGreaterThan(15)
    for (const [, name = '', file = '', number = ''] of named) {
      const source = readFileSync(file, 'utf8')
      const found = new RegExp(`\\b${name} = ([\\d_]+)\\b`).exec(source)?.[1]?.replaceAll('_', '')
      expect([file, name, found]).toEqual([file, name, number.replaceAll(',', '')])
    }
  })

  test('names files that exist', () => {
    const files = [...page.matchAll(/\]\((?:\.\.\/)?([^)#]+)(?:#[^)]*)?\)/g)].map(([whole, file = '']) =>
      whole.includes('(../') ? file : join('docs', file),
    )
    expect(files.filter((file) => !existsSync(file))).toEqual([])
  })

  test('has the fuses of packages', () => {
    const builder = readFileSync('electron-builder.yml', 'utf8')
    const fuses = builder.slice(builder.indexOf('electronFuses:')).split('\n\n')[0] ?? ''
    const set = Object.fromEntries([...fuses.matchAll(/^ {2}(\w+): (\w+)$/gm)].map(([, name, value]) => [name, value]))
    expect(set).toEqual({
      runAsNode: 'false',
      enableNodeOptionsEnvironmentVariable: 'false',
      enableNodeCliInspectArguments: 'false',
      enableEmbeddedAsarIntegrityValidation: 'true',
      onlyLoadAppFromAsar: 'true',
      enableCookieEncryption: 'true',
      loadBrowserProcessSpecificV8Snapshot: 'false',
      grantFileProtocolExtraPrivileges: 'false',
    })
  })
})
