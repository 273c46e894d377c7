import { describe, expect, it } from 'vitest'
import { condensed } from './known-observation.ts'
import { evenTopic, knownReading } from './known-reading.ts'

type Reading = ReturnType<typeof knownReading>

const reading = knownReading([evenTopic])
const idsOf = (value: Reading) => condensed(value).questions.map(({ id }) => id)

function withTransactions(share: number): Reading {
  const topics = reading.topics.map((topic) => {
    const { sample } = topic
    if (sample === null) throw new Error('The reading has samples.')
    const batches = sample.hits.batches + sample.following.batches
    return { ...topic, sample: { ...sample, transactionalBatches: Math.round(batches * share) } }
  })
  return { ...reading, topics }
}

describe('what a reading sees and a scenario has no value for', () => {
  it('is asked: how long transactions are, where most batches are parts of some', () => {
    expect(idsOf(withTransactions(0.1))).not.toContain('transactions')
    const question = condensed(withTransactions(0.9)).questions.find(({ id }) => id === 'transactions')
    expect(question?.text).toContain('producers of orders?')
    expect(question?.effect).toContain('transactionMs')
  })

  it('is said: that client quotas are set, with the lowest and without the names of clients', () => {
    expect(idsOf({ ...reading, quotas: [] })).not.toContain('client-quotas')
    const entity = (clientId: string) => [{ type: 'client-id', isDefault: false, clientId }]
    const quotas = [
      { entity: entity('billing'), limits: { producer_byte_rate: 2_000_000 } },
      { entity: entity('search'), limits: { producer_byte_rate: 1_000_000, consumer_byte_rate: 3_000_000 } },
    ]
    const question = condensed({ ...reading, quotas }).questions.find(({ id }) => id === 'client-quotas')
    expect(question?.text.replaceAll('\u00a0', ' ')).toContain(
      '2 client quotas are set, the lowest 1 MB/s to write and 3 MB/s to read on each broker.',
    )
    expect(JSON.stringify(question)).not.toMatch(/billing|search/)
  })
})
