/**
 * Lists the consumer groups and the brokers that coordinate them.
 */
import type { ObservedCluster } from './observed-cluster.ts'
import { hasMoved } from './patience.ts'
import { type ListedGroup, listGroupsRequest } from './requests/groups.ts'

/** True for a share group (KIP-932). It has requests of its own. */
export function isShareGroup({ protocolType }: ListedGroup): boolean {
  return protocolType === 'share'
}

/** Lists the groups of all brokers and records the coordinator of each. @returns null if the user may not list them */
export async function listGroups(cluster: ObservedCluster): Promise<readonly ListedGroup[] | null> {
  const listings = await Promise.all(cluster.metadata.brokers.map(({ brokerId }) => listAt(cluster, brokerId)))
  if (listings.every((listing) => listing === null)) return null
  return listings.flatMap((listing) => listing ?? [])
}

/** The broker that coordinates a group. If the last response said that it has moved, all groups are listed again. */
export async function coordinatorOf(
  cluster: ObservedCluster,
  groupId: string,
  lastCode: number | null,
): Promise<number | null> {
  if (hasMoved(lastCode)) {
    await cluster.refresh()
    await listGroups(cluster)
  }
  return cluster.coordinators.get(groupId) ?? null
}

async function listAt(cluster: ObservedCluster, brokerId: number): Promise<readonly ListedGroup[] | null> {
  const link = cluster.linkTo(brokerId)
  if (link === null) return null
  const response = await cluster.attempt('ListGroups', brokerId, async () => {
    const listed = await link.ask(listGroupsRequest, null)
    cluster.failOn('ListGroups', listed.errorCode)
    return listed
  })
  for (const { groupId } of response?.groups ?? []) cluster.coordinators.set(groupId, brokerId)
  return response?.groups ?? null
}
