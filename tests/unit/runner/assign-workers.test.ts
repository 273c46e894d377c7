import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { RunPlan } from '../../../src/contracts/run-plan.ts'
import { assignWorkers, planOfShare, readPauseMs } from '../../../src/runner/host/assign-workers.ts'
import { smallPlan } from '../../integration/runner-controller.ts'

function planWith(rates: readonly number[], groups: number): RunPlan {
  const plan = smallPlan({ runId: 'assign', producers: rates.length, groups })
  return {
    ...plan,
    producers: plan.producers.map((producer, index) => ({ ...producer, recordsPerSec: rates[index] ?? 1 })),
  }
}

describe('the workers of a plan', () => {
  test('are one for all producers of a low rate and one for each group', () => {
    const workers = assignWorkers(planWith([10_000, 10_000, 10_000], 3), 2)
    expect(workers.map(({ workerId }) => workerId)).toEqual([
      'producers-1',
      'consumers-1',
      'consumers-2',
      'consumers-3',
    ])
    expect(workers[0]?.producers.map(({ index }) => index)).toEqual([0, 1, 2])
  })

  test('are several for producers of a high rate, evenly loaded, but never more than cores', () => {
    const workers = assignWorkers(planWith([90_000, 30_000, 60_000, 20_000], 0), 3)
    const loads = workers.map(({ producers }) =>
      producers.reduce((sum, { producer }) => sum + producer.recordsPerSec, 0),
    )
    expect(loads.sort((left, right) => left - right)).toEqual([50_000, 60_000, 90_000])
    expect(assignWorkers(planWith([90_000, 90_000, 90_000], 0), 2)).toHaveLength(2)
  })

  test('are one for a single producer, whatever its rate', () => {
    expect(assignWorkers(planWith([1_000_000], 0), 16)).toHaveLength(1)
  })

  test('are shared by very many groups', () => {
    const consumers = assignWorkers(planWith([1_000], 30), 2).filter(({ role }) => role === 'consumer')
    expect(consumers).toHaveLength(8)
    expect(consumers.flatMap(({ groups }) => groups)).toHaveLength(30)
  })

  test('run only the clients of their share, with its members of a group that other hosts read too', () => {
    const plan = planWith([100, 100], 2)
    const [whole, divided] = plan.consumerGroups.map(({ groupId }) => groupId)
    const share = {
      producerIds: ['writers-2'],
      groupIds: [whole ?? ''],
      groupParts: [{ groupId: divided ?? '', members: [1] }],
      makesTopics: false,
      clockOffsetMs: 0,
    }
    const workers = assignWorkers(plan, 2, share)
    expect(workers.flatMap(({ producers }) => producers.map(({ index }) => index))).toEqual([1])
    const groups = workers.flatMap((worker) => worker.groups)
    expect(groups.map(({ groupId, members, ownMembers }) => [groupId, members, ownMembers])).toEqual([
      [whole, 2, undefined],
      [divided, 2, [1]],
    ])
    expect(planOfShare(plan, share).consumerGroups.map(({ members }) => members)).toEqual([2, 1])
  })

  test('cannot be assigned without cores', () => {
    expect(() => assignWorkers(planWith([1], 1), 0)).toThrow(RangeError)
  })

  test('run every client exactly once', () => {
    const rates = fc.array(fc.double({ min: 1, max: 200_000, noNaN: true }), { minLength: 1, maxLength: 16 })
    fc.assert(
      fc.property(rates, fc.integer({ min: 0, max: 32 }), fc.integer({ min: 1, max: 64 }), (perSec, groups, cores) => {
        const plan = planWith(perSec, groups)
        const workers = assignWorkers(plan, cores)
        const indexes = workers.flatMap(({ producers }) => producers.map(({ index }) => index))
        expect(indexes.sort((left, right) => left - right)).toEqual(plan.producers.map((_, index) => index))
        const ids = workers.flatMap(({ groups: own }) => own.map(({ groupId }) => groupId))
        expect(ids.sort()).toEqual(plan.consumerGroups.map(({ groupId }) => groupId).sort())
        expect(workers.every(({ producers, groups: own }) => producers.length + own.length > 0)).toBe(true)
      }),
    )
  })
})

describe('the pause of consumers', () => {
  test('is short for few members and grows, within bounds, with the members per core', () => {
    const members = [1, 4, 12, 32]
    expect(members.map((count) => readPauseMs(count, 2))).toEqual([1, 1, 3, 5])
    expect(members.map((count) => readPauseMs(count, 16))).toEqual([1, 1, 1, 1])
  })
})
