/**
 * The cells: kinds of worlds x truth relative to the prediction x offered relative to the truth. Committed before a rate
 * was seen.
 */
import { truthOf, worstOf } from './claims.ts'
import type { Case } from './demands.ts'
import type { NoiseSource } from './resampled-noise.ts'
import { type Prepared, prepare, type SettingName } from './settings.ts'
import type { ClientSign, World } from './world.ts'

/** One kind of world with what is known of it. */
export interface Cell {
  readonly name: string
  readonly kind: Case
  readonly prepared: Prepared
  readonly noise: NoiseSource
  readonly truth: Pick<
    World,
    'ingressBytesPerSec' | 'egressBytesPerSec' | 'isQuota' | 'client' | 'groupRecordsPerSec' | 'brokersShare'
  >
}

/** Where the truth lies: as factors on the likely value. Within 0.95 to 1.06 it is right. */
const truthFactors = [0.7, 0.85, 1, 1.18, 1.4] as const
const offeredFactors = [0.5, 1.05, 1.2, 1.5, 2] as const

interface Knobs {
  readonly setting: SettingName
  /** True limit / likely predicted one. */
  readonly ingress: number
  readonly egress: number
  /** Offered / the true limit of writing, or of reading. */
  readonly offered: number
  readonly offeredTo: 'ingress' | 'egress'
  readonly noise?: NoiseSource['noise']
}

function cellOf(knobs: Knobs): Cell {
  const { setting, noise = 'usual' } = knobs
  const sized = prepare(setting, 1_000)
  const limits = trueLimits(sized, knobs)
  const ofLoad =
    knobs.offeredTo === 'ingress'
      ? limits.ingress / sized.wireBytesPerRecord
      : limits.egress / sized.readWireBytesPerRecord / sized.groups
  const recordsPerSec = ofLoad * knobs.offered
  const prepared = prepare(setting, recordsPerSec)
  const isWritingHeld = recordsPerSec * prepared.wireBytesPerRecord > limits.ingress
  const written = Math.min(recordsPerSec * prepared.wireBytesPerRecord, limits.ingress)
  const isReadingHeld = prepared.groups * written > limits.egress
  return {
    name: `${setting}: truth ${knobs.ingress} in, ${knobs.egress} out, offered ${knobs.offered}${noise === 'noisy' ? ', noisy' : ''}`,
    kind: caseOf(prepared, limits, recordsPerSec),
    prepared,
    noise: { noise, held: isReadingHeld ? 'readers-throttled' : isWritingHeld ? 'writers-throttled' : 'met' },
    truth: {
      ingressBytesPerSec: limits.ingress,
      egressBytesPerSec: limits.egress,
      isQuota: !setting.endsWith('hosts'),
    },
  }
}

interface TrueLimits {
  readonly ingress: number
  readonly egress: number
}

function trueLimits({ limits }: Prepared, { ingress, egress }: Pick<Knobs, 'ingress' | 'egress'>): TrueLimits {
  return {
    ingress: (limits.ingress?.likely ?? Number.POSITIVE_INFINITY) * ingress,
    egress: (limits.egress?.likely ?? Number.POSITIVE_INFINITY) * egress,
  }
}

function caseOf({ limits, groups, ...sizes }: Prepared, truth: TrueLimits, recordsPerSec: number): Case {
  const offered = recordsPerSec * sizes.wireBytesPerRecord
  const toRead = (written: number) => (written / sizes.wireBytesPerRecord) * sizes.readWireBytesPerRecord * groups
  const { ingress, egress } = limits
  const likelyIngress = ingress?.likely ?? Number.POSITIVE_INFINITY
  return worstOf([
    ...(ingress === null
      ? []
      : [truthOf({ predictedDemand: offered, trueDemand: offered, band: ingress, limit: truth.ingress })]),
    ...(egress === null
      ? []
      : [
          truthOf({
            predictedDemand: toRead(Math.min(offered, likelyIngress)),
            trueDemand: toRead(Math.min(offered, truth.ingress)),
            band: egress,
            limit: truth.egress,
          }),
        ]),
  ])
}

const writingCells = truthFactors.flatMap((ingress) =>
  offeredFactors.map((offered) => cellOf({ setting: 'writing', ingress, egress: 1, offered, offeredTo: 'ingress' })),
)

const noisyCells = ([0.85, 1, 1.18] as const).flatMap((ingress) =>
  ([1.2, 2] as const).map((offered) => {
    const cell = cellOf({ setting: 'writing', ingress, egress: 1, offered, offeredTo: 'ingress', noise: 'noisy' })
    // Noise may keep a run from proving anything; it must not make it prove what is not so.
    return cell.kind === 'wrong' ? cell : { ...cell, kind: 'near' as const }
  }),
)

const readingCells = truthFactors.flatMap((egress) =>
  offeredFactors.map((offered) => cellOf({ setting: 'reading', ingress: 1, egress, offered, offeredTo: 'egress' })),
)

/** A load just above the predicted limit of a cluster that takes more: a band that ends at the load hides that. */
const justAboveCells = [
  cellOf({ setting: 'writing', ingress: 1.4, egress: 1.4, offered: 0.75, offeredTo: 'ingress' }),
  cellOf({ setting: 'writing', ingress: 1.18, egress: 1.18, offered: 0.86, offeredTo: 'ingress' }),
  cellOf({ setting: 'writing', ingress: 2, egress: 2, offered: 0.6, offeredTo: 'ingress' }),
  cellOf({ setting: 'reading', ingress: 1, egress: 1.4, offered: 0.75, offeredTo: 'egress' }),
  cellOf({ setting: 'service', ingress: 2, egress: 2, offered: 0.51, offeredTo: 'ingress' }),
]

/** Both directions are held: writers at their limit, and readers at theirs, who fall behind. */
const bothCells = (
  [
    [1, 1],
    [0.7, 0.7],
    [0.7, 1],
    [1.4, 1],
  ] as const
).map(([ingress, egress]) => {
  const cell = cellOf({ setting: 'reading', ingress, egress, offered: 1.5, offeredTo: 'ingress' })
  return { ...cell, name: `both directions, ${cell.name}` }
})

const threeGroupCells = (
  [
    [1, 1],
    [1, 0.7],
    [0.7, 1],
    [1.4, 1.4],
  ] as const
).map(([ingress, egress]) => cellOf({ setting: 'three groups', ingress, egress, offered: 1.5, offeredTo: 'ingress' }))

const serviceCells = ([0.7, 1, 1.4, 2] as const).flatMap((ingress) =>
  ([0.5, 1.05, 1.5] as const).map((offered) =>
    cellOf({ setting: 'service', ingress, egress: 1, offered, offeredTo: 'ingress' }),
  ),
)

/** Readers that are slower than writers, although no broker throttles them. */
const slowReaderCells = ([0.7, 1, 1.4] as const).flatMap((ingress) =>
  ([0.5, 1.5] as const).flatMap((offered) =>
    ([0.8] as const).map((readShare): Cell => {
      const cell = cellOf({ setting: 'writing', ingress, egress: 2, offered, offeredTo: 'ingress' })
      const { prepared, truth } = cell
      const written = Math.min(prepared.prediction.offered.ingressWireBytesPerSec, truth.ingressBytesPerSec ?? 0)
      const groupRecordsPerSec = (written / prepared.wireBytesPerRecord) * readShare
      return {
        ...cell,
        name: `slow readers (${readShare}), ${cell.name}`,
        kind: ingress === 1 ? 'proves-nothing' : 'short-of-readers',
        truth: { ...truth, groupRecordsPerSec },
      }
    }),
  ),
)

/** Clients that reach this share of the predicted limit, whatever the cluster takes: at 1 they look like a confirmation. */
const clientCells = (['writing', 'service'] as const).flatMap((setting) =>
  (['cpu', 'machine', 'hidden'] as const satisfies readonly ClientSign[]).flatMap((sign) =>
    ([0.6, 1] as const).map((reached): Cell => {
      const cell = cellOf({ setting, ingress: 1.4, egress: 1.4, offered: 1.2, offeredTo: 'ingress' })
      const { prepared, truth } = cell
      const recordsPerSec = ((prepared.limits.ingress?.likely ?? 0) / prepared.wireBytesPerRecord) * reached
      return {
        ...cell,
        name: `client (${sign}) at ${reached} of the prediction, ${cell.name}`,
        kind: 'proves-nothing',
        noise: { noise: 'usual', held: 'met' },
        truth: { ...truth, client: { recordsPerSec, sign } },
      }
    }),
  ),
)

/** A model of hosts on a cluster of the user's: truth at the likely value, and beyond either end of its band. */
const hostCells = (['low', 'likely', 'high'] as const).flatMap((end) =>
  ([0.5, 1.5, 2] as const).map((offered): Cell => {
    const band = prepare('hosts', 1_000).limits.ingress ?? { low: 0, likely: 0, high: 0 }
    const outside = { low: 0.85, likely: 1, high: 1.15 }[end]
    const ingress = Number(((band[end] * outside) / band.likely).toFixed(3))
    const cell = cellOf({ setting: 'hosts', ingress, egress: 1, offered, offeredTo: 'ingress' })
    return { ...cell, kind: cell.kind === 'wrong' ? 'hosts-wrong' : 'hosts' }
  }),
)

/**
 * A model of hosts after a run of the user's own, on a cluster whose brokers report: truth within its band, and beyond
 * either end. A load that is met confirms nothing on hosts.
 */
const calibratedCells = (
  [
    [0.75, 1.5],
    [0.93, 1.5],
    [1, 0.5],
    [1, 1.5],
    [1, 2],
    [1.07, 1.5],
    [1.3, 1.5],
  ] as const
).map(([ingress, offered]): Cell => {
  const cell = cellOf({ setting: 'calibrated hosts', ingress, egress: 1, offered, offeredTo: 'ingress' })
  const kind = cell.kind === 'wrong' ? 'hosts-wrong' : cell.kind === 'right' ? 'right' : 'hosts'
  return { ...cell, kind, truth: { ...cell.truth, brokersShare: 0.95 } }
})

/**
 * Clients that reach what is predicted of calibrated hosts, which take 1.4 times that. The brokers report little of their
 * own, or the slow requests of others.
 */
const calibratedClientCells = (['cpu', 'machine', 'hidden'] as const satisfies readonly ClientSign[]).flatMap((sign) =>
  ([0.5, 0.95] as const).map((brokersShare): Cell => {
    const cell = cellOf({ setting: 'calibrated hosts', ingress: 1.4, egress: 1.4, offered: 1.2, offeredTo: 'ingress' })
    const { prepared, truth } = cell
    const recordsPerSec = (prepared.limits.ingress?.likely ?? 0) / prepared.wireBytesPerRecord
    return {
      ...cell,
      name: `client (${sign}), brokers report ${brokersShare}, ${cell.name}`,
      kind: 'proves-nothing',
      noise: { noise: 'usual', held: 'met' },
      truth: { ...truth, client: { recordsPerSec, sign }, brokersShare },
    }
  }),
)

export const cells: readonly Cell[] = [
  ...writingCells,
  ...noisyCells,
  ...readingCells,
  ...justAboveCells,
  ...bothCells,
  ...threeGroupCells,
  ...serviceCells,
  ...slowReaderCells,
  ...clientCells,
  ...hostCells,
  ...calibratedCells,
  ...calibratedClientCells,
]
