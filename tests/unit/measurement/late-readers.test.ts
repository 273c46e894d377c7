import { describe, expect, it } from 'vitest'
import type { RunPlan } from '../../../src/contracts/run-plan.ts'
import type { Sample } from '../../../src/contracts/sample.ts'
import { connectionsOver } from '../../../src/measurement/held-connections.ts'
import { createLatencyRecorder } from '../../../src/measurement/histogram.ts'
import { catchUpsOver, withoutLateReaders } from '../../../src/measurement/late-readers.ts'
import { figuresOver } from '../../../src/measurement/rates.ts'
import { smallPlan } from '../../integration/runner-controller.ts'
import { quietConsumer, quietProducer } from './quiet-samples.ts'

const groupId = 'headroom-late-readers-1'
const plan = planWith(2_000)

function planWith(startDelayMs: number): RunPlan {
  const small = smallPlan({ runId: 'late', groups: 2 })
  return {
    ...small,
    consumerGroups: small.consumerGroups.map((group, index) => (index === 0 ? { ...group, startDelayMs } : group)),
  }
}

/** A second in which 100 records were written, and the late group read `read` records. */
function second(number: number, read: number, connections?: Sample['connections']): Sample {
  return {
    second: number,
    startedAtEpochMs: number * 1000,
    durationMs: 1000,
    producers: [producer(number)],
    consumers: [consumer(read)],
    workers: [],
    brokers: [],
    hostCpu: null,
    ...(connections === undefined ? {} : { connections }),
  }
}

function producer(number: number): Sample['producers'][number] {
  const written = number < 6 ? 100 : 0
  return {
    ...quietProducer,
    producerId: 'writers-1',
    offeredRecords: written,
    acceptedRecords: written,
    ackedRecords: written,
    ackedPayloadBytes: written * 10,
  }
}

function consumer(records: number): Sample['consumers'][number] {
  return { ...quietConsumer, groupId, records, payloadBytes: records * 10 }
}

describe('a group that starts late', () => {
  it('is measured from its first record until it is at most a second behind', () => {
    // Written 200 before it begins; 250 + 150 read while 200 more are written: nothing is left unread then.
    const samples = [0, 0, 250, 150, 100, 100].map((read, at) => second(at, read))
    expect(catchUpsOver(plan, samples)).toEqual([
      {
        groupId,
        startDelayMs: 2_000,
        backlogRecords: 200,
        tookMs: 1_000,
        recordsPerSec: 250,
        payloadBytesPerSec: 2_500,
      },
    ])
  })

  it('has no time if it does not catch up, and no rate if it never reads', () => {
    const slow = [0, 0, 50, 50, 50, 50].map((read, at) => second(at, read))
    expect(catchUpsOver(plan, slow)?.[0]).toMatchObject({ backlogRecords: 200, tookMs: null, recordsPerSec: 50 })
    const idle = [0, 0, 0].map((read, at) => second(at, read))
    expect(catchUpsOver(plan, idle)?.[0]).toMatchObject({ backlogRecords: 300, tookMs: null, recordsPerSec: null })
  })

  it('can catch up in the drain, too', () => {
    const samples = [0, 0, 0, 0, 0, 0, 400, 200].map((read, at) => second(at, read))
    expect(catchUpsOver(planWith(5_900), samples)?.[0]).toMatchObject({
      backlogRecords: 600,
      tookMs: 2_000,
      recordsPerSec: 300,
    })
  })

  it('has what the producers of its own topic wrote, and what it read once', () => {
    const others = plan.producers.map((each) => ({ ...each, id: 'others-1', topic: 'other' }))
    const withOthers = { ...plan, producers: [...plan.producers, ...others] }
    // 40 of the 250 records of a second were read before. Another group reads the same topic, faster.
    const samples = [0, 0, 250, 240, 100, 100].map((read, at): Sample => {
      const own = { ...consumer(read), duplicateRecords: at === 2 ? 40 : 0 }
      const sample = second(at, read)
      const faster = { ...consumer(900), groupId: 'headroom-late-readers-2' }
      const theirs = { ...producer(at), producerId: 'others-1', ackedRecords: 1_000 }
      return { ...sample, producers: [theirs, ...sample.producers], consumers: [faster, own] }
    })
    expect(catchUpsOver(withOthers, samples)?.[0]).toMatchObject({
      backlogRecords: 200,
      tookMs: 1_000,
      recordsPerSec: 250,
    })
    // 160 records leave 140 of 300 unread, more than are written in a second. With the 40 that were read twice, 100 would be left.
    const slower = samples.map((sample) => ({
      ...sample,
      consumers: sample.consumers.map((each) => (each.records === 250 ? { ...each, records: 200 } : each)),
    }))
    expect(catchUpsOver(withOthers, slower)?.[0]).toMatchObject({ tookMs: 2_000, recordsPerSec: 220 })
  })

  it('begins with the first record after its start: those before were on their way when the load began', () => {
    const early = [5, 5, 250, 150, 100, 100].map((read, at) => second(at, read))
    expect(catchUpsOver(plan, early)?.[0]).toMatchObject({ backlogRecords: 190, tookMs: 1_000, recordsPerSec: 250 })
  })

  it('has read nothing in a second in which no figure of it was reported', () => {
    const silent = [0, 0, 250].map((read, at) => ({ ...second(at, read), consumers: at < 2 ? [] : [consumer(read)] }))
    expect(catchUpsOver(plan, silent)?.[0]).toMatchObject({ backlogRecords: 200, tookMs: 1_000 })
    const never = [0, 0, 250].map((read, at) => ({ ...second(at, read), consumers: [] }))
    expect(catchUpsOver(plan, never)?.[0]).toMatchObject({ backlogRecords: 300, tookMs: null, recordsPerSec: null })
  })

  it('leaves the other groups in samples and windows, and a plan without it as it is', () => {
    const prompt = withoutLateReaders(plan)
    const other = { ...consumer(10), groupId: 'headroom-late-readers-2' }
    const sample = { ...second(0, 10), consumers: [consumer(10), other] }
    const figures = figuresOver([sample])
    expect(prompt.samples([sample])[0]?.consumers).toEqual([other])
    expect(prompt.windows([{ fromSecond: 0, toSecond: 1, samples: [sample], figures }])).toEqual([
      { fromSecond: 0, toSecond: 1, samples: [{ ...sample, consumers: [other] }], figures },
    ])
    const small = smallPlan({ runId: 'late', groups: 2 })
    const whole = withoutLateReaders(small)
    expect([whole.plan, whole.samples([sample])]).toEqual([small, [sample]])
  })

  it('does not count for keeping up; a plan without such a group has no catch-up', () => {
    const prompt = withoutLateReaders(plan)
    expect(prompt.plan.consumerGroups.map((group) => group.groupId)).toEqual(['headroom-late-readers-2'])
    expect(prompt.samples([second(0, 10)])[0]?.consumers).toEqual([])
    expect(catchUpsOver(smallPlan({ runId: 'late' }), [second(0, 0)])).toBeNull()
  })
})

describe('connections', () => {
  const seen = { open: 90, attempts: 10, failedAttempts: 4, attemptHistogram: null, errors: { ECONNRESET: 4 } }

  it('are counted over the load: mean and fewest open ones, and attempts per second', () => {
    const asked = { ...plan, connections: { held: 100, attemptsPerSec: 10 } }
    const load = [second(0, 0, seen), second(1, 0, { ...seen, open: 100 })]
    expect(connectionsOver(asked, { all: load, load, missing: [] })).toEqual({
      wantedHeld: 100,
      wantedAttemptsPerSec: 10,
      openMean: 95,
      openLeast: 90,
      takenAttemptsPerSec: 6,
      failedAttempts: 8,
      attemptLatency: null,
      errors: { ECONNRESET: 8 },
    })
  })

  it('count what brokers answered after the load: failures and latencies, but no open ones', () => {
    const asked = { ...plan, connections: { held: 100, attemptsPerSec: 10 } }
    const latency = createLatencyRecorder()
    for (let attempt = 0; attempt < 5; attempt += 1) latency.recordUs(30_000)
    const pending = { ...seen, failedAttempts: 0, errors: {} }
    const answered = { ...seen, open: 1, attempts: 0, failedAttempts: 5, attemptHistogram: latency.takeEncoded() }
    const load = [second(0, 0, pending)]
    expect(connectionsOver(asked, { all: [...load, second(1, 0, answered)], load, missing: [] })).toMatchObject({
      openLeast: 90,
      takenAttemptsPerSec: 5,
      failedAttempts: 5,
      attemptLatency: { count: 5 },
      errors: { ECONNRESET: 4 },
    })
  })

  it('are null if the plan has none', () => {
    const load = [second(0, 0, seen)]
    expect(connectionsOver(plan, { all: load, load, missing: [] })).toBeNull()
  })
})
