import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { predict } from '../../../src/capacity/predict.ts'
import { type Offering, offering } from '../../../src/contracts/offering.ts'
import { type Scenario, scenario } from '../../../src/contracts/scenario.ts'
import { modelFiles } from './shipped-offerings.ts'

type Path = readonly string[]

/** What no limit, host or parameter is, and what a slip of units makes of one. */
const extremes = [0, 1e-9, 1e9, 1e15]

const examples = ['first', 'instaclustr-partitions', 'aiven-writers', 'huawei-scenarios']

describe('any number in a model file', () => {
  it.each(examples)('is refused, or gives a prediction with finite numbers: %s', (name) => {
    const example = scenario.parse(readJson(`examples/${name}.headroom.json`))
    const json = plainModel(example.deployment.offering)
    const places = placesOf(json)
    expect(places.length).toBeGreaterThan(10)
    const broken = places.flatMap((path) =>
      extremes.flatMap((value) => {
        const changed = offering.safeParse(withValue(json, path, value))
        const problem = changed.success ? problemOf(example, changed.data) : null
        return problem === null ? [] : [`${path.join('.')} = ${value}: ${problem}`]
      }),
    )
    expect(broken).toEqual([])
  })
})

function problemOf(example: Scenario, model: Offering): string | null {
  try {
    return isAllNumbers(predict(example, model)) ? null : 'it has a figure that is no number'
  } catch (error) {
    return String(error)
  }
}

/** JSON has no word for what is not a finite number. */
function isAllNumbers(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value)
  return typeof value !== 'object' || value === null || Object.values(value).every(isAllNumbers)
}

/** A model without its evidence, which no prediction reads, and with one of its hosts. */
function plainModel(id: string): object {
  const found = modelFiles.find(({ json }) => Reflect.get(Object(json), 'id') === id)
  const { evidence, ...model } = offering.parse(found?.json)
  if (model.model !== 'broker-hardware') return model
  const { hardware, tiers } = model
  return { ...model, tiers: tiers?.slice(0, 1), hardware: { ...hardware, hosts: hardware.hosts.slice(0, 1) } }
}

/** Where numbers stand. */
function placesOf(value: unknown, path: Path = []): Path[] {
  if (typeof value === 'number') return [path]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, each]) => placesOf(each, [...path, key]))
}

function withValue(json: object, path: Path, value: number): unknown {
  const root = structuredClone(json)
  const holder = path.slice(0, -1).reduce<object>((each, key) => Reflect.get(each, key), root)
  Reflect.set(holder, path.at(-1) ?? '', value)
  return root
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8'))
}
