/**
 * Explains the marks of a run's result.
 */
import type { MeasuredRecord } from '../../contracts/run-record.ts'
import type { TargetDescription } from '../../contracts/target.ts'
import type { Overlay } from '../../contracts/verdict.ts'

type Mark = Overlay['marks'][number]

/**
 * What a mark means. `declared capacity`, `simulated`, `scaled` and `partial` have no entry, because the sentences on what
 * was not proven explain them on the same page.
 */
const meanings: Readonly<Partial<Record<Mark, (target: TargetDescription) => string>>> = {
  'this machine': () =>
    'the brokers had no quotas, so the figures are those of this machine and confirm no deployment.',
  censored: () => 'the offered load or its clients held the rate, so the brokers can do at least what was measured.',
  'client-bound': ({ kind }) =>
    kind === 'connection'
      ? 'the load generator held the rate. Add load hosts (agents).'
      : 'the load generator, or the machine that it shares with the brokers, held the rate. Choose a smaller scale.',
  imported: () => 'measured by another tool.',
}

/** One sentence per mark of the result that is not explained elsewhere. */
export function markSentences({ overlay, target }: MeasuredRecord): string[] {
  return (overlay?.marks ?? []).flatMap((mark) => {
    const meaning = meanings[mark]
    return meaning === undefined ? [] : [`${mark}: ${meaning(target)}`]
  })
}
