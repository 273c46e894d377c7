/**
 * Describes the problem of a value in the words and the unit of its field, instead of those of the schema.
 */
import type { scenario } from '../../../contracts/scenario.ts'
import type { FieldRow } from './field-table.ts'
import { quantityRules } from './quantity-kinds.ts'

/** An issue of the scenario schema. */
export type ScenarioIssue = NonNullable<ReturnType<typeof scenario.safeParse>['error']>['issues'][number]

/** One sentence about an issue of the scenario schema, e.g. "Needs at least 1 partition." */
export function describeFieldIssue(issue: ScenarioIssue, row: FieldRow): string {
  const shown = (bound: number | bigint): string =>
    row.kind === 'text' ? `${bound} characters` : quantityRules[row.kind].canonical(Number(bound))
  if (issue.code === 'too_small') {
    if (row.kind === 'text') return 'Needs at least one character.'
    return issue.inclusive ? `Needs at least ${shown(issue.minimum)}.` : `Needs more than ${shown(issue.minimum)}.`
  }
  if (issue.code === 'too_big') return `At most ${shown(issue.maximum)}.`
  if (issue.code === 'invalid_type' && issue.expected === 'int') return 'Needs a whole number.'
  const message = issue.message.replace(/^./, (letter) => letter.toUpperCase())
  return message.endsWith('.') ? message : `${message}.`
}
