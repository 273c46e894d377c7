import { describe, expect, it } from 'vitest'
import { limitChanges } from '../../../../src/capacity/forecast/limit-history.ts'
import { shippedOfferings } from '../shipped-offerings.ts'

function changesOf(id: string) {
  const offering = shippedOfferings.find((each) => each.id === id)
  if (offering === undefined) throw new Error(`no offering ${id}`)
  return limitChanges(offering, {})
}

describe('how published limits changed', () => {
  it('has each change with its date, newest first', () => {
    const changes = changesOf('confluent-cloud-dedicated')
    expect(changes.find(({ dimension }) => dimension === 'ingress')).toEqual({
      asOf: '2024-12',
      dimension: 'ingress',
      unit: 'bytes/s',
      before: { perUnit: 50e6, max: null },
      after: { perUnit: 60e6, max: 9.12e9 },
    })
    const dates = changes.map(({ asOf }) => asOf)
    expect(dates).toEqual(dates.toSorted().reverse())
  })

  it('has none where the model knows one date', () => {
    expect(changesOf('google-managed-kafka')).toEqual([])
  })
})
