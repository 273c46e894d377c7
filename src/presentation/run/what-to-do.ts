/**
 * What follows from what held a run: the next thing to do, by the diagnosis.
 */
import type { Prediction } from '../../contracts/prediction.ts'
import type { Limiter } from '../../contracts/result.ts'
import type { RunRecord } from '../../contracts/run-record.ts'
import { formatCount } from '../../units/count.ts'
import { formatPercent } from '../../units/ratio.ts'

const steps: Readonly<Record<Limiter, string>> = {
  'broker-throttle':
    'The brokers hold the rate: a larger deployment or fewer bytes raise it (compression, fewer consumer groups); more clients do not.',
  client:
    'The load generator held the rate: run it on more or larger hosts, or with more clients, before judging the cluster.',
  network: 'The network held the rate: run the load nearer to the brokers, or raise batches and requests in flight.',
  'hot-partition':
    'One partition held the rate: spread the keys more evenly, or give the topic more partitions; a larger deployment does not help.',
  consumer: 'The consumers held the rate: give the slowest group more members, up to one for each partition.',
  'broker-errors': 'Mend what the brokers report first: their errors are counted under the deviations.',
  'below-min-isr':
    'Too few copies were in sync: bring the missing brokers back, or lower min.insync.replicas below the replication factor, so that one broker may be missing.',
  nothing:
    'Nothing held the rate. To see where the limit lies, offer more than the predicted capacity and measure again.',
  unknown:
    'What held the rate was not found. Measure again for longer, and with the brokers’ own metrics beside the run.',
}

/** Sentences, the most useful first; the prediction's own advice comes after what the measurement says. */
export function whatToDo({ result, prediction }: RunRecord): string[] {
  return [...(result === null ? [] : [steps[result.diagnosis.limiter]]), ...adviceOf(prediction)]
}

/** What the prediction advises; the smallest size where it advises nothing. */
export function adviceOf({ smallest, deployment, advice }: Prediction): string[] {
  const size =
    smallest === null || smallest.size === deployment.size
      ? []
      : [
          `${formatCount(smallest.size)} ${deployment.unitName} is the smallest size that keeps every limit under ${formatPercent(smallest.targetUtilisation)}.`,
        ]
  return advice.length > 0 ? advice.map((entry) => entry.text) : size
}
