/**
 * Whether the peaks of the topics coincide: a scenario has each topic at its own.
 */
import type { Observation, OpenQuestion } from '../contracts/observation.ts'
import { formatByteRate } from '../units/byte-rate.ts'
import { significantDigits } from '../units/number-text.ts'
import { ratesOf } from './peak-rates.ts'

/** Peaks whose sum is this much above that of the cluster do not coincide. */
const noticed = 1.1

/** The question, if the cluster was never as busy as the sum of the topics. */
export function peaksQuestion({ cluster, topics }: Pick<Observation, 'cluster' | 'topics'>): OpenQuestion[] {
  const peak = Math.max(cluster.peakMinuteBytesInPerSec?.value ?? 0, cluster.peakHourBytesInPerSec?.value ?? 0)
  const sum = topics.reduce((total, topic) => {
    const rates = topic.isInternal ? null : ratesOf(topic)
    return rates === null ? total : total + rates.peakRecordsPerSec.value * rates.wireBytesPerRecord.value
  }, 0)
  if (peak === 0 || sum <= peak * noticed) return []
  return [
    {
      id: 'peaks-do-not-coincide',
      text: `Can all topics peak together? Their peaks come to ${formatByteRate(sum)}; the cluster never had more than ${formatByteRate(peak)} at once.`,
      effect: `The load of the scenario is ${significantDigits(sum / peak)} times what the cluster had, so it is less full than said.`,
    },
  ]
}
