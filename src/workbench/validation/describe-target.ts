/**
 * Describes a target: its label, and the dimensions whose limits it enforces.
 */
import type { Offering } from '../../contracts/offering.ts'
import type { Target, TargetDescription } from '../../contracts/target.ts'
import { enforcedDimensions } from '../../evidence/enforced-dimensions.ts'
import { counted } from '../../units/count.ts'
import { formatDuration } from '../../units/duration.ts'

/** Facts about the run that `describeTarget` needs in addition to the target. */
export interface TargetCircumstances {
  readonly offering: Offering
  readonly scale: number
  /** Version of the embedded Kafka; null if unknown. */
  readonly kafkaVersion: string | null
}

/** Returns the description of a target that users see and that the verdict uses. */
export function describeTarget(target: Target, circumstances: TargetCircumstances): TargetDescription {
  const { scale, offering } = circumstances
  const isDeclaredCapacity = target.kind === 'embedded:kafka' && target.quotas !== undefined
  switch (target.kind) {
    case 'embedded:kafka':
      return {
        kind: target.kind,
        label: `embedded Apache Kafka${circumstances.kafkaVersion === null ? '' : ` ${circumstances.kafkaVersion}`}, ${brokersText(target.brokers)}, ${target.quotas === undefined ? 'no limits' : 'declared capacity'}${networkText(target)}${fetchersText(target)}`,
        enforces: enforcedDimensions({ kind: target.kind, isDeclaredCapacity }, offering),
        isDeclaredCapacity,
        scale,
        brokers: target.brokers,
        quotas: target.quotas ?? null,
      }
    case 'embedded:simulated':
      return {
        kind: target.kind,
        label: `simulated ${brokersText(target.brokers)}`,
        enforces: [],
        isDeclaredCapacity: false,
        scale,
        brokers: target.brokers,
        quotas: null,
      }
    case 'connection':
      return {
        kind: target.kind,
        label: target.connection.name,
        enforces: enforcedDimensions({ kind: target.kind, isDeclaredCapacity }, offering),
        isDeclaredCapacity: false,
        scale,
        brokers: null,
        quotas: null,
        hosts: [...target.connection.bootstrapServers],
      }
  }
}

/** Names TLS and the added round trip of embedded brokers. Empty if they have neither. */
function networkText({ isEncrypted, addedRoundTripMs }: Extract<Target, { kind: 'embedded:kafka' }>): string {
  const roundTrip =
    addedRoundTripMs === undefined
      ? ''
      : `, ${formatDuration(addedRoundTripMs)} of round trip added (delay simulated by a proxy)`
  return `${isEncrypted === true ? ', TLS' : ''}${roundTrip}`
}

/** Names the number of replica fetchers of embedded brokers. Empty for one, which is Kafka's default. */
function fetchersText({ replicaFetchers = 1 }: Extract<Target, { kind: 'embedded:kafka' }>): string {
  return replicaFetchers === 1 ? '' : `, ${replicaFetchers} replica fetchers`
}

function brokersText(brokers: number): string {
  return counted(brokers, 'broker')
}
