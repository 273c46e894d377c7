import { describe, expect, it } from 'vitest'
import { offering } from '../../../src/contracts/offering.ts'
import { check, formatPath } from '../../../src/contracts/parse.ts'
import { modelFiles } from './shipped-offerings.ts'

type Path = readonly (string | number)[]

/** Fields without which nothing can be said, wherever they stand. */
const required = [
  'id',
  'name',
  'vendor',
  'model',
  'unitName',
  'asOf',
  'sizes',
  'limits',
  'dimension',
  'unit',
  'kind',
  'source',
  'title',
  'date',
  'grade',
  'interaction',
]

type Mutation = {
  readonly name: string
  readonly fits: (value: unknown, path: Path) => boolean
  readonly change: (value: unknown) => unknown
}

const mutations: readonly Mutation[] = [
  { name: 'a number as text', fits: (value) => typeof value === 'number', change: (value) => `${value} MB/s` },
  { name: 'a number that is none', fits: (value) => typeof value === 'number', change: () => Number.NaN },
  { name: 'a text as number', fits: (value) => typeof value === 'string', change: () => 7 },
  { name: 'an unknown field', fits: isObject, change: (value) => ({ ...Object(value), 'no such field': 1 }) },
  { name: 'a list as object', fits: Array.isArray, change: () => ({}) },
  { name: 'an object as text', fits: isObject, change: () => 'all of it' },
  {
    name: 'a month that is none',
    fits: (_, path) => ['date', 'asOf'].includes(String(path.at(-1))),
    change: () => '2020-13',
  },
  { name: 'a missing field', fits: (_, path) => required.includes(String(path.at(-1))), change: () => undefined },
]

describe('a model file', () => {
  it('is refused with a place in the message, for each of 1,000 mutations', () => {
    const all = modelFiles.flatMap(({ name, json }) => mutants(json).map((mutant) => ({ name, json, ...mutant })))
    const step = Math.max(1, all.length / 1000)
    const chosen = Array.from({ length: Math.min(1000, all.length) }, (_, index) => all[Math.floor(index * step)])
    expect(chosen.length).toBe(1000)
    const wrong = chosen.flatMap((mutant) =>
      mutant && !isLocated(mutant.json, mutant) ? [describeMutant(mutant)] : [],
    )
    expect(wrong).toEqual([])
  })
})

type Mutant = { readonly path: Path; readonly mutation: Mutation }

function mutants(json: unknown): Mutant[] {
  return pathsOf(json).flatMap(({ path, value }) =>
    mutations.filter(({ fits }) => fits(value, path)).map((mutation) => ({ path, mutation })),
  )
}

/** Every place below the root; evidence is checked by its own rules beside the shape. */
function pathsOf(value: unknown, path: Path = []): { path: Path; value: unknown }[] {
  const below = Array.isArray(value)
    ? value.flatMap((child, index) => pathsOf(child, [...path, index]))
    : isObject(value)
      ? Object.entries(Object(value)).flatMap(([key, child]) =>
          key === 'evidence' ? [] : pathsOf(child, [...path, key]),
        )
      : []
  return path.length === 0 ? below : [{ path, value }, ...below]
}

/** Refused, and one problem names the place or what is around or below it. */
function isLocated(json: unknown, { path, mutation }: Mutant): boolean {
  const outcome = check(offering, changed(json, path, mutation.change))
  if (outcome.ok) return false
  const place = formatPath(path)
  return outcome.problems.some((problem) => problem.message !== '' && problem.place.startsWith(place))
}

function changed(value: unknown, path: Path, change: (value: unknown) => unknown): unknown {
  const [step, ...rest] = path
  if (step === undefined) return change(value)
  const copy: Record<string | number, unknown> | unknown[] = Array.isArray(value) ? [...value] : { ...Object(value) }
  const child = changed(Reflect.get(copy, step), rest, change)
  if (child === undefined) Reflect.deleteProperty(copy, step)
  else Reflect.set(copy, step, child)
  return copy
}

function describeMutant({ name, path, mutation }: Mutant & { readonly name: string }): string {
  return `${name}: ${mutation.name} at ${formatPath(path)}`
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
