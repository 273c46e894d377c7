/**
 * The load that saturated brokers carry. Their clients wait, and waiting fills the clients' batches.
 */
import type { Prediction } from '../contracts/prediction.ts'
import { formatByteRate } from '../units/byte-rate.ts'
import { factorDigits, formatFactor } from '../units/ratio.ts'

/** The largest factor that the deployment carries while clients wait. */
export function saturation({ headroom, directions }: Pick<Prediction, 'headroom' | 'directions'>): number {
  return directions === undefined ? headroom : Math.min(directions.ingress.headroom, directions.egress.headroom)
}

/** A gain by waiting is not mentioned below this share, nor a difference in bytes of a load that no limit stops. */
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

/**
 * True if clients have to wait to offer the load, which fills their batches: then the offered bytes are fewer than what
 * limits are shown to demand, which is without waiting.
 */
export function offersWhileWaiting(prediction: Prediction): boolean {
  const { constraints, offered } = prediction
  const demandOf = (id: string) => constraints.find((each) => each.id === id)?.demand
  const ingress = demandOf('ingress')
  if (ingress === undefined) return isReachedByWaiting(prediction)
  const { ingressWireBytesPerSec, egressWireBytesPerSec } = offered
  if (ingress > ingressWireBytesPerSec * (1 + nearlyNothing)) return true
  // Below the first limit no client waits: a small difference is then the framing of requests, not fuller batches.
  if (prediction.headroom >= 1) return false
  const isShownMore = (demand: number, bytes: number) =>
    demand > bytes && formatByteRate(demand) !== formatByteRate(bytes)
  return (
    isShownMore(ingress, ingressWireBytesPerSec) ||
    isShownMore(demandOf('egress') ?? egressWireBytesPerSec, egressWireBytesPerSec)
  )
}

/** "If no client waits, 0.76 times the offered load fits; beyond that clients wait, …, up to 1.51 times." */
export function waitingSentence(prediction: Prediction): string {
  const saturated = formatFactor(saturation(prediction))
  return `If no client waits, ${formatFactor(prediction.headroom)} the offered load fits; beyond that clients wait, which fills their batches, up to ${saturated}.`
}
