/**
 * The chance that hosts carry the offered load, and the chance by each law.
 */
import type { LawTerm } from '../contracts/prediction.ts'
import { bursting } from './band.ts'
import type { ConstraintModel } from './constraint-model.ts'
import { partiesOf } from './directions.ts'
import { lawReason } from './explain-laws.ts'
import { headroomFactor } from './headroom.ts'
import {
  type Chances,
  chanceOfLaw,
  chancesOf,
  chanceToCarry,
  distancesOf,
  factorsOfUse,
  settingOf,
} from './law-chances.ts'
import type { Solution } from './solve.ts'
import type { Traffic } from './traffic.ts'

/**
 * The chance that producers and consumers get the whole offered load, 0 to 1. A load that is declared short may use the
 * bursts of hosts. Null without bands by law: declared limits are facts, so there is no chance to state.
 */
export function chanceMet(solution: Solution): number | null {
  const { hardware } = solution.situation
  if (hardware === null || hardware.lawBands === null) return null
  if (solution.refusals.length > 0) return 0
  const chances = expectedChances(solution)
  return chances === null ? 0 : rounded(chanceToCarry(chances, 1))
}

/** The chance that hosts carry a multiple of the offered load, 0 to 1. Null without bands by law. */
export function chanceToCarryMore(solution: Solution, multiple: number): number | null {
  const chances = expectedChances(solution)
  return chances === null ? null : rounded(chanceToCarry(chances, multiple))
}

/** The laws that could bind, the one with the least chance first. Empty without bands by law. */
export function lawTermsOf(solution: Solution): LawTerm[] {
  const chances = expectedChances(solution)
  if (chances === null) return []
  const setting = settingOf(solution.situation)
  const terms = chances.laws.map((use): LawTerm => {
    const { band, headroom } = use
    const distances = distancesOf(band, setting)
    return {
      law: band.law,
      headroom,
      likelyFactor: band.likelyFactor,
      ...factorsOfUse(use),
      chanceMet: rounded(chanceOfLaw(use)),
      figures: band.figures,
      publications: band.publications,
      ownRuns: band.own?.runs ?? 0,
      widenedBy: distances,
      reason: lawReason(use, distances),
    }
  })
  // If chances are rounded to the same value, as for a load that is far too high, the law that carries least comes
  // first.
  return terms.sort((one, other) => one.chanceMet - other.chanceMet || one.headroom - other.headroom)
}

function expectedChances(solution: Solution): Chances | null {
  const filled = filledBy(solution)
  return filled === null ? null : chancesOf(solution.situation, filled.growing, filled)
}

/** The limits that could bind, and the load factor and traffic that fill them. Null if a limit refuses the workload. */
export function filledBy({ situation, models, parties, headroom, waitingAt }: Solution): FilledLimits | null {
  if (headroom.factor === 0) return null
  if (situation.deployment.isShort !== true || !situation.context.allowsBurst) {
    return { growing: parties.growing, factor: headroom.factor, traffic: waitingAt(headroom.factor) }
  }
  const { growing } = partiesOf(models.map(bursting))
  const factor = headroomFactor(waitingAt, growing)
  return { growing, factor, traffic: waitingAt(factor) }
}

type FilledLimits = {
  readonly growing: readonly ConstraintModel[]
  readonly factor: number
  readonly traffic: Traffic
}

/** Chances are rounded to a thousandth, because no band is known more exactly. */
function rounded(chance: number): number {
  return Math.round(chance * 1000) / 1000
}
