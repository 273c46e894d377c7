/**
 * The load that saturated brokers carry. Their clients wait, and waiting fills the clients' batches.
 */
import type { Prediction } from '../contracts/prediction.ts'
import { factorDigits, formatFactor } from '../units/ratio.ts'

/** The largest factor that the deployment carries while clients wait. */
export function saturation({ headroom, directions }: Prediction): number {
  return directions === undefined ? headroom : Math.min(directions.ingress.headroom, directions.egress.headroom)
}

/** A gain by waiting is not mentioned below this share. */
const nearlyNothing = 0.005

/**
 * True if brokers carry more while clients wait and fill batches than they carry at once. Both factors are then shown, so
 * a gain that rounding hides is none.
 */
export function gainsByWaiting(prediction: Prediction): boolean {
  const most = saturation(prediction)
  const isMore = most > prediction.headroom * (1 + nearlyNothing)
  return isMore && factorDigits(most) !== factorDigits(prediction.headroom)
}

/** True if the load is more than brokers carry at once, and they carry more of it as clients wait and fill batches. */
export function isReachedByWaiting(prediction: Prediction): boolean {
  return prediction.headroom < 1 && gainsByWaiting(prediction)
}

/** "If no client waits, 0.76 times the offered load fits; beyond that clients wait, …, up to 1.51 times." */
export function waitingSentence(prediction: Prediction): string {
  const saturated = formatFactor(saturation(prediction))
  return `If no client waits, ${formatFactor(prediction.headroom)} the offered load fits; beyond that clients wait, which fills their batches, up to ${saturated}.`
}
