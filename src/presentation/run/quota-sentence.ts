/**
 * Why the prediction of a run on quotas differs a little from that of the scenario.
 */
import type { Prediction } from '../../contracts/prediction.ts'

/** A sentence before a run whose target enforces the limits by client quotas; empty for any other target. */
export function quotaSentence({ band }: Pick<Prediction, 'band'>): string {
  if (!band.some(({ id }) => id === 'quota-enforcement')) return ''
  return 'On this target, quotas stand in for the limits. They count whole requests, so slightly less fits than in Sizing. They limit the mean of a window, so a few per cent more may pass.'
}
