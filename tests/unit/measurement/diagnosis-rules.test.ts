import { describe, expect, it } from 'vitest'
import { diagnose } from '../../../src/measurement/diagnosis.ts'
import type { LimiterSigns } from '../../../src/measurement/limiter-signs.ts'

/** A load that was met, with nothing to blame. */
const met: LimiterSigns = {
  offeredRecords: 1000,
  unmetRecords: 0,
  failedRecords: 0,
  ackedRatio: 1,
  acceptedRatio: 1,
  queueFullRetries: 0,
  isUnacknowledgedGrowing: false,
  readRatio: 1,
  isReadingBehind: false,
  producerThrottledFraction: 0,
  consumerThrottledFraction: 0,
  maxThrottleMs: 0,
  producerCpuCores: 0.3,
  consumerCpuCores: 0.2,
  busiestAgents: { producer: null, consumer: null, host: null },
  producerLoopLagMs: 5,
  consumerLoopLagMs: 5,
  hostCpuMean: 0.4,
  roundTripUs: 800,
  partitionSkew: 1.1,
  closedLoop: null,
  stoppedWrites: {
    seconds: 88,
    silentSeconds: 0,
    belowMinIsrSeconds: 0,
    maxBelowMinIsrPartitions: 0,
    partitions: 4,
    leaderlessSeconds: 0,
    unansweredSeconds: 0,
    topiclessSeconds: 0,
  },
  errors: [],
  brokers: null,
}

/** What brokers report that work on the requests of the run all the time. */
const slowBrokers = { connectionShare: 0.7, produceMs: 25, handlerIdleRatio: null, networkThreadIdleRatio: null }
/** What brokers report whose threads are full. Their clients have many connections. */
const fullBrokers = { connectionShare: 0.2, produceMs: 25, handlerIdleRatio: 0.1, networkThreadIdleRatio: 0.5 }

/** Half of the load was written. */
const halfWritten = { ackedRatio: 0.5, unmetRecords: 500, isUnacknowledgedGrowing: true }
/** A fifth of what was written was not read. */
const behind = { isReadingBehind: true, readRatio: 0.8 }

function limiterOf(...seen: readonly Partial<LimiterSigns>[]) {
  return diagnose(Object.assign({}, met, ...seen)).limiter
}

describe('the offered load is met', () => {
  it('from 99.5 % acknowledged on, if the unacknowledged records do not grow and consumers keep up', () => {
    expect(limiterOf({})).toBe('nothing')
    expect(limiterOf({ ackedRatio: 0.995 })).toBe('nothing')
    expect(limiterOf({ ackedRatio: 0.994 })).toBe('unknown')
    expect(limiterOf({ isUnacknowledgedGrowing: true })).toBe('unknown')
    expect(limiterOf({ isReadingBehind: true })).toBe('consumer')
    expect(limiterOf({ offeredRecords: 0 })).toBe('unknown')
  })

  it('and the sentence rounds down', () => {
    expect(diagnose({ ...met, ackedRatio: 0.9996 }).sentence).toBe(
      'The offered load was met: 99.9 % of it was acknowledged, and consumers kept up.',
    )
    expect(diagnose({ ...met, readRatio: null }).sentence).toMatch(/100 % of .*, and nothing piled up\.$/)
  })
})

describe('what limited writing', () => {
  it.each([
    ['broker-throttle', 'a throttle that took four fifths of the shortfall', { producerThrottledFraction: 0.4 }],
    ['unknown', 'a throttle that took less', { producerThrottledFraction: 0.39 }],
    ['unknown', 'no throttle, however little is missing', { ackedRatio: 0.999, producerThrottledFraction: 0 }],
    ['client', 'a worker at 85 % of a core', { producerCpuCores: 0.85 }],
    ['unknown', 'a worker below that', { producerCpuCores: 0.84 }],
    ['client', 'an event loop that pauses for 200 ms', { producerLoopLagMs: 200 }],
    ['unknown', 'one that pauses for less', { producerLoopLagMs: 199 }],
    ['client', 'a machine that is 95 % busy', { hostCpuMean: 0.95 }],
    ['unknown', 'a machine that is less busy', { hostCpuMean: 0.94 }],
    ['unknown', 'a machine that does not tell', { hostCpuMean: null }],
    ['client', 'records that were not handed over, though the queue had room', { acceptedRatio: 0.994 }],
    ['unknown', 'records that were handed over', { acceptedRatio: 0.995 }],
    ['client', 'a queue that was full', { acceptedRatio: 0.5, queueFullRetries: 1 }],
    ['client', 'a full queue alone', { queueFullRetries: 1 }],
    ['hot-partition', 'a partition with half as much again', { partitionSkew: 1.5 }],
    ['unknown', 'a partition with less', { partitionSkew: 1.49 }],
    ['unknown', 'partitions that are not known', { partitionSkew: null }],
    ['network', 'a round trip of 20 ms', { roundTripUs: 20_000 }],
    ['unknown', 'a shorter round trip', { roundTripUs: 19_999 }],
    ['unknown', 'a round trip that is not known', { roundTripUs: null }],
    ['brokers', 'connections with a request at their broker for seven tenths of the time', { brokers: slowBrokers }],
    ['unknown', 'for less of the time', { brokers: { ...slowBrokers, connectionShare: 0.69 } }],
    ['brokers', 'for 1.2 times the time, by rounding', { brokers: { ...slowBrokers, connectionShare: 1.2 } }],
    ['unknown', 'for more, so that others wrote too', { brokers: { ...slowBrokers, connectionShare: 1.21 } }],
    ['brokers', 'requests of 2 ms', { brokers: { ...slowBrokers, produceMs: 2 } }],
    ['unknown', 'shorter requests, whose times are rounded', { brokers: { ...slowBrokers, produceMs: 1.9 } }],
    ['unknown', 'times that are not known', { brokers: { ...slowBrokers, produceMs: null, connectionShare: null } }],
    ['brokers', 'request handlers that are idle for a tenth of the time', { brokers: fullBrokers }],
    ['unknown', 'request handlers with more time', { brokers: { ...fullBrokers, handlerIdleRatio: 0.11 } }],
    [
      'brokers',
      'network threads that are idle for a tenth of the time',
      { brokers: { ...fullBrokers, handlerIdleRatio: 0.9, networkThreadIdleRatio: 0.1 } },
    ],
    ['broker-errors', 'errors of half of what is missing', { failedRecords: 250 }],
    ['unknown', 'errors of less', { failedRecords: 249 }],
    ['unknown', 'no errors where nothing is missing', { failedRecords: 0, unmetRecords: 0 }],
  ] as const)('%s: %s', (limiter, _what, seen) => {
    expect(limiterOf(halfWritten, seen)).toBe(limiter)
  })

  it('is the silence of the brokers if it explains four fifths of the shortfall', () => {
    const silentFor = (silentSeconds: number) =>
      limiterOf(halfWritten, { stoppedWrites: { ...met.stoppedWrites, silentSeconds } })
    expect([silentFor(36), silentFor(35)]).toEqual(['broker-errors', 'unknown'])
    const noSeconds = { ...met.stoppedWrites, seconds: 0, silentSeconds: 0 }
    expect(limiterOf(halfWritten, { stoppedWrites: noSeconds })).toBe('unknown')
  })

  it('is a saturated client unless a throttle took half of the seconds as well', () => {
    const full = { producerCpuCores: 0.97 }
    expect(limiterOf(halfWritten, full, { producerThrottledFraction: 0.5 })).toBe('broker-throttle')
    expect(limiterOf(halfWritten, full, { producerThrottledFraction: 0.49 })).toBe('client')
  })

  it('is slow brokers rather than a busy machine, but not rather than a busy worker or a late event loop', () => {
    const slow = { brokers: slowBrokers }
    expect(limiterOf(halfWritten, slow, { hostCpuMean: 1 })).toBe('brokers')
    expect(limiterOf(halfWritten, slow, { producerCpuCores: 0.85 })).toBe('client')
    expect(limiterOf(halfWritten, slow, { producerLoopLagMs: 200 })).toBe('client')
    expect(limiterOf(halfWritten, slow, { acceptedRatio: 0.5 })).toBe('client')
    expect(limiterOf(halfWritten, { brokers: fullBrokers, hostCpuMean: 1 })).toBe('client')
  })

  it('is not the brokers if no records wait in the client', () => {
    const waiting = { ...halfWritten, isUnacknowledgedGrowing: false, acceptedRatio: 0.5 }
    for (const brokers of [slowBrokers, fullBrokers]) {
      expect(limiterOf(waiting, { brokers })).toBe('client')
      expect(limiterOf(waiting, { brokers, queueFullRetries: 1 })).toBe('brokers')
    }
  })

  it('is the first that explains it: min ISR, throttle, errors, silence, client, brokers, partition, network, queue', () => {
    const signs: readonly (readonly [limiter: string, seen: Partial<LimiterSigns>])[] = [
      ['client', { queueFullRetries: 9 }],
      ['network', { roundTripUs: 180_000 }],
      ['brokers', { brokers: fullBrokers }],
      ['hot-partition', { partitionSkew: 2 }],
      ['brokers', { brokers: slowBrokers }],
      ['client', { producerLoopLagMs: 400 }],
      ['broker-errors', { stoppedWrites: { ...met.stoppedWrites, silentSeconds: 44 } }],
      ['broker-errors', { failedRecords: 500 }],
      ['broker-throttle', { producerThrottledFraction: 0.9 }],
      ['below-min-isr', { stoppedWrites: { ...met.stoppedWrites, belowMinIsrSeconds: 1 } }],
    ]
    for (const [index, [limiter]] of signs.entries()) {
      const seen = signs.slice(0, index + 1).map(([, sign]) => sign)
      expect(limiterOf(halfWritten, ...seen), `sign ${index}`).toBe(limiter)
    }
  })

  it('names the most frequent error, if there is one', () => {
    const failed = { ...met, ...halfWritten, failedRecords: 1500 }
    expect(diagnose({ ...failed, errors: [['TIMED_OUT', 1400]] }).sentence).toBe(
      '1,500 records were refused or never acknowledged, most often TIMED_OUT (1,400 times).',
    )
    expect(diagnose(failed).sentence).toBe('1,500 records were refused or never acknowledged.')
  })
})

describe('what limited reading', () => {
  it.each([
    ['broker-throttle', 'a throttle that took four fifths of what is missing', { consumerThrottledFraction: 0.17 }],
    ['consumer', 'a throttle that took less', { consumerThrottledFraction: 0.15 }],
    ['consumer', 'no throttle, where it is not known what is missing', { readRatio: null }],
    ['client', 'a worker at 85 % of a core', { consumerCpuCores: 0.85 }],
    ['consumer', 'a worker below that', { consumerCpuCores: 0.84 }],
    ['client', 'an event loop that pauses for 200 ms', { consumerLoopLagMs: 200 }],
    ['consumer', 'one that pauses for less', { consumerLoopLagMs: 199 }],
  ] as const)('%s: %s', (limiter, _what, seen) => {
    expect(limiterOf(behind, seen)).toBe(limiter)
  })

  it('includes how much was read, if that is known', () => {
    const sentence = (seen: Partial<LimiterSigns>) => diagnose({ ...met, ...behind, ...seen }).sentence
    expect(sentence({})).toBe(
      'The consumers did not keep up, without any throttle. They read 80 % of what was written.',
    )
    expect(sentence({ readRatio: null })).toBe('The consumers did not keep up, without any throttle.')
    expect(sentence({ consumerThrottledFraction: 0.5, maxThrottleMs: 250 })).toBe(
      'The brokers throttled the consumers in 50 % of the counted seconds, by up to 250 ms. They read 80 % of what was written.',
    )
    const agents = { producer: null, consumer: '10.0.0.5:7443', host: null }
    expect(sentence({ consumerCpuCores: 0.9, busiestAgents: agents })).toContain(
      'consumer worker (agent 10.0.0.5:7443) used 0.9 of a processor core.',
    )
  })
})

describe('synchronous senders', () => {
  /** Everything that they sent was acknowledged: a tenth of what the schedule has. */
  const closedLoop = { senders: 4, metRatio: 0.1, recordsPerSec: 2_000, waitMs: 2 }

  it('are what held the rate if all that they sent was acknowledged, and it is less than the schedule has', () => {
    const { limiter, sentence, evidence } = diagnose({ ...met, closedLoop })
    expect(limiter).toBe('synchronous-senders')
    expect(sentence).toBe(
      '4 synchronous senders waited 2 ms for each acknowledgement: they sent 2,000 records/s, 10 % of the load in the scenario.',
    )
    expect(evidence).toContainEqual({
      label: 'Records of synchronous senders against the schedule',
      value: '10 % by 4 senders',
    })
    expect(diagnose({ ...met, closedLoop: { ...closedLoop, senders: 1 } }).sentence).toContain('One synchronous sender')
  })

  it('met the load if they kept up with the schedule', () => {
    expect(limiterOf({ closedLoop: { ...closedLoop, metRatio: 0.995 } })).toBe('nothing')
    expect(limiterOf({ closedLoop: { ...closedLoop, metRatio: 0.994 } })).toBe('synchronous-senders')
  })

  it('are not blamed if brokers throttled them for the time that is missing, or the client was full', () => {
    expect(limiterOf({ closedLoop, producerThrottledFraction: 0.73 })).toBe('broker-throttle')
    expect(limiterOf({ closedLoop, producerThrottledFraction: 0.71 })).toBe('synchronous-senders')
    expect(limiterOf({ closedLoop, producerCpuCores: 0.85 })).toBe('client')
  })

  it('never make a run client-bound because they have no backlog', () => {
    expect(limiterOf({ closedLoop, acceptedRatio: 1, queueFullRetries: 0 })).toBe('synchronous-senders')
  })
})
