/**
 * The marks of a run's result, each with what it means.
 */
import type { MeasuredRecord } from '../../contracts/run-record.ts'
import type { TargetDescription } from '../../contracts/target.ts'
import type { Overlay } from '../../contracts/verdict.ts'

type Mark = Overlay['marks'][number]

const meanings: Readonly<Record<Mark, (target: TargetDescription) => string>> = {
  'declared capacity': () =>
    'quotas held the brokers to the limits of the offering: it proves the method and the arithmetic, not the vendor’s cluster.',
  'this machine': () => 'brokers without quotas: a figure of this machine, which confirms no deployment.',
  simulated: () => 'the brokers were simulated and have no limits of their own.',
  scaled: ({ scale }) => `rates and byte limits are ${scale} of the scenario’s; full size was not measured.`,
  partial: () => 'the run stopped before its end.',
  censored: () => 'the offered load or its clients held the rate: the brokers give at least what was measured.',
  'client-bound': ({ kind }) =>
    kind === 'connection'
      ? 'the load generator held the rate. Add load hosts (agents).'
      : 'the load generator, or the machine that it shares with the brokers, held the rate. Choose a smaller scale.',
  imported: () => 'measured by another tool.',
}

/** A sentence for each mark of the result; none where it has none. */
export function markSentences({ overlay, target }: MeasuredRecord): string[] {
  return (overlay?.marks ?? []).map((mark) => `${mark}: ${meanings[mark](target)}`)
}
