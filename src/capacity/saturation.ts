/**
 * The load that saturated brokers carry. Their clients wait, and waiting fills the clients' batches.
 */
import type { Prediction } from '../contracts/prediction.ts'
import { factorDigits, formatFactor } from '../units/ratio.ts'

/** The largest factor that the deployment carries while clients wait. */
export function saturation({ headroom, directions }: Pick<Prediction, 'headroom' | 'directions'>): number {
  return directions === undefined ? headroom : Math.min(directions.ingress.headroom, directions.egress.headroom)
}

/** A gain by waiting is not mentioned below this share. */
const nearlyNothing = 0.005

/**
 * True if brokers carry more while clients wait and fill batches than they carry at once. Both factors are then shown,
 * so a gain that rounding hides does not count.
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

/** Bytes of one load that differ by less are shown alike. */
const minShownDifference = 0.005

/**
 * True if clients have to wait to offer the load, which fills their batches: then the offered bytes are fewer than what
 * limits are shown to demand, which is without waiting.
 */
export function offersWhileWaiting(prediction: Prediction): boolean {
  const { constraints, offered } = prediction
  const ingress = constraints.find(({ dimension }) => dimension === 'ingress')
  if (ingress === undefined) return isReachedByWaiting(prediction)
  return ingress.demand > offered.ingressWireBytesPerSec * (1 + minShownDifference)
}

/** "If no client waits, 0.76 times the offered load fits; beyond that clients wait, …, up to 1.51 times." */
export function waitingSentence(prediction: Prediction): string {
  const saturated = formatFactor(saturation(prediction))
  return `If no client waits, ${formatFactor(prediction.headroom)} the offered load fits; beyond that clients wait, which fills their batches, up to ${saturated}.`
}
