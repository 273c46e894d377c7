import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { campaign } from '../../../src/contracts/campaign.ts'
import { connection } from '../../../src/contracts/connection.ts'
import { offering } from '../../../src/contracts/offering.ts'
import { check, formatPath, type Schema } from '../../../src/contracts/parse.ts'
import { scenario } from '../../../src/contracts/scenario.ts'
import { missingFields } from '../../../src/contracts/schema-fields.ts'
import { editDistance } from '../../../src/units/near-names.ts'

const json = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'))
const firstScenario = json('examples/first.headroom.json')

const files: readonly { readonly schema: Schema; readonly value: unknown }[] = [
  { schema: scenario, value: firstScenario },
  { schema: scenario, value: json('examples/confluent-cku-2020.headroom.json') },
  { schema: campaign, value: { ...Object(json('examples/first-ladder.campaign.json')), scenario: firstScenario } },
  { schema: offering, value: json('models/confluent-cloud-dedicated.json') },
  { schema: offering, value: json('models/aws-msk-express.json') },
  {
    schema: connection,
    value: {
      kind: 'headroom.connection',
      schemaVersion: 1,
      name: 'ours',
      bootstrapServers: ['broker:9092'],
      sasl: { mechanism: 'PLAIN', username: 'me', passwordSecret: 'ours' },
    },
  },
]

/** Fields that choose what an object is: without them nothing is known of the others. */
const choosing = ['kind', 'model']

type Place = {
  readonly schema: Schema
  readonly value: unknown
  readonly path: (string | number)[]
  readonly name: string
}

/** Every field of a file whose name a schema gives. */
function placesOf(file: (typeof files)[number], value: unknown, path: (string | number)[]): Place[] {
  if (Array.isArray(value)) return value.flatMap((each, index) => placesOf(file, each, [...path, index]))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, below]) => {
    const isOwn =
      !choosing.includes(name) && missingFields(file.schema, without(file.value, path, name), path).includes(name)
    return [...(isOwn ? [{ ...file, path, name }] : []), ...placesOf(file, below, [...path, name])]
  })
}

/** A copy without one field, or with it under another name. */
function without(root: unknown, path: readonly (string | number)[], name: string, typed?: string): unknown {
  const copy = structuredClone(root)
  const owner = ownerAt(copy, path)
  const value: unknown = Reflect.get(Object(owner), name)
  Reflect.deleteProperty(Object(owner), name)
  if (typed !== undefined) Reflect.set(Object(owner), typed, value)
  return copy
}

function ownerAt(root: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((at, step) => Reflect.get(Object(at), step), root)
}

function namesAt(root: unknown, path: readonly (string | number)[]): string[] {
  return Object.keys(Object(ownerAt(root, path)))
}

const places = files.flatMap((file) => placesOf(file, file.value, []))

describe('an unknown field', () => {
  it('of any file, at any depth, is reported with the field that was probably meant', () => {
    expect(places.length).toBeGreaterThan(200)
    fc.assert(
      fc.property(fc.constantFrom(...places), fc.nat(), fc.constantFrom('x', 'q', ''), (field, at, letter) => {
        const { schema, value, path, name } = field
        const cut = at % name.length
        const typed = `${name.slice(0, cut)}${letter}${name.slice(cut + 1)}`
        const left = without(value, path, name)
        fc.pre(
          typed.length > 2 &&
            !namesAt(left, path).includes(typed) &&
            !missingFields(schema, left, path).includes(typed),
        )
        const outcome = check(schema, without(value, path, name, typed))
        const place = formatPath([...path, typed])
        const told = outcome.ok ? undefined : outcome.problems.find((problem) => problem.place === place)?.message
        expect(told).toContain(`unknown field "${typed}"; did you mean "`)
        const [, nearest = ''] = /did you mean "([^"]+)"/.exec(told ?? '') ?? []
        expect(editDistance(nearest.toLowerCase(), typed.toLowerCase())).toBeLessThanOrEqual(1)
      }),
    )
  })

  it('suggests no field that is present already, and none of another variant', () => {
    const keyed = { kind: 'uniform', distinct: 5, distnct: 5, exponent: 1 }
    const value = structuredClone(firstScenario)
    Reflect.set(Object(value).workload.producers[0], 'keys', keyed)
    const outcome = check(scenario, value)
    const messages = outcome.ok
      ? []
      : outcome.problems.map(({ place, message }) => `${place.split('.').at(-1)}: ${message}`)
    expect(messages).toEqual([
      'distnct: unknown field "distnct"; remove it or correct its spelling',
      'exponent: unknown field "exponent"; remove it or correct its spelling',
    ])
  })

  it('lists the fields that an object leaves out, once, if no name is close to an unknown one', () => {
    const value = structuredClone(firstScenario)
    Object.assign(Object(value).deployment, { instanceType: 'm7g.large', nonsense: 1 })
    const outcome = check(scenario, value)
    const messages = outcome.ok ? [] : outcome.problems.map(({ message }) => message)
    expect(messages).toEqual([
      expect.stringMatching(/^unknown field "instanceType"; remove it, or use a field that is left out here: .*tier, /),
      'unknown field "nonsense"; remove it or correct its spelling',
    ])
  })
})
