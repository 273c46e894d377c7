/**
 * What is wrong with a value, said in the field's own unit: what was expected, never a schema's words for a number.
 */
import type { scenario } from '../../../contracts/scenario.ts'
import type { FieldRow } from './field-table.ts'
import { quantityRules } from './quantity-kinds.ts'

/** An issue of the scenario schema. */
export type ScenarioIssue = NonNullable<ReturnType<typeof scenario.safeParse>['error']>['issues'][number]

/** A sentence for one issue of the scenario schema. */
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
