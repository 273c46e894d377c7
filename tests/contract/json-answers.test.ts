import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { headroom } from '../unit/cli/run-headroom.ts'

/**
 * What docs/commands/output.md promises to scripts, written down a second time and by hand: a field that is renamed or
 * changes its type breaks somebody's script, whatever the schemas of the code say.
 */
const example = 'examples/confluent-cku-2020.headroom.json'
const number = z.number()
const text = z.string()
const band = z.object({ low: number, likely: number, high: number })
const five = <Value extends z.ZodType>(value: Value) =>
  z.object({
    ingressWireBytesPerSec: value,
    ingressPayloadBytesPerSec: value,
    egressWireBytesPerSec: value,
    egressPayloadBytesPerSec: value,
    recordsPerSec: value,
  })
const source = z.object({ title: text, date: text, grade: text })
const binding = z.array(z.object({ id: text, dimension: text, layer: text })).min(1)
const smallest = z.object({ size: number, dimension: text, targetUtilisation: number })

const prediction = z.object({
  scenarioName: text,
  isFeasible: z.boolean(),
  refusals: z.array(text),
  offered: five(number),
  achievable: five(band),
  expected: five(band),
  capacity: five(number),
  headroom: number,
  binding,
  constraints: z
    .array(
      z.object({
        id: text,
        dimension: text,
        layer: text,
        kind: text,
        capacity: number,
        demand: number,
        utilisation: number,
        unit: text,
        formula: text,
        source,
      }),
    )
    .min(3),
  band: z.array(z.object({ id: text, lowFactor: number, highFactor: number, isAssumption: z.boolean() })),
  assumptions: z.array(z.object({ id: text, text })),
  bursts: z.array(z.unknown()),
  smallest,
  minimumPartitions: z.array(z.object({ topic: text, partitions: number, formula: text })).min(1),
  clientHosts: z.object({ hosts: number, formula: text, source }),
  advice: z.array(z.object({ id: text, text })),
})

const money = z.object({ low: number, high: number }).nullable()
const billSummary = z.object({
  totalPerMonth: money,
  perMegabytePerSec: money,
  perTerabyte: money,
  currency: text.nullable(),
  region: text.nullable(),
  isComplete: z.boolean(),
  missing: z.array(text),
  pricesFrom: text.nullable(),
  pricesTo: text.nullable(),
  needsCheck: z.boolean(),
  hasOldPrices: z.boolean(),
})

const scores = z.object({
  medianAbsError: number,
  medianAbsErrorLeaveOneOut: number,
  censoredPredictedBelow: number,
  parameters: number,
})

async function answerOf(...words: string[]): Promise<unknown> {
  const { exitCode, err, json } = await headroom(...words, '--json')
  expect([exitCode, err]).toEqual([0, ''])
  return json()
}

describe('the JSON that scripts read', () => {
  it('of predict has every field that is promised', async () => {
    const asked = await answerOf('predict', example, '--reverse', '--outage', '10min')
    const answers = z.object({ capacity: z.unknown(), sizes: z.array(z.object({ loadFactor: number, smallest })) })
    const { headroom: factor } = prediction.extend({ answers }).parse(asked)
    expect(factor).toBeGreaterThan(0)
  })

  it('of explain has the prediction, its sentences and every step by hand', async () => {
    const step = z.array(z.object({ name: text, formula: text })).min(1)
    const explained = z.object({
      prediction,
      sentence: text.min(20),
      sentences: z.object({ sizes: z.array(text).min(1), catchUp: z.array(text), survival: z.array(text) }),
      derivation: z.object({ load: step, answer: step }),
    })
    explained.parse(await answerOf('explain', example))
  })

  it('of compare has the same row for each offering, fitting or not', async () => {
    const common = { offering: text, offeringName: text, vendor: text, tier: text.nullable(), limitsAsOf: text }
    const fits = z.object({
      ...common,
      fits: z.literal(true),
      size: number,
      achievable: five(band),
      headroom: number,
      binding,
      bindingText: text,
      fullest: z.object({ id: text, dimension: text, utilisation: number }),
      bill: billSummary,
    })
    const refused = z.object({
      ...common,
      fits: z.literal(false),
      reasons: z.array(text).min(1),
      size: number.nullable(),
    })
    const row = z.discriminatedUnion('fits', [fits, refused])
    const compared = z.object({
      scenarioName: text,
      targetUtilisation: number,
      brokenSheets: z.array(z.unknown()),
      offerings: z.array(row),
    })
    const { offerings } = compared.parse(await answerOf('compare', example))
    expect(new Set(offerings.map((each) => each.fits))).toEqual(new Set([true, false]))
  })

  it('of sweep has a point for each value, also for one that cannot be', async () => {
    const at = z.record(text, z.unknown())
    const ok = z.object({ at, ok: z.literal(true), achievable: five(band), headroom: number, isFeasible: z.boolean() })
    const bad = z.object({ at, ok: z.literal(false), problem: z.unknown() })
    const swept = z.object({
      scenarioName: text,
      offering: text,
      axes: z.array(z.object({ path: text, values: z.array(z.unknown()) })).length(1),
      points: z.array(z.discriminatedUnion('ok', [ok, bad])),
      changes: z.array(z.object({ index: number, sentence: text })),
    })
    const over = 'workload.topics.0.partitions=1,10,100,0'
    const { points } = swept.parse(await answerOf('sweep', example, '--over', over))
    expect(points.map((each) => each.ok)).toEqual([true, true, true, false])
  })

  it('of models backtest has errors as ratios of the likely prediction, none for a bound', async () => {
    const point = z.object({
      model: text,
      id: text,
      published: number,
      unit: text,
      predicted: band,
      error: number.nullable(),
      leaveOneOutError: number.nullable(),
      censored: z.boolean(),
      below: z.string().nullable(),
    })
    const { points, summary } = z
      .object({ points: z.array(point).min(20), summary: scores, models: z.array(scores).min(3) })
      .parse(await answerOf('models', 'backtest'))
    for (const { id, published, predicted, error, censored } of points) {
      if (censored) expect(error, id).toBeNull()
      else expect(error, id).toBeCloseTo(predicted.likely / published - 1, 9)
    }
    expect(points.some(({ leaveOneOutError }) => leaveOneOutError !== null)).toBe(true)
    expect(summary.medianAbsError).toBeLessThanOrEqual(0.1)
    expect(summary.medianAbsErrorLeaveOneOut).toBeLessThanOrEqual(0.2)
    // Its readers were counted at 60,028 records/s, by clocks of their own, while 60,000 were offered.
    expect(points.filter(({ below }) => below === 'band').map(({ id }) => id)).toEqual(['ifnesi-readers'])
    // A cluster that reached more than half of the published ones do, and lies inside the band.
    expect(points.filter(({ below }) => below === 'likely').map(({ id }) => id)).toEqual(['pravega-10-1'])
  }, 240_000)
})
