import { formatInUnit } from '../../units/in-unit.ts'
import { type ConstraintModel, ownSource } from '../constraint-model.ts'
import type { Situation } from '../situation.ts'

const source = ownSource(
  'Apache Kafka consumer groups',
  'A partition is read by one member of a group at a time; members beyond the partitions get none.',
)

/** Compares the members of a group with the partitions of its topic. Additional members are idle. */
export function consumersPerPartitionConstraints(situation: Situation): ConstraintModel[] {
  return situation.consumers.map(({ group, topic }, index) => ({
    id: `consumers-per-partition:${index}:${group.name}`,
    dimension: 'consumers-per-partition',
    layer: 'partition',
    kind: 'structural',
    capacity: topic.partitions,
    unit: 'members',
    source,
    mayBurst: false,
    capacityText: () => `${formatInUnit(topic.partitions, 'partitions')} to share out`,
    demandAt: () => group.members,
    demandText: (demand) => `${formatInUnit(demand, 'members')} in each group "${group.name}"`,
  }))
}
