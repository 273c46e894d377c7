import type { bandwidthWeights } from '../../contracts/offering.ts'
import type { Parsed } from '../../contracts/parse.ts'
import { formatByteRate } from '../../units/byte-rate.ts'
import { type ConstraintModel, constraintOf } from '../constraint-model.ts'
import { requestFramingBytesPerSec } from '../request-framing.ts'
import type { Situation } from '../situation.ts'
import { replicationWireBytesPerSec, type Traffic } from '../traffic.ts'

type Weights = Parsed<typeof bandwidthWeights>

const plainWeights: Weights = { ingress: 1, replication: 0, egress: 1 }

/** The bandwidth shared by produce, replication and consume traffic: their sum, with the offering's weights. */
export function bandwidthConstraint(situation: Situation): ConstraintModel[] {
  const limit = situation.publishedLimits.get('bandwidth')
  if (limit === undefined) return []
  const weights = limit.weights ?? plainWeights
  return [
    constraintOf(limit, situation, {
      id: 'bandwidth',
      layer: 'cluster',
      mayBurst: false,
      demandAt: (traffic) => weighted(weights, traffic, situation),
      framingAt: (traffic) => weights.ingress * requestFramingBytesPerSec(situation, traffic),
      demandText: (demand) =>
        `${formatByteRate(demand)} (${weights.ingress} x written + ${weights.replication} x replicated + ${weights.egress} x read)`,
    }),
  ]
}

function weighted(weights: Weights, traffic: Traffic, situation: Situation): number {
  const { ingressWireBytesPerSec, egressWireBytesPerSec } = traffic.figures
  return (
    weights.ingress * ingressWireBytesPerSec +
    weights.replication * replicationWireBytesPerSec(situation, traffic) +
    weights.egress * egressWireBytesPerSec
  )
}
