/**
 * Divides the cluster's rates among its topics in proportion to their partitions if no topic has rates of its own.
 */
import type { Observation, ObservedFigure, ObservedTopic } from '../contracts/observation.ts'
import type { ClusterField, TopicField } from '../contracts/observation-fields.ts'
import { ratesOf } from './peak-rates.ts'

/**
 * The topics, with a share of the cluster's rates if no topic has its own. If no topic is known, one is added that has all
 * the rates.
 */
export function spreadRates({ topics, cluster }: Pick<Observation, 'topics' | 'cluster'>): readonly ObservedTopic[] {
  const userTopics = topics.filter(({ isInternal }) => !isInternal)
  const rates = Object.entries(cluster).filter(([name]) => /(?:In|Out)PerSec$/.test(name)) as [
    ClusterField & TopicField,
    ObservedFigure,
  ][]
  if (rates.length === 0 || userTopics.some((topic) => ratesOf(topic) !== null)) return topics
  if (userTopics.length === 0) {
    const partitions = cluster.partitions === undefined ? {} : { partitions: cluster.partitions }
    return [
      ...topics,
      { name: 'all-topics', isInternal: false, figures: { ...Object.fromEntries(rates), ...partitions }, texts: {} },
    ]
  }
  const partitionsOf = ({ figures }: ObservedTopic) => figures.partitions?.value ?? 1
  const all = userTopics.reduce((sum, topic) => sum + partitionsOf(topic), 0)
  return topics.map((topic) => {
    if (topic.isInternal) return topic
    const share = partitionsOf(topic) / all
    const spread = rates.map(([name, figure]) => {
      return [name, { ...figure, how: 'assumed', value: figure.value * share, relativeError: null }]
    })
    return { ...topic, figures: { ...Object.fromEntries(spread), ...topic.figures } }
  })
}
