/**
 * Checks whether the numbers of a run file follow from its own samples.
 */
import type { Problem } from '../../contracts/app-error.ts'
import { formatPath } from '../../contracts/parse.ts'
import type { MeasuredRecord } from '../../contracts/run-record.ts'
import type { Sample } from '../../contracts/sample.ts'
import type { Overlay } from '../../contracts/verdict.ts'
import { ruleVersionOf } from '../../evidence/overlay-run.ts'
import { withResult } from '../validation/run-end.ts'

/** Maximum relative difference that rounding explains, because another version may sum in another order. */
const roundingFraction = 1e-6

/** Maximum number of problems that are listed. */
const maxProblems = 20

/**
 * Fields that are not compared, because versions of Headroom may differ in them: the rules of diagnoses and doubts, the
 * wording of gaps, and the compression of histograms.
 */
const versionDependentFields: ReadonlySet<string> = new Set(['diagnosis', 'doubt', 'gaps', 'histogram', 'lastError'])

/**
 * Recomputes the result and the verdict from the samples. Returns a problem for each value that differs, with the value
 * of the file and the recomputed one, at most 20. Fields that only one of the two has are not compared.
 */
export function disagreementsOf(run: MeasuredRecord, samples: readonly Sample[]): Problem[] {
  if (run.result === null) return []
  const { result, overlay } = withResult({ ...run, result: null, overlay: null }, samples)
  if (result === null) return [{ place: 'result', message: 'there are no samples to recompute it from' }]
  const { accounting, ...others } = run.result
  // The accounting of records comes first, because most other differences follow from it.
  return [
    ...differences(accounting, result.accounting, ['result', 'accounting']),
    ...differences(others, result, ['result']),
    ...verdictDifferences(run.overlay, overlay),
  ].slice(0, maxProblems)
}

/** Compares the verdict if both were judged by the same version of the rules. Other rules may give another verdict. */
function verdictDifferences(recorded: Overlay | null, recomputed: Overlay | null): Problem[] {
  if (recorded === null || recomputed === null) return []
  if (ruleVersionOf(recorded) !== ruleVersionOf(recomputed)) return []
  const { verdict, reasonCode, limitReached } = recomputed
  return differences(recorded, { verdict, reasonCode, limitReached }, ['overlay'])
}

function differences(recorded: unknown, recomputed: unknown, path: readonly PropertyKey[]): Problem[] {
  if (recorded === undefined || recomputed === undefined || isAlike(recorded, recomputed)) return []
  if (!isObject(recorded) || !isObject(recomputed)) return [differenceAt(path, recorded, recomputed)]
  const keys = Object.keys(recorded).filter((key) => !versionDependentFields.has(key))
  const lengthDifferences =
    Array.isArray(recorded) && Array.isArray(recomputed) && recorded.length !== recomputed.length
      ? [differenceAt([...path, 'length'], recorded.length, recomputed.length)]
      : []
  return [
    ...lengthDifferences,
    ...keys.flatMap((key) =>
      differences(recorded[key], recomputed[key], [...path, Array.isArray(recorded) ? Number(key) : key]),
    ),
  ]
}

function isAlike(recorded: unknown, recomputed: unknown): boolean {
  if (typeof recorded !== 'number' || typeof recomputed !== 'number') return recorded === recomputed
  return Math.abs(recorded - recomputed) <= roundingFraction * Math.max(Math.abs(recorded), Math.abs(recomputed))
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

function differenceAt(path: readonly PropertyKey[], recorded: unknown, recomputed: unknown): Problem {
  return { place: formatPath(path), message: `found ${textOf(recorded)}, but its samples give ${textOf(recomputed)}` }
}

function textOf(value: unknown): string {
  return isObject(value) ? 'a value' : value === null ? 'none' : String(value)
}
