/**
 * ListGroups (16), DescribeGroups (15) and ConsumerGroupDescribe (69): groups and their members. None of them joins.
 */
import { WireReader as Reader, type WireReader } from '../wire.ts'
import type { ApiRequest } from './request.ts'

/** A group in the list of its coordinator. */
export type ListedGroup = { readonly groupId: string; readonly protocolType: string }

/** The groups that this broker coordinates. */
export const listGroupsRequest: ApiRequest<
  null,
  { readonly throttleMs: number; readonly errorCode: number; readonly groups: readonly ListedGroup[] }
> = {
  name: 'ListGroups',
  apiKey: 16,
  versions: [1],
  flexibleFrom: 3,
  write: () => undefined,
  read(reader) {
    return {
      throttleMs: reader.int32(),
      errorCode: reader.int16(),
      groups: reader.array(() => ({ groupId: reader.text() ?? '', protocolType: reader.text() ?? '' })),
    }
  },
}

/** A member of a group, with the number of partitions assigned to it by topic. */
export type DescribedMember = {
  readonly clientId: string
  readonly host: string
  readonly assigned: readonly { readonly topic: string; readonly partitions: number }[]
}

/** A group with its members. */
export type DescribedGroup = {
  readonly errorCode: number
  readonly groupId: string
  readonly state: string
  readonly protocolType: string
  readonly members: readonly DescribedMember[]
}

/** Groups with their members. */
export type GroupsResponse = { readonly throttleMs: number; readonly groups: readonly DescribedGroup[] }

/** Groups of the classic protocol. A group of KIP-848 is reported as `Dead`, without members. */
export const describeGroupsRequest: ApiRequest<readonly string[], GroupsResponse> = {
  name: 'DescribeGroups',
  apiKey: 15,
  versions: [1],
  flexibleFrom: 5,
  write(writer, groupIds) {
    writer.array(groupIds, (groupId) => writer.text(groupId))
  },
  read(reader) {
    return {
      throttleMs: reader.int32(),
      groups: reader.array(() => {
        const errorCode = reader.int16()
        const groupId = reader.text() ?? ''
        const state = reader.text() ?? ''
        const protocolType = reader.text() ?? ''
        // The assignor's name.
        reader.text()
        const members = reader.array(() => readClassicMember(reader, protocolType))
        return { errorCode, groupId, state, protocolType, members }
      }),
    }
  },
}

function readClassicMember(reader: WireReader, protocolType: string): DescribedMember {
  // The member's id.
  reader.text()
  const clientId = reader.text() ?? ''
  const host = reader.text() ?? ''
  // The member's metadata: its subscription.
  reader.blob()
  const assignment = reader.blob()
  // Only consumers have this layout; Connect and others have their own.
  const assigned = protocolType === 'consumer' && assignment !== null ? readAssignment(assignment) : []
  return { clientId, host, assigned }
}

/** ConsumerProtocolAssignment: version, then topics with partitions. Empty before the group is stable. */
function readAssignment(bytes: Buffer): DescribedMember['assigned'] {
  if (bytes.length === 0) return []
  const reader = new Reader(bytes)
  reader.int16()
  return reader
    .array(() => ({ topic: reader.text() ?? '', partitions: reader.array(() => reader.int32()).length }))
    .filter(({ partitions }) => partitions > 0)
}

/** Groups of the protocol of KIP-848. */
export const consumerGroupDescribeRequest = describeRequest({
  name: 'ConsumerGroupDescribe',
  apiKey: 69,
  versions: [0],
  protocolType: 'consumer',
  readMember: readConsumerMember,
})

interface DescribeKind extends Pick<ApiRequest<readonly string[], GroupsResponse>, 'name' | 'apiKey' | 'versions'> {
  readonly protocolType: string
  readonly readMember: (reader: WireReader) => DescribedMember
}

/** The request for groups of one kind with their members. KIP-848 and KIP-932 gave both kinds the same form but for members. */
export function describeRequest(kind: DescribeKind): ApiRequest<readonly string[], GroupsResponse> {
  const { name, apiKey, versions, protocolType, readMember } = kind
  return {
    name,
    apiKey,
    versions,
    flexibleFrom: 0,
    write(writer, groupIds) {
      writer
        .compactArray(groupIds, (groupId) => writer.compactText(groupId))
        .boolean(false)
        .noTags()
    },
    read(reader) {
      return {
        throttleMs: reader.int32(),
        groups: reader.compactArray(() => {
          const errorCode = reader.int16()
          reader.compactText()
          const groupId = reader.compactText() ?? ''
          const state = reader.compactText() ?? ''
          // Group epoch, assignment epoch, assignor.
          reader.skip(8)
          reader.compactText()
          const members = reader.compactArray(() => readMember(reader))
          // Authorised operations.
          reader.skip(4)
          reader.skipTags()
          return { errorCode, groupId, state, protocolType, members }
        }),
      }
    },
  }
}

function readConsumerMember(reader: WireReader): DescribedMember {
  // Member id, instance id, rack, epoch.
  for (let field = 0; field < 3; field += 1) reader.compactText()
  reader.skip(4)
  const clientId = reader.compactText() ?? ''
  const host = reader.compactText() ?? ''
  // Subscribed names and pattern.
  reader.compactArray(() => reader.compactText())
  reader.compactText()
  const assigned = readTopicPartitions(reader)
  // The target assignment.
  readTopicPartitions(reader)
  reader.skipTags()
  return { clientId, host, assigned }
}

/** Topics of a flexible version with their number of partitions, and the end of the structure around them. */
export function readTopicPartitions(reader: WireReader): DescribedMember['assigned'] {
  const topics = reader.compactArray(() => {
    // The topic's id, 16 bytes.
    reader.skip(16)
    const topic = reader.compactText() ?? ''
    const partitions = reader.compactArray(() => reader.int32()).length
    reader.skipTags()
    return { topic, partitions }
  })
  reader.skipTags()
  return topics.filter(({ partitions }) => partitions > 0)
}
