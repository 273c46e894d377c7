/**
 * Reads the consumer groups with their members, without joining any.
 */
import type { ReadGroup } from '../../contracts/cluster-reading.ts'
import { isShareGroup, listGroups } from './list-groups.ts'
import { chunks, grouped, type ObservedCluster } from './observed-cluster.ts'
import { hasMoved, isPassing } from './patience.ts'
import {
  consumerGroupDescribeRequest,
  type DescribedGroup,
  describeGroupsRequest,
  type ListedGroup,
} from './requests/groups.ts'
import { shareGroupDescribeRequest } from './requests/share-groups.ts'

const groupsOfRequest = 50

/** Maximum number of groups that are read; a note names the total. Some clusters have tens of thousands of short-lived groups. */
const maxGroups = 2_000

type GroupPart = Omit<ReadGroup, 'committed'>

/** Reads the groups, at most `maxGroups`. @returns those that were read; null if no broker listed its groups */
export async function readGroups(cluster: ObservedCluster): Promise<readonly ListedGroup[] | null> {
  const listed = await listGroups(cluster)
  if (listed === null) return null
  const kept = listed.slice(0, maxGroups)
  if (kept.length < listed.length) {
    cluster.emit({ part: 'note', note: `Only ${kept.length} of ${listed.length} groups were read.` })
  }
  // Without this empty part, a cluster without groups would look like one that refused to list them.
  if (kept.length === 0) cluster.emit({ part: 'groups', groups: [] })
  const byCoordinator = grouped(kept, ({ groupId }) => cluster.coordinators.get(groupId))
  await Promise.all([...byCoordinator.values()].map((own) => describeGroups(cluster, own)))
  return kept
}

async function describeGroups(cluster: ObservedCluster, listed: readonly ListedGroup[]): Promise<void> {
  for (const chunk of chunks(listed, groupsOfRequest)) {
    const asked = chunk.filter((group) => !isShareGroup(group)).map(({ groupId }) => groupId)
    const shared = chunk.filter(isShareGroup).map(({ groupId }) => groupId)
    const classic = await describe(cluster, 'DescribeGroups', asked)
    // DescribeGroups reports a group of the new protocol (KIP-848) as "Dead".
    const unknown = asked.filter((groupId) => isUnknown(classic.get(groupId)))
    const modern = await describe(cluster, 'ConsumerGroupDescribe', unknown)
    const share = await describe(cluster, 'ShareGroupDescribe', shared)
    const groups = chunk.map((group): GroupPart => {
      const { groupId } = group
      if (isShareGroup(group)) return sharePart(group, share.get(groupId))
      return partOf(group, modern.get(groupId), classic.get(groupId))
    })
    cluster.emit({ part: 'groups', groups })
  }
}

const describingRequests = {
  DescribeGroups: describeGroupsRequest,
  ConsumerGroupDescribe: consumerGroupDescribeRequest,
  ShareGroupDescribe: shareGroupDescribeRequest,
} as const

type DescribingApi = keyof typeof describingRequests

/** Describes groups, and asks again for those whose coordinator is not ready or has moved. */
async function describe(
  cluster: ObservedCluster,
  api: DescribingApi,
  groupIds: readonly string[],
): Promise<ReadonlyMap<string, DescribedGroup>> {
  const described = new Map<string, DescribedGroup>()
  let remaining = groupIds
  for (let tries = 0; remaining.length > 0; tries += 1) {
    const byCoordinator = grouped(remaining, (groupId) => cluster.coordinators.get(groupId))
    const answers = await Promise.all(
      [...byCoordinator].map(([coordinator = -1, own]) => ask(cluster, coordinator, api, own)),
    )
    const groups = answers.flat()
    for (const group of groups) if (group.errorCode === 0) described.set(group.groupId, group)
    const passing = groups.filter(({ errorCode }) => isPassing(errorCode))
    const isAskedAgain = passing.length > 0 && (await cluster.patience.wait(tries))
    for (const { groupId, errorCode } of groups) {
      // 69, GROUP_ID_NOT_FOUND: the group is gone, or uses the other protocol.
      if (errorCode === 0 || errorCode === 69 || (isAskedAgain && isPassing(errorCode))) continue
      cluster.refuseCode(api, cluster.coordinators.get(groupId) ?? null, errorCode)
    }
    remaining = isAskedAgain ? passing.map(({ groupId }) => groupId) : []
    if (isAskedAgain && passing.some(({ errorCode }) => hasMoved(errorCode))) await listGroups(cluster)
  }
  return described
}

async function ask(
  cluster: ObservedCluster,
  coordinator: number,
  api: DescribingApi,
  groupIds: readonly string[],
): Promise<readonly DescribedGroup[]> {
  const link = cluster.linkTo(coordinator)
  if (link === null) return []
  const response = await cluster.attempt(api, coordinator, () => link.ask(describingRequests[api], groupIds))
  return response?.groups ?? []
}

function isUnknown(group: DescribedGroup | undefined): boolean {
  return group === undefined || group.state === 'Dead'
}

function partOf(
  { groupId, protocolType }: ListedGroup,
  modern: DescribedGroup | undefined,
  classic: DescribedGroup | undefined,
): GroupPart {
  const described = modern ?? classic
  if (described === undefined || isUnknown(described)) {
    return { groupId, protocolType, protocol: null, state: null, members: null }
  }
  const protocol = modern === undefined ? 'classic' : 'consumer'
  return { groupId, protocolType, protocol, state: described.state, members: membersOf(described) }
}

function sharePart({ groupId, protocolType }: ListedGroup, described: DescribedGroup | undefined): GroupPart {
  const group = { groupId, protocolType, protocol: 'share' } as const
  if (described === undefined) return { ...group, state: null, members: null }
  return { ...group, state: described.state, members: membersOf(described) }
}

function membersOf({ members }: DescribedGroup): GroupPart['members'] {
  return members.map((member) => ({ ...member, assigned: [...member.assigned] }))
}
