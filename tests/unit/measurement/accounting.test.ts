import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { result as resultSchema } from '../../../src/contracts/result.ts'
import { computeResult } from '../../../src/measurement/compute-result.ts'
import { anySamples } from './any-samples.ts'
import { planOf, type RunShape, simulateRun } from './simulated-run.ts'

function accountingOf(shape: RunShape) {
  const { plan, samples } = simulateRun(shape)
  return computeResult(plan, samples).accounting
}

describe('the accounting', () => {
  it('counts records that were read twice', () => {
    const accounting = accountingOf({ duplicatesPerSec: 7 })
    expect(accounting.isClosed).toBe(true)
    expect(accounting.groups[0]).toMatchObject({
      consumedRecords: 2000 * 110 + 7 * 110,
      duplicateRecords: 7 * 110,
      lostRecords: 0,
      unreadRecords: 0,
    })
  })

  it('counts a record as lost if it was acknowledged and never received, after the group has caught up', () => {
    const accounting = accountingOf({ lostPerSec: 3 })
    expect(accounting.isClosed).toBe(true)
    // Two producers lose three records in each of the 110 seconds; the plan ends with the lag at zero.
    expect(accounting.groups[0]).toMatchObject({ lostRecords: 2 * 3 * 110, unreadRecords: 0 })
  })

  it('counts nothing as lost if no group reported its lag', () => {
    const accounting = accountingOf({ lostPerSec: 3, isLagKnown: false })
    expect(accounting.groups[0]).toMatchObject({ lostRecords: 0, unreadRecords: 2 * 3 * 110 })
  })

  it('finds records of unknown fate that were written', () => {
    const accounting = accountingOf({ unknownPerSec: 5, unknownAreWritten: true })
    expect(accounting).toMatchObject({ isClosed: true, unknownRecords: 2 * 5 * 110 })
    expect(accounting.groups[0]).toMatchObject({ writtenThoughUnknownRecords: 2 * 5 * 110, lostRecords: 0 })
  })

  it('leaves records of unknown fate unknown if no group read them', () => {
    const accounting = accountingOf({ unknownPerSec: 5 })
    expect(accounting.groups[0]).toMatchObject({ writtenThoughUnknownRecords: 0, lostRecords: 0 })
    expect(accounting.isClosed).toBe(true)
  })

  it('counts records without a response as of unknown fate if the run was cut short', () => {
    const accounting = accountingOf({ passPerSec: () => 900, cutAtSecond: 50 })
    expect(accounting).toMatchObject({
      isClosed: true,
      acceptedRecords: 2 * 1000 * 50,
      ackedRecords: 2 * 900 * 50,
      unknownRecords: 2 * 100 * 50,
      unsentRecords: 0,
    })
  })

  it('counts unreported records of a lost agent as of unknown fate, if a group read them', () => {
    const { plan, samples } = simulateRun({})
    // Of its last three seconds the second producer's agent told nothing; the group read what it sent.
    const [, lost] = plan.producers
    const told = samples.map((sample) =>
      sample.second < 107
        ? sample
        : { ...sample, producers: sample.producers.filter(({ producerId }) => producerId !== lost?.id) },
    )
    expect(computeResult(plan, told).accounting.isClosed).toBe(false)
    const { accounting } = computeResult(plan, told, { isClientLost: true })
    expect(accounting).toMatchObject({
      isClosed: true,
      offeredRecords: 2 * 1000 * 110,
      ackedRecords: 1000 * 110 + 1000 * 107,
      unknownRecords: 3 * 1000,
    })
    expect(accounting.groups[0]).toMatchObject({ writtenThoughUnknownRecords: 3 * 1000, lostRecords: 0 })
  })

  it('counts records that were due and never handed over as unsent', () => {
    const accounting = accountingOf({ clientPerSec: 600 })
    expect(accounting).toMatchObject({
      isClosed: true,
      offeredRecords: 2 * 1000 * 110,
      acceptedRecords: 2 * 600 * 110,
      unsentRecords: 2 * 400 * 110,
    })
  })

  it('names the producer whose records do not add up, and by how many', () => {
    const { plan, samples } = simulateRun({ durationSeconds: 30 })
    const broken = samples.map((sample) => ({
      ...sample,
      producers: sample.producers.map((producer) =>
        sample.second === 3 && producer.producerId === 'p1' ? { ...producer, ackedRecords: 990 } : producer,
      ),
    }))
    const { accounting } = computeResult(plan, broken)
    expect(accounting.isClosed).toBe(false)
    expect(accounting.gaps).toEqual([
      'Producer p1: accepted 30,000 is not acknowledged 29,990 + unknown 0 + rejected 0; 10 are missing.',
      'Group g0 received 10 records more than can have been written.',
    ])
  })

  it('names a group that never read anything', () => {
    const { plan, samples } = simulateRun({ groups: 0, durationSeconds: 30 })
    const withGroup = { ...plan, consumerGroups: planOf({ groups: 1 }).consumerGroups }
    const [group] = computeResult(withGroup, samples).accounting.groups
    expect(group).toMatchObject({ groupId: 'g0', consumedRecords: 0, unreadRecords: 60_000, lostRecords: 0 })
  })

  it('counts a group with its own topic', () => {
    const { plan, samples } = simulateRun({ groups: 1, durationSeconds: 30 })
    const [first, second] = plan.producers
    const [topic] = plan.topics
    if (first === undefined || second === undefined || topic === undefined) throw new Error('two producers expected')
    const split = {
      ...plan,
      topics: [topic, { ...topic, name: 'headroom-run-other' }],
      producers: [first, { ...second, topic: 'headroom-run-other' }],
    }
    const half = samples.map((sample) => ({
      ...sample,
      consumers: sample.consumers.map((group) => ({ ...group, records: group.records / 2 })),
    }))
    expect(computeResult(split, half).accounting).toMatchObject({ isClosed: true, gaps: [] })
  })

  it('has no gap for any consistent run', () => {
    const rate = fc.integer({ min: 0, max: 1500 })
    const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })
    const shape = fc.record({
      producers: fc.integer({ min: 1, max: 3 }),
      groups: fc.integer({ min: 0, max: 3 }),
      durationSeconds: fc.integer({ min: 1, max: 40 }),
      quotaPerSec: maybe(fc.integer({ min: 1, max: 1500 })),
      clientPerSec: maybe(rate),
      readPerSec: maybe(fc.integer({ min: 1, max: 4000 })),
      queueRecords: maybe(fc.integer({ min: 1, max: 5000 })),
      duplicatesPerSec: maybe(fc.integer({ min: 0, max: 50 })),
      unknownPerSec: maybe(fc.integer({ min: 0, max: 50 })),
      unknownAreWritten: fc.boolean(),
      rejectedPerSec: maybe(fc.integer({ min: 0, max: 50 })),
      lostPerSec: maybe(fc.integer({ min: 0, max: 50 })),
      isLagKnown: fc.boolean(),
      cutAtSecond: maybe(fc.integer({ min: 1, max: 40 })),
    })
    fc.assert(
      fc.property(shape, (drawn) => {
        const shapeOfRun = Object.fromEntries(Object.entries(drawn).filter(([, value]) => value !== undefined))
        const accounting = accountingOf(shapeOfRun)
        expect(accounting.gaps).toEqual([])
        expect(accounting.offeredRecords).toBe(accounting.acceptedRecords + accounting.unsentRecords)
        expect(accounting.acceptedRecords).toBe(
          accounting.ackedRecords + accounting.unknownRecords + accounting.rejectedRecords,
        )
        for (const group of accounting.groups) {
          expect(group.consumedRecords).toBe(
            accounting.ackedRecords -
              group.lostRecords -
              group.unreadRecords +
              group.duplicateRecords +
              group.writtenThoughUnknownRecords,
          )
        }
      }),
    )
  })
})

describe('a result', () => {
  it('is computed for any samples that the schema allows, without exceptions', () => {
    fc.assert(
      fc.property(anySamples, fc.boolean(), (samples, isCutShort) => {
        const plan = planOf({ windowSeconds: 1, durationSeconds: 20 })
        const result = computeResult(plan, samples, { isCutShort })
        expect(resultSchema.safeParse(result).error).toBeUndefined()
      }),
      { numRuns: 200 },
    )
  })

  it('does not depend on the order in which samples arrive', () => {
    const { plan, samples } = simulateRun({ quotaPerSec: 600, burstPerSec: 3000, windowSeconds: 2 })
    fc.assert(
      fc.property(fc.shuffledSubarray(samples, { minLength: samples.length }), (shuffled) => {
        expect(computeResult(plan, shuffled)).toEqual(computeResult(plan, samples))
      }),
      { numRuns: 10 },
    )
  })

  it('is the same if one host reports everything, or if each host reports its part', () => {
    const { plan, samples } = simulateRun({ quotaPerSec: 600, burstPerSec: 3000, producers: 3 })
    const parts = samples.flatMap((sample) => [
      { ...sample, producers: sample.producers.slice(0, 1), consumers: [], workers: [] },
      { ...sample, producers: sample.producers.slice(1) },
    ])
    expect(computeResult(plan, parts)).toEqual(computeResult(plan, samples))
  })
})
