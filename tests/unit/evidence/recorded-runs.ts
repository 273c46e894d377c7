/**
 * Two validations of examples/first.headroom.json on three real brokers (Apache Kafka 4.3.1, scale 0.05, windows of 2 s), as
 * recorded before their verdicts were mended, laid on what was predicted for them then.
 */
import type { Figures } from '../../../src/contracts/figures.ts'
import type { Interval } from '../../../src/contracts/primitives.ts'
import type { Result } from '../../../src/contracts/result.ts'
import type { OverlayInput } from '../../../src/evidence/overlay.ts'
import { caseOf, quotaTarget } from './overlay-case.ts'

const target = { ...quotaTarget, scale: 0.05, brokers: 3 }

const allRead = { consumedRecords: 53_976, lostRecords: 0, duplicateRecords: 0, writtenThoughUnknownRecords: 0 }

/** A recorded run. Its plan is that of a simulated one: 24 partitions and two groups are in it for the framing. */
function recorded(measured: Partial<Result>, offered: Figures, headroom: number): OverlayInput {
  const input = caseOf({ groups: 2, durationSeconds: 22, windowSeconds: 2, burnInSeconds: 4 })
  const bandOf = (name: keyof Figures) => ({ low: offered[name], likely: offered[name], high: offered[name] })
  const expected = {
    ingressWireBytesPerSec: bandOf('ingressWireBytesPerSec'),
    ingressPayloadBytesPerSec: bandOf('ingressPayloadBytesPerSec'),
    egressWireBytesPerSec: bandOf('egressWireBytesPerSec'),
    egressPayloadBytesPerSec: bandOf('egressPayloadBytesPerSec'),
    recordsPerSec: bandOf('recordsPerSec'),
  }
  const topics = input.plan.topics.map((topic) => ({ ...topic, partitions: 24 }))
  return {
    ...input,
    target,
    plan: { ...input.plan, topics },
    prediction: { ...input.prediction, offered, expected, achievable: expected, headroom },
    result: { ...input.result, ...measured },
  }
}

function around(mean: number, low: number, high: number): Interval {
  return { mean, low, high }
}

/** `compressionRatio` 0.5 without compression: half of the wire bytes were predicted, the brokers throttled the rest. */
export function halvedOnPaper(): OverlayInput {
  return recorded(
    {
      steady: {
        ingressWireBytesPerSec: around(2_490_113, 2_453_390, 2_526_837),
        ingressPayloadBytesPerSec: around(2_439_824, 2_403_842, 2_475_806),
        egressWireBytesPerSec: around(4_930_246, 4_861_841, 4_998_652),
        egressPayloadBytesPerSec: around(4_883_371, 4_788_077, 4_978_665),
        recordsPerSec: around(2439.8, 2403.8, 2475.8),
      },
      ackedRatio: 0.806,
      diagnosis: {
        limiter: 'broker-throttle',
        sentence: 'The brokers throttled the producers in 89 % of the seconds, by up to 515 ms.',
        evidence: [],
      },
      throttle: { maxMs: 515, producerSecondsFraction: 0.727, consumerSecondsFraction: 0 },
      requestsPerSec: 150,
    },
    {
      ingressWireBytesPerSec: 1_524_937.5,
      ingressPayloadBytesPerSec: 3_000_000,
      egressWireBytesPerSec: 3_049_875,
      egressPayloadBytesPerSec: 6_000_000,
      recordsPerSec: 3000,
    },
    1.639,
  )
}

/** Records of 50 B, linger 0, on a busy machine: batches were larger than predicted, and all of them were taken and read. */
export function smallRecordsOnBusyMachine(): OverlayInput {
  return recorded(
    {
      steady: {
        ingressWireBytesPerSec: around(245_051, 199_068, 291_034),
        ingressPayloadBytesPerSec: around(162_774, 132_237, 193_310),
        egressWireBytesPerSec: around(416_378, 348_541, 484_214),
        egressPayloadBytesPerSec: around(321_315, 256_542, 386_087),
        recordsPerSec: around(3255.5, 2644.7, 3866.2),
      },
      steadyWindow: { fromSecond: 4, toSecond: 22, windows: 9, doubt: 'too-noisy' },
      accounting: metAccounting,
      throttle: { maxMs: 0, producerSecondsFraction: 0, consumerSecondsFraction: 0 },
      requestsPerSec: 338.3,
    },
    {
      ingressWireBytesPerSec: 356_329.535,
      ingressPayloadBytesPerSec: 150_000,
      egressWireBytesPerSec: 712_659.07,
      egressPayloadBytesPerSec: 300_000,
      recordsPerSec: 3000,
    },
    9.197,
  )
}

const metAccounting: Result['accounting'] = {
  offeredRecords: 66_000,
  acceptedRecords: 66_000,
  unsentRecords: 0,
  ackedRecords: 66_000,
  unknownRecords: 0,
  rejectedRecords: 0,
  queueFullRetries: 125,
  groups: ['billing', 'shipping'].map((groupId) => ({
    ...allRead,
    groupId,
    consumedRecords: 66_000,
    unreadRecords: 0,
  })),
  isClosed: true,
  gaps: [],
}
