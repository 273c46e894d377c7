/**
 * Asks about what a reading shows, but the scenario that is made from it has no value for.
 */
import type { ClusterReading, ReadTopic } from '../../contracts/cluster-reading.ts'
import type { OpenQuestion } from '../../contracts/observation.ts'
import { formatByteRate } from '../../units/byte-rate.ts'
import { counted } from '../../units/count.ts'
import { joinNames } from '../../units/join-names.ts'
import { formatPercent } from '../../units/ratio.ts'
import { smallestOf } from '../extremes.ts'
import { someOf } from '../some-of.ts'

/** From this share of its batches on, a topic counts as written in transactions. A rule of thumb. */
const minTransactionalShare = 0.5

/** Asks for the length of transactions: batches show only that there are some, and markers not how many partitions each has. */
export function transactionsQuestion(topics: readonly ReadTopic[]): OpenQuestion[] {
  const transactional = topics.filter(({ sample }) => {
    if (sample === null) return false
    const batches = sample.hits.batches + sample.following.batches
    return batches > 0 && sample.transactionalBatches / batches >= minTransactionalShare
  })
  if (transactional.length === 0) return []
  const names = someOf(
    transactional.map(({ name }) => name),
    'topic',
  )
  return [
    {
      id: 'transactions',
      text: `How long is a transaction of the producers of ${names}? Most of their batches are parts of transactions.`,
      effect:
        'The requests that begin and commit them are missing. Set transactionMs of these producers in the scenario.',
    },
  ]
}

/** Codecs of fewer records are not mentioned. A rule of thumb. */
const minCodecShare = 0.05

/** A producer of a scenario has one codec, but clients of a topic may have several. */
export function codecsQuestion(topics: readonly ReadTopic[]): OpenQuestion[] {
  const mixed = topics.flatMap(({ name, sample }) => {
    const all = (sample?.codecs ?? []).reduce((sum, { records }) => sum + records, 0)
    const used = (sample?.codecs ?? []).filter(({ records }) => records >= all * minCodecShare && records > 0)
    const shares = used.map(({ codec, records }) => `${codec} ${formatPercent(records / all)}`)
    return used.length < 2 ? [] : [`${name} (${shares.join(', ')})`]
  })
  if (mixed.length === 0) return []
  return [
    {
      id: 'several-codecs',
      text: `Which producers compress? Records have several codecs in ${someOf(mixed, 'topic')}.`,
      effect:
        'The scenario has one codec for each topic, with the mean ratio: bytes are right, the work of each client is not.',
    },
  ]
}

/** Asks about client quotas, for which a scenario has no field. Names of clients are not shown. */
export function quotasQuestion({ quotas }: ClusterReading): OpenQuestion[] {
  if (quotas === null || quotas.length === 0) return []
  const lowest = [
    { name: 'producer_byte_rate', words: 'to write' },
    { name: 'consumer_byte_rate', words: 'to read' },
  ].flatMap(({ name, words }) => {
    const rates = quotas.flatMap(({ limits }) => limits[name] ?? [])
    return rates.length === 0 ? [] : [`${formatByteRate(smallestOf(rates))} ${words}`]
  })
  const least = lowest.length === 0 ? '' : `, the lowest ${joinNames(lowest)} on each broker`
  return [
    {
      id: 'client-quotas',
      text: `Do clients reach their quotas? ${counted(quotas.length, 'client quota')} ${quotas.length === 1 ? 'is' : 'are'} set${least}.`,
      effect: 'The scenario has no quotas: such clients get less than what is predicted.',
    },
  ]
}
