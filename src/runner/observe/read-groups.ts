/**
 * Reads the consumer groups with their members, without joining any.
 */
import type { ReadGroup } from '../../contracts/cluster-reading.ts'
import type { CoordinatedGroup } from './looks.ts'
import { chunks, grouped, type ObservedCluster } from './observed-cluster.ts'
import {
  consumerGroupDescribeRequest,
  type DescribedGroup,
  describeGroupsRequest,
  type ListedGroup,
  listGroupsRequest,
} from './requests/groups.ts'

const groupsOfRequest = 50

/** More groups than that are cut, with a note: tens of thousands of short-lived groups exist. */
const mostGroups = 2_000

type GroupPart = Omit<ReadGroup, 'committed'>

/** All groups with their coordinators; null if no broker may list them. */
export async function readGroups(cluster: ObservedCluster): Promise<readonly CoordinatedGroup[] | null> {
  const listings = await Promise.all(cluster.metadata.brokers.map(({ brokerId }) => listGroups(cluster, brokerId)))
  if (listings.every((listing) => listing === null)) return null
  const listed = listings.flatMap((listing) => listing ?? [])
  const kept = listed.slice(0, mostGroups)
  if (kept.length < listed.length) {
    cluster.emit({ part: 'note', note: `Only ${kept.length} of ${listed.length} groups were read.` })
  }
  const byCoordinator = grouped(kept, ({ coordinator }) => coordinator)
  await Promise.all([...byCoordinator].map(([coordinator, own]) => describeGroups(cluster, coordinator, own)))
  return kept
}

type CoordinatedListing = ListedGroup & CoordinatedGroup

async function listGroups(cluster: ObservedCluster, brokerId: number): Promise<readonly CoordinatedListing[] | null> {
  const link = cluster.linkTo(brokerId)
  if (link === null) return null
  const answer = await cluster.attempt('ListGroups', brokerId, async () => {
    const listed = await link.ask(listGroupsRequest, null)
    cluster.failOn('ListGroups', listed.errorCode)
    return listed
  })
  return answer === null ? null : answer.groups.map((group) => ({ ...group, coordinator: brokerId }))
}

async function describeGroups(
  cluster: ObservedCluster,
  coordinator: number,
  listed: readonly CoordinatedListing[],
): Promise<void> {
  for (const chunk of chunks(listed, groupsOfRequest)) {
    const asked = chunk.filter(({ protocolType }) => protocolType !== 'share').map(({ groupId }) => groupId)
    const classic = await describe(cluster, coordinator, 'DescribeGroups', asked)
    // A group of KIP-848 is "Dead" to the request of the classic protocol.
    const unknown = asked.filter((groupId) => isUnknown(classic.get(groupId)))
    const modern =
      unknown.length === 0 ? noGroups : await describe(cluster, coordinator, 'ConsumerGroupDescribe', unknown)
    const groups = chunk.map((group): GroupPart => partOf(group, modern.get(group.groupId), classic.get(group.groupId)))
    cluster.emit({ part: 'groups', groups })
  }
}

const noGroups: ReadonlyMap<string, DescribedGroup> = new Map()

async function describe(
  cluster: ObservedCluster,
  coordinator: number,
  api: 'DescribeGroups' | 'ConsumerGroupDescribe',
  groupIds: readonly string[],
): Promise<ReadonlyMap<string, DescribedGroup>> {
  const link = cluster.linkTo(coordinator)
  if (link === null || groupIds.length === 0) return noGroups
  const request = api === 'DescribeGroups' ? describeGroupsRequest : consumerGroupDescribeRequest
  const answer = await cluster.attempt(api, coordinator, () => link.ask(request, groupIds))
  const groups = answer?.groups ?? []
  for (const { errorCode } of groups) {
    // 69: it is gone, or has the other protocol.
    if (errorCode === 0 || errorCode === 69) continue
    await cluster.attempt(api, coordinator, async () => cluster.failOn(api, errorCode))
  }
  return new Map(groups.filter(({ errorCode }) => errorCode === 0).map((group) => [group.groupId, group]))
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
  if (protocolType === 'share') return { groupId, protocolType, protocol: 'share', state: null, members: null }
  if (described === undefined || isUnknown(described)) {
    return { groupId, protocolType, protocol: null, state: null, members: null }
  }
  return {
    groupId,
    protocolType,
    protocol: modern === undefined ? 'classic' : 'consumer',
    state: described.state,
    members: described.members.map((member) => ({ ...member, assigned: [...member.assigned] })),
  }
}
