/**
 * Describes a target, with the dimensions that it limits itself.
 */
import type { Offering } from '../../contracts/offering.ts'
import type { Target, TargetDescription } from '../../contracts/target.ts'
import { enforcedDimensions } from '../../evidence/enforced-dimensions.ts'
import { formatDuration } from '../../units/duration.ts'

/** What `describeTarget` needs besides the target. */
export interface TargetCircumstances {
  readonly offering: Offering
  readonly scale: number
  /** Version of the embedded Kafka; null if unknown. */
  readonly kafkaVersion: string | null
}

/** The description that users see and that the verdict uses. */
export function describeTarget(target: Target, circumstances: TargetCircumstances): TargetDescription {
  const { scale, offering } = circumstances
  const isDeclaredCapacity = target.kind === 'embedded:kafka' && target.quotas !== undefined
  switch (target.kind) {
    case 'embedded:kafka':
      return {
        kind: target.kind,
        label: `embedded Apache Kafka${circumstances.kafkaVersion === null ? '' : ` ${circumstances.kafkaVersion}`}, ${brokersText(target.brokers)}, ${target.quotas === undefined ? 'no limits' : 'declared capacity'}${entranceText(target)}${fetchersText(target)}`,
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

/** TLS and added round trip of embedded brokers; empty if there is neither. */
function entranceText({ isEncrypted, addedRoundTripMs }: Extract<Target, { kind: 'embedded:kafka' }>): string {
  const longer =
    addedRoundTripMs === undefined
      ? ''
      : `, ${formatDuration(addedRoundTripMs)} of round trip added (delay simulated by a proxy)`
  return `${isEncrypted === true ? ', TLS' : ''}${longer}`
}

/** Replica fetcher threads of embedded brokers; empty for one, Kafka's default. */
function fetchersText({ replicaFetchers = 1 }: Extract<Target, { kind: 'embedded:kafka' }>): string {
  return replicaFetchers === 1 ? '' : `, ${replicaFetchers} replica fetchers`
}

function brokersText(brokers: number): string {
  return brokers === 1 ? '1 broker' : `${brokers} brokers`
}
