/** Headlines of README and docs are made again from the records that they speak of. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Backtest } from '../../src/contracts/backtest.ts'
import type { BenchmarkTable } from '../../src/contracts/benchmark.ts'
import type { CampaignRecord, CampaignSummary } from '../../src/contracts/campaign-record.ts'
import { scoresOf } from '../../src/evidence/backtest-scores.ts'
import { isOfOlderRule } from '../../src/planning/older-record.ts'
import { groupDigits } from '../../src/units/number-text.ts'
import { readCampaignRecord } from '../../src/workbench/campaigns/read-campaign-record.ts'
import { summariseCampaign } from '../../src/workbench/campaigns/summarise-campaign.ts'
import { shippedBacktest } from './shipped-backtest.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** A page with every run of blanks as one, so that a sentence is found wherever its lines break. */
const pageOf = (path: string) => readFileSync(join(root, path), 'utf8').replace(/\s+/g, ' ')

type Measured = { readonly record: CampaignRecord; readonly summary: CampaignSummary }

async function recordAt(path: string): Promise<Measured> {
  const record = await readCampaignRecord(join(root, 'docs/benchmarks', path))
  return { record, summary: summariseCampaign(record) }
}

const flatOut = {
  'huawei-scenarios': 'huawei-scenarios/all-rows-30-s.json.gz',
  'banzai-flat-out': 'banzai-flat-out/all-rows-30-s.json.gz',
  'instaclustr-partitions': 'instaclustr-partitions/15-rows-20-s.json.gz',
  'aiven-writers': 'aiven-writers/3-plans-30-s.json.gz',
} as const

const percent = (ratio: number) => `${groupDigits(ratio * 100, 1)} %`
const whole = (ratio: number) => `${ratio < 0 ? '-' : '+'}${Math.round(Math.abs(ratio) * 100)}`

describe('claims about benchmarks on this machine', () => {
  const found = new Map<string, Measured>()
  beforeAll(async () => {
    for (const [id, path] of Object.entries(flatOut)) found.set(id, await recordAt(path))
  })
  const summaryOf = (id: string) => found.get(id)?.summary
  const powerOf = (id: string) =>
    summaryOf(id)?.benchmark?.machine?.power ?? { judged: 0, withinModel: 0, withinNone: 0, withinFactor: 0 }
  const sumOf = (key: 'judged' | 'withinModel' | 'withinNone' | 'withinFactor') =>
    Object.keys(flatOut).reduce((sum, id) => sum + powerOf(id)[key], 0)
  const rowsOf = (id: string): BenchmarkTable['rows'] => summaryOf(id)?.benchmark?.rows ?? []
  const benchmarks = pageOf('docs/benchmarks.md')

  it('counts rows by today’s rule, and how many would pass without the model', () => {
    const [judged, within, none, factor] = (['judged', 'withinModel', 'withinNone', 'withinFactor'] as const).map(sumOf)
    expect(judged).toBeGreaterThan(10)
    expect(benchmarks).toContain(`**${within} of ${judged} rows that run flat out lie within their tolerance**`)
    expect(benchmarks).toContain(
      `By no model at all ${none} of ${judged} would pass, by the rejected law ${factor} of ${judged}.`,
    )
    const shared = pageOf('docs/decisions/shared-machine.md')
    expect(shared).toContain(`${within} of ${judged} rows of the same records are within`)
    expect(shared).toContain(`passes ${none} of ${judged}, option 1 passes ${factor} of ${judged}.`)
    const readme = pageOf('README.md')
    expect(readme).toContain(`${within} of ${judged} benchmark rows lie within a chosen tolerance`)
    expect(readme).toContain(`with no model at all ${none} of ${judged} would`)
  })

  it.each(Object.keys(flatOut))('has a line for %s', (id) => {
    const { judged, withinModel, withinNone, withinFactor } = powerOf(id)
    expect(benchmarks).toContain(`| ${id} | ${judged} | ${withinModel} | ${withinNone} | ${withinFactor} |`)
  })

  it('names the row that is outside, on every page that counts it', () => {
    const outside = Object.keys(flatOut).flatMap((id) =>
      rowsOf(id).flatMap(({ caseId, onMachine }) => {
        const judged = onMachine?.judged ?? null
        return judged !== null && Math.abs(judged.error) > judged.tolerance ? [{ caseId, ...judged }] : []
      }),
    )
    expect(outside.map(({ caseId }) => caseId)).toEqual(['partitions-100'])
    const [only] = outside
    const text = `100 partitions are outside, +${percent(only?.error ?? 0)} of ${percent(only?.tolerance ?? 0)} allowed`
    expect(pageOf('docs/decisions/shared-machine.md')).toContain(text)
    expect(benchmarks).toContain(text.replace('are outside', 'lie outside'))
  })

  it('list each judged row with its tolerance', () => {
    for (const id of ['banzai-flat-out', 'huawei-scenarios'] as const) {
      for (const { onMachine, label } of rowsOf(id)) {
        if (onMachine === null || onMachine.judged === null) continue
        const { error, tolerance } = onMachine.judged
        const predicted = groupDigits(onMachine.recordsPerSec, 0)
        const row = new RegExp(
          `\\| ${predicted} \\| ${whole(error).replace('+', '\\+')} % of ${Math.round(tolerance * 100)}[ |]`,
        )
        expect(benchmarks, label).toMatch(row)
      }
    }
    const reference = rowsOf('instaclustr-partitions').find(({ caseId }) => caseId === 'partitions-12')
    const meanOf = (stepId: string | null) =>
      summaryOf('instaclustr-partitions')?.steps.find((step) => step.stepId === stepId)?.measured.recordsPerSec.mean ??
      0
    for (const { caseId, stepId, onMachine, label } of rowsOf('instaclustr-partitions')) {
      if (!/^partitions-\d+$/.test(caseId) || onMachine === null) continue
      const share = Math.round((meanOf(stepId) / meanOf(reference?.stepId ?? null)) * 100)
      const predicted = groupDigits(onMachine.recordsPerSec, 0)
      const line = readFileSync(join(root, 'docs/benchmarks.md'), 'utf8')
        .split('\n')
        .find((each) => each.startsWith(`| ${label.replace(' partitions', '')} | `) && each.includes(`| ${share} % |`))
      expect(line, label).toContain(`| ${predicted} |`)
      if (onMachine.judged === null) continue
      const { error, tolerance } = onMachine.judged
      expect(line, label).toContain(`${whole(error)} % of ${Math.round(tolerance * 100)}`)
    }
    const plans = rowsOf('aiven-writers').map(({ onMachine }) => onMachine?.judged ?? { error: 0, tolerance: 0 })
    const [errors, allowed] = [
      plans.map(({ error }) => whole(error)),
      plans.map((each) => Math.round(each.tolerance * 100)),
    ]
    expect(benchmarks).toContain(
      `${errors[0]}, ${errors[1]} and ${errors[2]} % of ${allowed[0]}, ${allowed[1]} and ${allowed[2]} allowed`,
    )
  })

  it('marks the records of an older rule, and only those', () => {
    const older = [...found].filter(([, { record }]) => isOfOlderRule(record.request.campaign, record.results))
    expect(older.map(([id]) => id)).toEqual(['banzai-flat-out', 'instaclustr-partitions'])
    expect(benchmarks).toContain('The records of `banzai-flat-out` and `instaclustr-partitions` are of an older rule')
    for (const [, { summary }] of older) expect(summary.doubts[0]).toContain('counted the run that chose')
  })
})

describe('claims about the white paper’s benchmark', () => {
  it('agree with its records: wire rates of each run, and records read / predicted', async () => {
    const benchmarks = pageOf('docs/benchmarks.md')
    const accuracy = pageOf('docs/accuracy.md')
    const { record, summary } = await recordAt('confluent-cku/aws-60-s-fitting-answers.json.gz')
    const runs = record.results.map(({ steady }) => steady)
    const rate = (name: 'ingressWireBytesPerSec' | 'egressWireBytesPerSec', digits: number) =>
      runs.map((steady) => ((steady?.[name].mean ?? 0) / 1e6).toFixed(digits)).join(', ')
    const read = runs.map((steady) => ((steady?.egressPayloadBytesPerSec.mean ?? 0) / 1_048_576).toFixed(1)).join(', ')
    expect(benchmarks).toContain(
      `| AWS | ${rate('ingressWireBytesPerSec', 2)} | ${rate('egressWireBytesPerSec', 1)} | ${read} | 3 *confirmed* |`,
    )
    expect(new Set(read.split(', '))).toEqual(new Set(['13.8']))
    expect(accuracy).toContain('14.8 to 14.9 MB/s on the wire and 13.8 MiB/s of records')
    expect(summary.steps.map(({ verdict }) => verdict)).toEqual(['confirmed'])
  })

  it('counts the verdicts of all its rows, and what was read of records', async () => {
    const { record } = await recordAt('confluent-cku/all-rows-60-s.json.gz')
    expect(record.results.map(({ verdict }) => verdict)).toEqual(Array(9).fill('confirmed'))
    const read = record.results.map(({ steady }) => (steady?.egressPayloadBytesPerSec.mean ?? 0) / 1_048_576)
    const range = `${Math.min(...read).toFixed(1)} to ${Math.max(...read).toFixed(1)} MiB/s`
    expect(pageOf('docs/accuracy.md')).toContain(`had ${range} of records in them, of 14 predicted`)
    expect(pageOf('docs/benchmarks.md')).toContain(
      range.replace(' MiB/s', ' MiB/s were records, where 14 are predicted'),
    )
  })
})

describe('claims about predictions', () => {
  let outcome: Backtest
  beforeAll(async () => {
    outcome = await shippedBacktest()
  }, 240_000)

  it('begins with what was predicted blind in README, then other first sights, as docs/backtest.md does', () => {
    const { blind, bandsTest, firstSight, heldOut } = outcome.summary
    const readme = pageOf('README.md')
    type Sight = Pick<typeof blind, 'points' | 'publications' | 'medianAbsError' | 'inside' | 'bands'>
    const row = (what: string, { points, publications, medianAbsError, inside, bands }: Sight) =>
      `| ${points} figures of ${publications} publications, ${what} | ${percent(medianAbsError ?? 0)} | ${inside} of ${bands} |`
    const width = groupDigits(bandsTest.blind.intervals?.shown.medianWidthFactor ?? 0, 1)
    const tested = row('predicted blind with the bands of their day, which were not made from them', bandsTest.blind)
    const at = [
      readme.indexOf(tested.replace(/ \|$/, `, ÷/× ${width} wide |`)),
      readme.indexOf(row('predicted blind, before anybody here had looked them up', blind)),
      readme.indexOf(row('not blind, but before a model was changed for them', firstSight)),
      readme.indexOf(`by today's models | ${percent(heldOut.seen.medianAbsError ?? 0)} | not evidence |`),
    ]
    expect(at).not.toContain(-1)
    expect(at).toEqual([...at].sort((one, other) => one - other))
  })

  it('says in README how the bands by law did with each publication left out, beside one width for all', () => {
    const scores = outcome.models.find(({ lawBands }) => lawBands !== null)?.lawBands
    if (scores == null) throw new Error('no model has bands by law')
    const { byLaw, oneWidth, publications, isRefuted } = scores
    const wide = ({ medianWidthFactor }: typeof byLaw) => `÷/× ${groupDigits(medianWidthFactor, 1)}`
    const held = ({ inside, figures }: typeof byLaw) => `${inside} of ${figures}`
    const readme = pageOf('README.md')
    expect(readme).toContain(
      `| ${byLaw.figures} figures of ${publications} publications, with today's bands, each publication left out when its band was made | | ${held(byLaw)}, ${wide(byLaw)} wide |`,
    )
    expect(readme).toContain(`one width for all bands, ${wide(oneWidth)} | | ${held(oneWidth)} |`)
    expect(isRefuted).toBe(false)
  })

  it('says of the band what it was, and what today’s bands hold of publications that they were not made from', () => {
    const { blind, firstSight, heldOut } = outcome.summary
    const models = pageOf('docs/models.md')
    const [ofBlind, ofOthers] = [blind, firstSight].map(({ inside, bands }) => `${inside} of ${bands}`)
    expect(models).toContain(
      `of what was predicted blind ${ofBlind} lay inside their band, of other first sights ${ofOthers}`,
    )
    const { seen, unseen } = heldOut
    const inside = seen.withoutPublication.inside + unseen.withoutPublication.inside
    const points = seen.withoutPublication.points + unseen.withoutPublication.points
    expect(models).toContain(
      `With each publication left out, today's bands hold ${inside} of ${points} held-out figures`,
    )
  })

  it('agree with the models in the decision on broker physics', () => {
    const physics = pageOf('docs/decisions/broker-physics.md')
    const isOfCodecs = (changed: readonly string[]) =>
      changed.length === 1 && changed[0]?.includes('laws/compression.md')
    const ofThirty = outcome.points.filter(
      ({ firstSight, heldOut }) => firstSight !== null && heldOut === 'seen' && !isOfCodecs(firstSight.changed),
    )
    const { firstSight } = scoresOf(ofThirty, { parameters: 0, awaiting: 0 })
    const { medianAbsError, errors, inside, bands } = firstSight
    expect(physics).toContain(
      `${percent(medianAbsError ?? 0)} median over ${errors} of these thirty, ${inside} of ${bands} inside`,
    )
    const hosts = outcome.models.find(({ model }) => model === 'apache-kafka-on-hosts')
    expect(physics).toContain(
      `with a median error of ${percent(hosts?.medianAbsError ?? 0)}, ${percent(hosts?.medianAbsErrorLeaveOneOut ?? 0)} where each is left out of the fit`,
    )
    const at = (id: string) =>
      Math.round((outcome.points.find((point) => point.id === id)?.firstSight?.error ?? 0) * 100)
    const text = `as predicted they were ${at('linkedin-1-consumer')} and ${at('linkedin-3-consumers')} % (LinkedIn) and ${at('dcos-1-consumer')} %`
    expect(physics).toContain(text)
  })
})
