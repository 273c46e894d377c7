import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../../..')

/**
 * Vitest's `retry`, however it is given. Kafka's clients have an option of that name too, whose value counts `retries`.
 */
const retryOption = /(?<![\w.])(['"]?)retry\1\s*(?::(?!\s*\{\s*retries\b)|[,}]|=)|--ret[r]y\b/

/** Places at which a file of tests, Vitest's configuration or a script lets a test be tried again, as "file:line". */
function findRetries(folder: string): { readonly places: string[]; readonly files: number } {
  const inTests = readdirSync(join(folder, 'tests'), { recursive: true }).map((name) => join('tests', String(name)))
  const scripts = readdirSync(join(folder, 'scripts'), { recursive: true }).map((name) => join('scripts', String(name)))
  const names = [...inTests, ...scripts, 'vitest.config.ts', 'package.json']
  const files = names.filter((name) => /\.(ts|tsx|mjs|json)$/.test(name) && !name.startsWith('tests/fixtures/'))
  const places = files.flatMap((name) =>
    readFileSync(join(folder, name), 'utf8')
      .split('\n')
      .flatMap((line, index) => (retryOption.test(line) ? [`${name}:${index + 1}`] : [])),
  )
  return { places: places.sort(), files: files.length }
}

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

function plant(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'headroom-retries-'))
  folders.push(folder)
  const empty = { 'scripts/test.mjs': '', 'vitest.config.ts': '', 'package.json': '{}' }
  for (const [name, text] of Object.entries({ ...empty, ...files })) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  return folder
}

// Put together, so that this file has none itself.
const option = 'ret' + 'ry'

describe('a second try that Vitest makes by itself', () => {
  it('is in no test, script or configuration', () => {
    const { places, files } = findRetries(root)
    expect(places).toEqual([])
    expect(files).toBeGreaterThan(200)
  })

  it('is found wherever it is planted', () => {
    const folder = plant({
      'tests/unit/of-a-suite.test.ts': `describe('it', { ${option}: 1 }, () => {})`,
      'tests/e2e/of-a-test.e2e.ts': `it('is', {\n  ${option} : 2,\n}, run)`,
      'tests/long/in-detail.test.ts': `it('is', { '${option}': { count: 1 } }, run)`,
      'tests/long/short.test.ts': `const ${option} = 1\nit('is', { ${option} }, run)`,
      'vitest.config.ts': `export default { test: { ${option}: 1 } }`,
      'scripts/test.mjs': `run('vitest', '--${option}=2')`,
      'package.json': `{"scripts": {"test": "vitest --${option} 1"}}`,
    })
    expect(findRetries(folder).places).toEqual([
      'package.json:1',
      'scripts/test.mjs:1',
      'tests/e2e/of-a-test.e2e.ts:2',
      'tests/long/in-detail.test.ts:1',
      'tests/long/short.test.ts:1',
      'tests/long/short.test.ts:2',
      'tests/unit/of-a-suite.test.ts:1',
      'vitest.config.ts:1',
    ])
  })

  it('does not include the retries of a Kafka client', () => {
    const text = `kafka.producer({ ${option}: { retries: 10 } })\nconst queueFullRetries = 1\nplan.${option}()`
    expect(findRetries(plant({ 'tests/a.test.ts': text })).places).toEqual([])
  })
})
