import { formatInUnit } from '../../units/in-unit.ts'
import { type ConstraintModel, constraintOn } from '../constraint-model.ts'
import type { Situation } from '../situation.ts'

/** Consumer groups of the cluster. */
export function consumerGroupsConstraint(situation: Situation): ConstraintModel[] {
  return constraintOn(situation, 'consumer-groups', {
    id: 'consumer-groups',
    layer: 'cluster',
    mayBurst: false,
    demandAt: () => countGroups(situation),
    demandText: (demand) => formatInUnit(demand, 'groups'),
  })
}

/** Entries with the same name are the same groups, each of which reads several topics. */
function countGroups({ consumers }: Situation): number {
  const countByName = new Map<string, number>()
  for (const { group } of consumers) {
    countByName.set(group.name, Math.max(group.count, countByName.get(group.name) ?? 0))
  }
  return [...countByName.values()].reduce((sum, count) => sum + count, 0)
}
