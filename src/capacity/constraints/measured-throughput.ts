/**
 * The constraint of offerings whose vendor publishes a table of measured rates, by size of the hosts and by cloud.
 */
import type { Offering, TableOffering } from '../../contracts/offering.ts'
import { counted } from '../../units/count.ts'
import { formatInUnit } from '../../units/in-unit.ts'
import { groupDigits } from '../../units/number-text.ts'
import type { ConstraintModel } from '../constraint-model.ts'
import { tierOf } from '../limit-set.ts'
import type { Situation } from '../situation.ts'
import { recordsPerSecOf } from '../traffic.ts'

/**
 * Compares records/s, converted to records of the reference workload, with the vendor's measured rate for tier and
 * cloud.
 */
export function measuredThroughputConstraint(situation: Situation): ConstraintModel[] {
  const { offering, deployment, context } = situation
  if (!isTable(offering)) return []
  const { table } = offering
  const id = tierOf(offering, deployment)
  const tier = table.tiers.find((each) => each.id === id)
  const cloud = table.clouds[deployment.cloud ?? '']
  if (tier === undefined || cloud === undefined) return []
  const nodesFactor = (tier.nodes / table.reference.nodes) ** table.nodesExponent.value
  const serviceRecordsPerSec = cloud.value * tier.coresPerNode ** table.coresExponent.value * nodesFactor
  const capacity = serviceRecordsPerSec * situation.size * context.capacityScale
  const weights = situation.producers.map((load) => referenceRecords(load, table))
  return [
    {
      id: 'throughput',
      dimension: 'throughput',
      layer: 'cluster',
      kind: 'guideline',
      capacity,
      unit: 'records/s',
      source: cloud.source,
      mayBurst: false,
      capacityText: () => {
        const coresText = `${counted(tier.coresPerNode, 'core')} ^ ${groupDigits(table.coresExponent.value, 2)}`
        const nodesText = `(${tier.nodes} / ${table.reference.nodes} nodes) ^ ${groupDigits(table.nodesExponent.value, 2)}`
        const { size } = situation
        const servicesText =
          size === 1 ? '' : ` x ${counted(size, offering.unitName.singular, offering.unitName.plural)}`
        const scale = context.capacityScale === 1 ? '' : ` x ${context.capacityScale}`
        return `${formatInUnit(cloud.value, 'records/s')} x ${coresText} x ${nodesText}${servicesText}${scale} = ${formatInUnit(capacity, 'records/s')}`
      },
      demandAt: (traffic) =>
        situation.producers.reduce(
          (sum, load, index) => sum + recordsPerSecOf(load, traffic) * (weights[index] ?? 1),
          0,
        ),
      demandText: (demand) =>
        `${formatInUnit(demand, 'records/s')}, converted to records of ${table.reference.recordValueBytes} bytes with ${counted(table.reference.replicationFactor, 'replica')}`,
    },
  ]
}

/**
 * The cost of a record in records of the reference workload: the part `byteShare` is proportional to its bytes, the
 * rest is constant, and each additional replica adds `replicaCost`.
 */
function referenceRecords(load: Situation['producers'][number], table: TableOffering['table']): number {
  const { byteShare, replicaCost, reference } = table
  const bySize = 1 - byteShare.value + (byteShare.value * load.payloadBytesPerRecord) / reference.recordValueBytes
  const replicas = load.topic.topic.replicationFactor - reference.replicationFactor
  return bySize * (1 + replicaCost.value * Math.max(0, replicas))
}

function isTable(offering: Offering): offering is TableOffering {
  return offering.model === 'measured-table'
}
