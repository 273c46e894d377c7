import { copyFileSync, linkSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../temporary-folder.ts'
import { headroom } from './run-headroom.ts'

const folder = temporaryFolder()

function scenarioFile(name: string): string {
  const path = join(folder.path, name)
  copyFileSync('examples/first.headroom.json', path)
  return path
}

/** Another way to name the same file. */
function linked(path: string, link: (from: string, to: string) => void): string {
  link(path, `${path}.link`)
  return `${path}.link`
}

describe('a file that a command reads', () => {
  it.each([
    ['predict --junit', (path: string) => ['predict', path, '--fail-over', '80%', '--junit', path]],
    [
      'predict --junit, by a symbolic link',
      (path: string) => ['predict', path, '--fail-over', '80%', '--junit', linked(path, symlinkSync)],
    ],
    [
      'predict --junit, by a hard link',
      (path: string) => ['predict', path, '--fail-over', '80%', '--junit', linked(path, linkSync)],
    ],
    ['predict --together --out', (path: string) => ['predict', path, path, '--together', '--out', path]],
    ['observe --out', (path: string) => ['observe', '--file', path, '--out', path]],
    ['plan --out', (path: string) => ['plan', path, '--out', folder.path]],
    ['provision --out', (path: string) => ['provision', path, '--as', 'kafka', '--out', folder.path]],
  ])('is not written over by %s', async (command, words) => {
    const path = scenarioFile(command.startsWith('provision') ? 'topics.sh' : 'plan.json')
    const before = readFileSync(path, 'utf8')
    const { exitCode, err } = await headroom(...words(path))
    expect(exitCode).toBe(2)
    expect(err).toMatch(/ would write over .+, which this command reads\./)
    expect(readFileSync(path, 'utf8')).toBe(before)
  })
})

describe('a file that is no output of Headroom', () => {
  it.each([
    ['predict --junit', 'a JUnit file of Headroom', ['predict', 'SCENARIO', '--fail-over', '80%', '--junit', 'OUT']],
    ['predict --together --out', 'a scenario', ['predict', 'SCENARIO', 'SCENARIO', '--together', '--out', 'OUT']],
    ['observe --out', 'a scenario', ['observe', '--file', 'SCENARIO', '--out', 'OUT']],
    ['doctor --bundle', 'a bundle of Headroom', ['doctor', '--bundle', 'OUT', '--workspace', 'WORKSPACE']],
  ])('is not replaced by %s', async (_option, noun, words) => {
    const out = join(folder.path, 'thesis.txt')
    writeFileSync(out, 'three years of work')
    const paths: Readonly<Record<string, string>> = {
      OUT: out,
      SCENARIO: scenarioFile('first.json'),
      WORKSPACE: join(folder.path, 'workspace'),
    }
    const { exitCode, err } = await headroom(...words.map((word) => paths[word] ?? word))
    expect([exitCode, readFileSync(out, 'utf8')]).toEqual([2, 'three years of work'])
    expect(err).toContain(`would replace a file that is not ${noun}`)
  })
})

describe('an output of Headroom', () => {
  it('is replaced, and an empty file is filled', { timeout: 40_000 }, async () => {
    const path = scenarioFile('first.json')
    mkdirSync(join(folder.path, 'out'))
    const [junit, mixture, bundle] = ['a.xml', 'b.json', 'c.zip'].map((name) => join(folder.path, 'out', name))
    for (const out of [junit, mixture, bundle]) writeFileSync(out ?? '', '')
    for (const _again of [1, 2]) {
      const checked = await headroom('predict', path, '--fail-over', '100%', '--junit', junit ?? '')
      const together = await headroom('predict', path, path, '--together', '--out', mixture ?? '')
      const examined = await headroom('doctor', '--bundle', bundle ?? '', '--workspace', join(folder.path, 'none'))
      for (const { err } of [checked, together, examined]) expect(err).not.toContain('would')
    }
    expect(readFileSync(junit ?? '', 'utf8')).toContain('<testsuites')
    expect(readFileSync(mixture ?? '', 'utf8')).toContain('headroom.scenario')
    expect(
      readFileSync(bundle ?? '')
        .subarray(0, 2)
        .toString(),
    ).toBe('PK')
  })
})
