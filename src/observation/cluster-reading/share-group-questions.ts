/**
 * Asks about share groups (KIP-932), for which a scenario has no entry of their own.
 */
import type { ClusterReading } from '../../contracts/cluster-reading.ts'
import type { OpenQuestion } from '../../contracts/observation.ts'
import { counted } from '../../units/count.ts'

/** A question about the share groups that were read, and one about those that were not. */
export function shareGroupQuestions({ groups }: ClusterReading): OpenQuestion[] {
  const shared = (groups ?? []).filter(({ protocol }) => protocol === 'share')
  const unread = shared.filter(({ members, committed }) => members === null && committed === null).length
  const read = shared.length - unread
  return [
    ...(unread === 0
      ? []
      : [
          {
            id: 'share-groups',
            text: `What ${unread === 1 ? 'does 1 share group' : `do ${unread} share groups`} read? The topics and members of share groups (KIP-932) were not read.`,
            effect: 'What they read is missing: add it to consumerGroups of the scenario, or egress is too low.',
          },
        ]),
    ...(read === 0
      ? []
      : [
          {
            id: 'share-groups-as-consumer-groups',
            text: `The scenario has ${counted(read, 'share group')} (KIP-932) as consumer ${read === 1 ? 'group' : 'groups'}.`,
            effect:
              'Rates and members are those observed. The load of acknowledging each record is not predicted, and in a run consumers read in their place.',
          },
        ]),
  ]
}
