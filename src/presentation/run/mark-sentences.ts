/**
 * Explains the marks of a run's result.
 */
import type { MeasuredRecord } from '../../contracts/run-record.ts'
import type { TargetDescription } from '../../contracts/target.ts'
import type { Overlay } from '../../contracts/verdict.ts'

type Mark = Overlay['marks'][number]

const meanings: Readonly<Record<Mark, (target: TargetDescription) => string>> = {
  'declared capacity': () =>
    'quotas held the brokers to the limits of the offering. This proves the method and the arithmetic, not the vendor’s cluster.',
  'this machine': () =>
    'the brokers had no quotas, so the figures are those of this machine and confirm no deployment.',
  simulated: () => 'the brokers were simulated and have no limits of their own.',
  scaled: ({ scale }) => `rates and byte limits were multiplied by ${scale}; full size was not measured.`,
  partial: () => 'the run stopped before its end.',
  censored: () => 'the offered load or its clients held the rate, so the brokers can do at least what was measured.',
  'client-bound': ({ kind }) =>
    kind === 'connection'
      ? 'the load generator held the rate. Add load hosts (agents).'
      : 'the load generator, or the machine that it shares with the brokers, held the rate. Choose a smaller scale.',
  imported: () => 'measured by another tool.',
}

/** One sentence per mark of the result. */
export function markSentences({ overlay, target }: MeasuredRecord): string[] {
  return (overlay?.marks ?? []).map((mark) => `${mark}: ${meanings[mark](target)}`)
}
