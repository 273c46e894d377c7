/**
 * What is demanded of the verdict, by what is true. Committed before a rate was seen.
 */
import type { VerdictKind } from '../../src/contracts/verdict.ts'
import type { Truth } from './claims.ts'

/** What verdicts a cell's worlds got. */
export interface Counts {
  readonly worlds: number
  readonly verdicts: Readonly<Record<VerdictKind, number>>
  /** Confirmed with the claim that the limit was reached. */
  readonly confirmedAtLimit: number
  /** By reason code. */
  readonly reasons: Readonly<Record<string, number>>
}

/**
 * Beside what is true of the prediction: `proves-nothing` where clients held the run, so that it shows nothing of the
 * cluster; `short-of-readers` where readers did, so that a claim on reading is not shown; `hosts` and `hosts-wrong` of a
 * model of hosts, which is never confirmed until its bands are narrow.
 */
export type Case = Truth | 'proves-nothing' | 'short-of-readers' | 'hosts' | 'hosts-wrong'

interface Demand {
  /** A share that is not reached, and one that is reached. */
  readonly confirmedBelow?: number
  readonly confirmedFrom?: number
  readonly confirmedAtLimitBelow?: number
  readonly contradictedBelow?: number
}

const oneInThousand = 0.001
const oneInHundred = 0.01

export const demands: Readonly<Record<Case, Demand>> = {
  wrong: { confirmedBelow: oneInThousand },
  right: { confirmedFrom: 0.9, contradictedBelow: oneInHundred },
  // The load is carried as predicted; that a limit was reached would be a claim of its own, and is not true.
  carried: { confirmedFrom: 0.9, contradictedBelow: oneInHundred, confirmedAtLimitBelow: oneInThousand },
  near: {},
  'proves-nothing': { confirmedBelow: oneInThousand, contradictedBelow: oneInHundred },
  'short-of-readers': { confirmedBelow: oneInThousand },
  hosts: { confirmedBelow: oneInThousand, contradictedBelow: oneInHundred },
  'hosts-wrong': { confirmedBelow: oneInThousand },
}

/** What of the demands a cell does not meet: sentences; empty where it meets them. */
export function failuresOf(kind: Case, { worlds, verdicts, confirmedAtLimit }: Counts): string[] {
  const demand = demands[kind]
  const confirmed = verdicts.confirmed / worlds
  const contradicted = (verdicts.above + verdicts.below) / worlds
  const atLimit = confirmedAtLimit / worlds
  const isAtLeast = (share: number, bound: number | undefined) => bound !== undefined && share >= bound
  return [
    ...(isAtLeast(confirmed, demand.confirmedBelow) ? [`confirmed ${text(confirmed)}`] : []),
    ...(confirmed < (demand.confirmedFrom ?? 0) ? [`confirmed only ${text(confirmed)}`] : []),
    ...(isAtLeast(contradicted, demand.contradictedBelow) ? [`above or below ${text(contradicted)}`] : []),
    ...(isAtLeast(atLimit, demand.confirmedAtLimitBelow) ? [`confirmed at a limit ${text(atLimit)}`] : []),
  ]
}

function text(share: number): string {
  return `${(share * 100).toFixed(2)} %`
}
