/**
 * Asks whether all topics can peak together, because a scenario has every topic at its peak.
 */
import type { Observation, OpenQuestion } from '../contracts/observation.ts'
import { formatByteRate } from '../units/byte-rate.ts'
import { significantDigits } from '../units/number-text.ts'
import { ratesOf } from './peak-rates.ts'

/** If the topics' peaks add up to more than this times the cluster's peak, they do not coincide. A rule of thumb. */
const noticeableFactor = 1.1

/** The question, if the cluster was never as busy as the sum of the topics. */
export function peaksQuestion({ cluster, topics }: Pick<Observation, 'cluster' | 'topics'>): OpenQuestion[] {
  const peak = Math.max(cluster.peakMinuteBytesInPerSec?.value ?? 0, cluster.peakHourBytesInPerSec?.value ?? 0)
  const sum = topics.reduce((total, topic) => {
    const rates = topic.isInternal ? null : ratesOf(topic)
    return rates === null ? total : total + rates.peakRecordsPerSec.value * rates.wireBytesPerRecord.value
  }, 0)
  if (peak === 0 || sum <= peak * noticeableFactor) return []
  return [
    {
      id: 'peaks-do-not-coincide',
      text: `Can all topics peak together? Their peaks add up to ${formatByteRate(sum)}, but the cluster never had more than ${formatByteRate(peak)} at once.`,
      effect: `The scenario has ${significantDigits(sum / peak)} times the highest load that was observed, so the cluster is less utilised than predicted.`,
    },
  ]
}
