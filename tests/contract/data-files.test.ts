import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { selectLimitSet } from '../../src/capacity/limit-set.ts'
import { predict } from '../../src/capacity/predict.ts'
import { scaleScenario } from '../../src/capacity/scale-scenario.ts'
import { setScenarioField } from '../../src/capacity/set-scenario-field.ts'
import { offering } from '../../src/contracts/offering.ts'
import { check } from '../../src/contracts/parse.ts'
import { scenario } from '../../src/contracts/scenario.ts'
import { knownConfigurations } from '../../src/planning/campaign-configurations.ts'
import { planRun } from '../../src/planning/plan-run.ts'
import { readCampaign } from '../../src/workbench/campaigns/read-campaign.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

function jsonFiles(folder: string): { name: string; value: object }[] {
  const names = readdirSync(join(root, folder)).filter((name) => name.endsWith('.json'))
  return names.map((name) => ({ name, value: JSON.parse(readFileSync(join(root, folder, name), 'utf8')) }))
}

const models = jsonFiles('models')
const examples = jsonFiles('examples').filter(({ name }) => name.endsWith('.headroom.json'))
const campaigns = jsonFiles('examples').filter(({ name }) => name.endsWith('.campaign.json'))

/** A model's file but for its table of hosts, which is read as the hosts of its rows. */
function withoutHostTable(value: object): object {
  if (!('hardware' in value)) return value
  const { hostTable: _rows, ...hardware } = Object(value.hardware)
  return { ...value, hardware }
}

/** What the schema finds wrong, or nothing. */
function problems(schema: Parameters<typeof check>[0], value: unknown): unknown {
  const outcome = check(schema, value)
  return outcome.ok ? [] : outcome.problems
}

it('finds the data files at all', () => {
  expect(models.length).toBeGreaterThanOrEqual(1)
  expect(examples.length).toBeGreaterThanOrEqual(2)
  expect(campaigns.length).toBeGreaterThanOrEqual(1)
})

describe.each(models)('models/$name', ({ name, value }) => {
  it('is an offering without a problem', () => {
    expect(problems(offering, value)).toEqual([])
  })

  it('is named after its id and loses nothing when read and written', () => {
    const parsed = offering.parse(value)
    expect(name).toBe(`${parsed.id}.json`)
    expect(parsed).toMatchObject(withoutHostTable(value))
    expect(offering.parse(JSON.parse(JSON.stringify(parsed)))).toEqual(parsed)
  })

  it('has its limit sets once a date and tier, each dimension once a set, and a capacity for each limit', () => {
    const parsed = offering.parse(value)
    const dates = parsed.limitSets.map((set) => `${set.tier ?? ''} ${set.asOf}`)
    expect(new Set(dates).size).toBe(dates.length)
    for (const set of parsed.limitSets) {
      const dimensions = set.limits.map((limit) => limit.dimension)
      expect(new Set(dimensions).size).toBe(dimensions.length)
      expect(selectLimitSet(parsed, { asOf: set.asOf, ...(set.tier === undefined ? {} : { tier: set.tier }) })).toEqual(
        set,
      )
      for (const limit of set.limits) expect(limit.perUnit ?? limit.max).toBeGreaterThan(0)
    }
  })

  it('has no limit that is younger than its source allows', () => {
    for (const set of offering.parse(value).limitSets) {
      for (const limit of set.limits) expect(limit.source.date <= set.asOf).toBe(true)
    }
  })

  it('has every limit of the set before it, or says why not', () => {
    const { limitSets, tiers = [] } = offering.parse(value)
    for (const tier of [undefined, ...tiers.map(({ id }) => id)]) {
      const sets = limitSets.filter((set) => set.tier === tier).sort((one, other) => (one.asOf < other.asOf ? -1 : 1))
      for (const [index, { asOf, limits, leftOut = [] }] of sets.entries()) {
        const before = sets[index - 1]?.limits.map(({ dimension }) => dimension) ?? []
        const missing = before.filter((dimension) => !limits.some((limit) => limit.dimension === dimension))
        expect(leftOut.flatMap(({ dimensions }) => dimensions).sort(), `as of ${asOf}`).toEqual(missing.sort())
      }
    }
  })

  it('has evidence whose scenarios can be predicted', () => {
    const parsed = offering.parse(value)
    for (const { id, scenario: name, set } of parsed.evidence.points) {
      const published = parsed.evidence.scenarios[name]
      const whole = { kind: 'headroom.scenario', schemaVersion: 1, name: id, workload: published?.workload }
      const plain: unknown = { ...whole, deployment: { ...published?.deployment, offering: parsed.id } }
      const run = scenario.parse(
        Object.entries(set).reduce((json, [path, text]) => setScenarioField(json, path, text), plain),
      )
      expect(predict(run, parsed).refusals, id).toEqual([])
    }
  })

  it('has the publication of each figure, and of those that no fit reads what was predicted at first sight', () => {
    for (const { id, publication, heldOut, firstSight } of offering.parse(value).evidence.points) {
      expect(publication, id).toBeDefined()
      if (heldOut !== undefined) expect(firstSight, id).toBeDefined()
    }
  })

  it('has at least 1.5 times as much beside each figure that its client limited', () => {
    const { points } = offering.parse(value).evidence
    for (const { id, limitedByClient, publication, quantity, value: figure } of points) {
      if (limitedByClient?.slowerThan === undefined) continue
      const faster = points.find((point) => point.id === limitedByClient.slowerThan)
      expect([faster?.publication, faster?.quantity], id).toEqual([publication, quantity])
      expect((faster?.value ?? 0) / (figure ?? 1), id).toBeGreaterThanOrEqual(1.5)
    }
  })
})

describe.each(examples)('examples/$name', ({ value }) => {
  const offerings = models.map((model) => offering.parse(model.value))

  it('is a scenario without a problem, with notes for its reader', () => {
    expect(problems(scenario, value)).toEqual([])
    expect(scenario.parse(value).notes?.length ?? 0).toBeGreaterThan(100)
  })

  it('is about an offering in models/ and can be bought', () => {
    const parsed = scenario.parse(value)
    const own = offerings.find((each) => each.id === parsed.deployment.offering)
    expect(own).toBeDefined()
    if (own) expect(predict(parsed, own).refusals).toEqual([])
  })

  it.each([1, 3])('can be run as it is on %i embedded brokers', (brokers) => {
    const scaled = scaleScenario(scenario.parse(value), 0.1)
    expect(planRun(scaled, { runId: 'r1', brokers }).plan.producers.length).toBeGreaterThan(0)
  })
})

describe.each(campaigns)('examples/$name', ({ name, value }) => {
  it('is a campaign without a problem, with notes for its reader', async () => {
    const read = await readCampaign(join(root, 'examples', name))
    expect(read.notes?.length ?? 0).toBeGreaterThan(100)
    expect(Reflect.get(Object(value), 'scenario')).toMatch(/\.headroom\.json$/)
    expect(knownConfigurations(read).length).toBeGreaterThan(1)
  })
})
