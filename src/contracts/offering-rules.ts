/**
 * Checks rules that involve several fields of an offering, which the schema of a single field cannot check.
 */
import type { Problem } from './app-error.ts'
import { countedBytes } from './counted-bytes.ts'
import { dimensionRecords, type LimitedDimension } from './dimensions.ts'

type Path = readonly (string | number)[]

/** A broken rule: the path of the field, and the problem. */
export type RuleProblem = Pick<Problem, 'message'> & { readonly path: Path }

/** The fields of an offering that the rules use. */
export type RuledOffering = {
  readonly tiers?: readonly { readonly id: string }[] | undefined
  readonly limitSets: readonly RuledSet[]
  readonly hardware?: { readonly parameters: { readonly residual?: unknown }; readonly lawBands?: unknown } | undefined
}

type RuledSet = {
  readonly asOf: string
  readonly tier?: string | undefined
  readonly sizes: {
    readonly min: number
    readonly max: number
    readonly multipleOf?: number | undefined
    readonly only?: readonly number[] | undefined
    readonly minMultiZone?: number | undefined
  }
  readonly limits: readonly RuledLimit[]
}

type RuledLimit = {
  readonly dimension: LimitedDimension
  readonly unit: string
  readonly perUnit?: number | undefined
  readonly max?: number | undefined
  readonly counts?: string | undefined
  readonly countsSource?: unknown
  readonly weights?: unknown
}

/** Returns all rules that an offering breaks. */
export function brokenRules({ tiers, limitSets, hardware }: RuledOffering): RuleProblem[] {
  const known = tiers?.map((tier) => tier.id) ?? []
  return [
    ...tierProblems(known, limitSets),
    ...limitSets.flatMap((set, index) => setProblems(set, index, limitSets)),
    ...widthProblems(hardware),
  ]
}

/** Checks that exactly one of `residual` and `lawBands` gives the width of the band. */
function widthProblems(hardware: RuledOffering['hardware']): RuleProblem[] {
  if (hardware === undefined) return []
  const isByLaw = hardware.lawBands !== undefined
  if (isByLaw !== (hardware.parameters.residual !== undefined)) return []
  const message = isByLaw ? 'not with lawBands, which say how wide the band is' : 'expected half the width of the band'
  return [{ path: ['hardware', 'parameters', 'residual'], message }]
}

function tierProblems(known: readonly string[], sets: readonly RuledSet[]): RuleProblem[] {
  const problems: RuleProblem[] = []
  for (const [index, id] of known.entries()) {
    if (known.indexOf(id) !== index) {
      problems.push({ path: ['tiers', index, 'id'], message: `there is already a tier "${id}"` })
    } else if (!sets.some((set) => set.tier === undefined || set.tier === id)) {
      problems.push({ path: ['tiers', index, 'id'], message: `the tier "${id}" has no limits; add a set with it` })
    }
  }
  return problems
}

function setProblems(set: RuledSet, index: number, sets: readonly RuledSet[]): RuleProblem[] {
  const path = ['limitSets', index]
  const problems: RuleProblem[] = []
  const first = sets.findIndex((each) => each.asOf === set.asOf && each.tier === set.tier)
  if (first !== index) {
    const ofTier = set.tier === undefined ? '' : ` of the tier "${set.tier}"`
    problems.push({ path: [...path, 'asOf'], message: `there are already limits as of ${set.asOf}${ofTier}` })
  }
  const { min, max, multipleOf = 1, minMultiZone = max } = set.sizes
  if (min > max)
    problems.push({ path: [...path, 'sizes', 'max'], message: `expected ${min} or more, the smallest size` })
  if (multipleOf > max) {
    problems.push({ path: [...path, 'sizes', 'multipleOf'], message: `expected ${max} or less, the largest size` })
  }
  if (minMultiZone > max) {
    problems.push({ path: [...path, 'sizes', 'minMultiZone'], message: `expected ${max} or less, the largest size` })
  }
  problems.push(...onlyProblems(set.sizes, [...path, 'sizes', 'only']))
  return [...problems, ...set.limits.flatMap((limit, at) => limitProblems(limit, [...path, 'limits', at], set))]
}

/** Checks that a list of sizes is ascending and goes from `min` to `max`, and that `multipleOf` is not given as well. */
function onlyProblems({ min, max, multipleOf, only }: RuledSet['sizes'], path: Path): RuleProblem[] {
  if (only === undefined) return []
  const problems: RuleProblem[] = []
  if (only.some((size, at) => at > 0 && size <= (only[at - 1] ?? 0))) {
    problems.push({ path, message: 'expected ascending sizes, each once' })
  }
  if (only[0] !== min || only.at(-1) !== max) {
    problems.push({ path, message: `expected sizes from ${min} to ${max}, the smallest and the largest one` })
  }
  if (multipleOf !== undefined) problems.push({ path, message: 'not with multipleOf: one of them says it all' })
  return problems
}

function limitProblems(limit: RuledLimit, path: Path, { limits }: RuledSet): RuleProblem[] {
  const problems: RuleProblem[] = []
  const { dimension, unit, perUnit, max, weights } = limit
  if (limits.find((each) => each.dimension === dimension) !== limit) {
    problems.push({ path: [...path, 'dimension'], message: `this set already has a limit on ${dimension}` })
  }
  const expected = dimensionRecords[dimension].limit.unit
  if (unit !== expected) {
    problems.push({ path: [...path, 'unit'], message: `a limit on ${dimension} must be in ${expected}` })
  }
  if (perUnit === undefined && max === undefined) {
    problems.push({ path, message: 'a limit needs perUnit, or max if it does not grow with the size' })
  }
  if (weights !== undefined && dimension !== 'bandwidth') {
    problems.push({ path: [...path, 'weights'], message: 'only the dimension bandwidth has weights' })
  }
  return [...problems, ...countsProblems(limit, path)]
}

function countsProblems({ unit, counts, countsSource }: RuledLimit, path: Path): RuleProblem[] {
  const problems: RuleProblem[] = []
  if (unit !== 'bytes/s' && countedBytes.some((known) => known === counts)) {
    problems.push({ path: [...path, 'counts'], message: `only limits in bytes/s count ${counts}` })
  }
  if (countsSource !== undefined && counts === undefined) {
    problems.push({ path: [...path, 'countsSource'], message: 'a source of what is counted needs counts' })
  }
  return problems
}
