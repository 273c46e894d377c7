/**
 * ShareGroupDescribe (77) and DescribeShareGroupOffsets (90): share groups (KIP-932), their members and how far they have
 * read. None of them joins. Kafka 4.0 knows only an early version of the first, which is not sent.
 */
import type { WireReader } from '../wire.ts'
import { type DescribedMember, describeRequest, readTopicPartitions } from './groups.ts'
import type { CommittedResponse } from './offsets.ts'
import type { ApiRequest } from './request.ts'

/** Share groups with their members. Several members may be assigned the same partition. */
export const shareGroupDescribeRequest = describeRequest({
  name: 'ShareGroupDescribe',
  apiKey: 77,
  versions: [1],
  protocolType: 'share',
  readMember: readShareMember,
})

function readShareMember(reader: WireReader): DescribedMember {
  // Member id, rack, epoch.
  for (let field = 0; field < 2; field += 1) reader.compactText()
  reader.skip(4)
  const clientId = reader.compactText() ?? ''
  const host = reader.compactText() ?? ''
  // Subscribed names.
  reader.compactArray(() => reader.compactText())
  const assigned = readTopicPartitions(reader)
  reader.skipTags()
  return { clientId, host, assigned }
}

/** Start offsets of a share group: all records before them are processed. They take the place of committed offsets. */
export const shareGroupOffsetsRequest: ApiRequest<string, CommittedResponse> = {
  name: 'DescribeShareGroupOffsets',
  apiKey: 90,
  versions: [1, 0],
  flexibleFrom: 0,
  write(writer, groupId) {
    writer
      .compactArray([groupId], (id) => {
        // Null: all topics.
        writer.compactText(id).compactArray(null, () => undefined)
        writer.noTags()
      })
      .noTags()
  },
  read(reader, version) {
    const throttleMs = reader.int32()
    const groups = reader.compactArray(() => {
      // The group's id.
      reader.compactText()
      const topics = reader.compactArray(() => readTopic(reader, version))
      const errorCode = reader.int16()
      reader.compactText()
      reader.skipTags()
      return { topics, errorCode }
    })
    const [group = { topics: [], errorCode: 0 }] = groups
    return { throttleMs, ...group }
  },
}

function readTopic(reader: WireReader, version: number): CommittedResponse['topics'][number] {
  const topic = reader.compactText() ?? ''
  // The topic's id.
  reader.skip(16)
  const partitions = reader.compactArray(() => {
    const index = reader.int32()
    const offset = reader.int64()
    // Leader epoch, and the lag from version 1 on. The lag is computed from the end of the log, as for other groups.
    reader.skip(version >= 1 ? 12 : 4)
    const errorCode = reader.int16()
    reader.compactText()
    reader.skipTags()
    return { index, offset, errorCode }
  })
  reader.skipTags()
  return { topic, partitions }
}
