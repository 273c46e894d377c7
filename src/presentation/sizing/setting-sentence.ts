/**
 * Says beside a forecast or a bill that a setting would make a smaller size enough.
 */
import type { WordedRecommendation } from './recommendation.ts'

/**
 * "Sizing and predict recommend a setting, which this bill does not count: 3 CKUs are enough with linger.ms 50, 21 without."
 * Beside a forecast it says that this is for the load before its growth. Empty if no setting is recommended.
 */
export function settingSentence(
  { isChangeSure, sentence }: Pick<WordedRecommendation, 'isChangeSure' | 'sentence'>,
  answer: 'forecast' | 'bill',
): string {
  if (!isChangeSure) return ''
  const load = answer === 'forecast' ? 'For the load of the scenario, without growth, ' : ''
  return `${load}Sizing and predict recommend a setting, which this ${answer} does not count: ${sentence}`
}
