import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { headroomInFolders } from './run-headroom.ts'

const { folder, headroom } = headroomInFolders()
const pathOf = (name: string) => join(folder.path, name)

/** A scenario with one problem, and a name that says which. */
async function badScenario(name: string, change: object): Promise<string> {
  await mkdir(folder.path, { recursive: true })
  await writeFile(pathOf(name), JSON.stringify({ kind: 'headroom.scenario', schemaVersion: 1, ...change }))
  return pathOf(name)
}

describe('several files or options that cannot be used', () => {
  it('are all named by predict, each problem with its file', async () => {
    const paths = [await badScenario('a.json', { name: 5 }), await badScenario('b.json', { name: 6 })]
    for (const together of [[], ['--together']]) {
      const { exitCode, err } = await headroom('predict', ...paths, ...together)
      expect(exitCode).toBe(2)
      for (const [path, value] of [
        [paths[0], 5],
        [paths[1], 6],
      ]) {
        expect(err).toContain(`${path}: name: expected a text (found ${value})`)
      }
    }
  })

  it('are all named by validate: the scenario, the target, the platform file and the token', async () => {
    const path = await badScenario('a.json', { name: 5 })
    const files = [
      '--target',
      pathOf('no.properties'),
      '--trogdor',
      pathOf('no.json'),
      '--agent-token-file',
      pathOf('none'),
    ]
    const { err, exitCode } = await headroom('validate', path, ...files, '--driver', 'trogdor')
    expect(exitCode).toBe(2)
    for (const place of [
      `${path}: name: `,
      `--target ${pathOf('no.properties')}: `,
      '--trogdor: ',
      '--agent-token-file: ',
    ]) {
      expect(err).toContain(place)
    }
  })

  it('are all named by report, with the run that is not there', async () => {
    const { err, exitCode } = await headroom('report', 'nothing', '--format', 'doc,xls', '--paper', 'A9')
    expect(exitCode).toBe(2)
    expect(err).toContain('"doc" and "xls" are not formats')
    expect(err).toContain('--paper A9: unknown paper size')
    expect(err).toContain('RUN nothing: ')
    expect(err).toContain('Known formats: ')
  })

  it('are all named by import', async () => {
    const path = await badScenario('a.json', { name: 5 })
    const { err } = await headroom('import', pathOf('out.txt'), '--scenario', path, '--column', 'nothing')
    expect(err).toContain(`${path}: name: `)
    expect(err).toContain('--column nothing: ')
  })

  it('are named as one problem where there is one', async () => {
    const { err } = await headroom('predict', await badScenario('a.json', { name: 5 }), 'examples/first.headroom.json')
    expect(err).toMatch(/^The scenario \S+a\.json has \d+ problems?\./)
  })
})

describe('options', () => {
  it('that are unknown are all named', async () => {
    const { err } = await headroom('predict', 'examples/first.headroom.json', '--sise', '3', '--growht=1')
    expect(err).toContain('--sise: unknown option; did you mean --size?')
    expect(err).toContain('--growht: unknown option; did you mean --growth?')
  })

  it.each([
    ['predict', ['--size', '-5'], '-5'],
    ['predict', ['--years', '-1', '--growth', '30%'], '-1'],
    ['validate', ['--scale', '-5'], '-5'],
    ['validate', ['--duration', '-5s'], '-5s'],
    ['bill', ['--zones', '-5'], '-5'],
  ])('of %s take no negative number: %j', async (command, options, found) => {
    const { err, exitCode } = await headroom(command, 'examples/first.headroom.json', ...options)
    expect(exitCode).toBe(2)
    expect(err).toMatch(/expected|is not a/)
    expect(err).toContain(found)
    expect(err).not.toContain('unknown option')
  })
})

describe('compaction, which no scenario has', () => {
  it.each(['cleanup.policy', 'cleanupPolicy', 'compaction', 'isCompacted'])(
    'is answered with what to enter instead: --set …%s',
    async (field) => {
      const { err, exitCode } = await headroom(
        ...['predict', 'examples/first.headroom.json', '--set', `workload.topics.0.${field}=compact`],
      )
      expect(exitCode).toBe(2)
      expect(err).toContain('og compaction is not modelled: leave it out, and give as retentionMs the time')
      expect(err).not.toContain('Did you mean')
    },
  )

  it('is answered so in a file too', async () => {
    const topics = [{ name: 'a', partitions: 3, 'cleanup.policy': 'compact' }]
    const { err } = await headroom('predict', await badScenario('c.json', { workload: { topics } }))
    expect(err).toContain('unknown field "cleanup.policy"; log compaction is not modelled')
  })
})
