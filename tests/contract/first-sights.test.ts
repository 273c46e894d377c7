/** Predictions at first sight are never changed, and blind ones were committed before their figure. */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { isMeasured, type PublishedPoint } from '../../src/contracts/evidence.ts'
import { shippedOffering } from '../unit/capacity/known-files.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const recordPath = 'tests/recorded/first-sights.tsv'

/** The recorded lines without their heading. */
const linesOf = (text: string) => text.trimEnd().split('\n').slice(1)

function lineOf(model: string, { id, firstSight }: PublishedPoint): string[] {
  if (firstSight === undefined) return []
  const { likely, low = '-', high = '-', date, commit = '-', basis, binding = '-', likelyFactor } = firstSight
  const factor = likelyFactor === undefined ? [] : [likelyFactor]
  return [[model, id, likely, low, high, date, commit, basis, binding, ...factor].join('\t')]
}

const models = readdirSync(`${root}models`)
  .filter((name) => name.endsWith('.json'))
  .map((name) => shippedOffering(name.replace(/\.json$/, '')))
const recorded = linesOf(readFileSync(`${root}${recordPath}`, 'utf8'))

describe('a prediction at first sight', () => {
  it('is in the model as it was recorded: neither is ever changed', () => {
    const inModels = models.flatMap(({ id, evidence }) => evidence.points.flatMap((point) => lineOf(id, point)))
    expect([...inModels].sort()).toEqual([...recorded].sort())
  })

  it('is there for every point that awaits its figure: npm run first-sights', () => {
    const awaiting = models.flatMap(({ evidence }) => evidence.points.filter((point) => !isMeasured(point)))
    expect(awaiting.filter(({ firstSight }) => firstSight === undefined).map(({ id }) => id)).toEqual([])
  })
})

const git = (...words: string[]) => execFileSync('git', words, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 })
const commits = existsSync(`${root}.git`)
  ? git('log', '--format=%H', '--reverse', '--', recordPath).split('\n').filter(Boolean)
  : []

/** Only what the test reads, so that it can read the models of any commit. */
const anyModel = z.looseObject({
  evidence: z.looseObject({ points: z.array(z.looseObject({ id: z.string(), value: z.number().optional() })) }),
})

describe.runIf(commits.length > 0)('the history of first sights', () => {
  const records = commits.map((commit) => ({ commit, lines: linesOf(git('show', `${commit}:${recordPath}`)) }))

  it('only ever adds lines', () => {
    const states = [...records.map(({ lines }) => lines), recorded]
    for (const [index, lines] of states.entries()) {
      expect(
        (states[index - 1] ?? []).filter((line) => !lines.includes(line)),
        records[index]?.commit,
      ).toEqual([])
    }
  })

  it('has each blind prediction in a commit without its figure', () => {
    const [first] = records
    for (const [index, { commit, lines }] of records.entries()) {
      const before = records[index - 1]?.lines ?? []
      const added = lines.filter((line) => !before.includes(line) && line.split('\t')[7] === 'blind')
      // A shallow clone begins with a commit that has everything.
      if (commit === first?.commit && added.length > 0 && git('rev-parse', '--is-shallow-repository') === 'true\n')
        continue
      for (const [model, id] of added.map((line) => line.split('\t'))) {
        const { evidence } = anyModel.parse(JSON.parse(git('show', `${commit}:models/${model}.json`)))
        const point = evidence.points.find((each) => each.id === id)
        expect(point, `${id} at ${commit}`).toBeDefined()
        expect(point?.value, `${id} at ${commit}`).toBeUndefined()
      }
    }
  })
})
