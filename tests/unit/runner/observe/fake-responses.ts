/**
 * The responses of the fake broker, by API key: one topic with two partitions, and one group with one member.
 */
import { WireReader, WireWriter } from '../../../../src/runner/observe/wire.ts'
import { shareGroupBodies } from './fake-share-groups.ts'
import { makeBatch } from './make-batch.ts'

/** How a request is refused. */
export interface Refusal {
  readonly apiKey: number
  /** `unknown`: ApiVersions does not list the request. `denied`: it gets an error code. `closes`: the connection ends. */
  readonly how: 'unknown' | 'denied' | 'closes'
  /** Only DescribeConfigs requests of this resource type are refused. */
  readonly resourceType?: number
  /** The error code of `denied`. Left out: that of a missing right. */
  readonly code?: number
  /** Number of refusals, after which requests are answered. Left out: no end. */
  readonly times?: number
  /** Number of requests that are answered before the first refusal. Left out: none. */
  readonly after?: number
}

/** What the responses say about the cluster. */
export interface FakeCluster {
  readonly recordsOfPartition: number
  readonly groups: readonly string[]
  /** Groups of KIP-932. */
  readonly shareGroups: readonly string[]
  /** Port of the leader in the metadata. Left out: that of this broker. */
  readonly leaderPort?: number
}

const apiKeys = [1, 2, 3, 9, 15, 16, 18, 32, 35, 46, 48, 61, 69, 77, 90]
const flexible: Readonly<Record<number, number>> = { 2: 6, 46: 0, 61: 0, 69: 0, 77: 0, 90: 0 }

/** Bytes of the header before the body: key, version, correlation id, client id. */
export function bodyStart(request: Buffer): number {
  return 10 + request.readInt16BE(8)
}

interface Circumstances extends FakeCluster {
  readonly port: number
  /** The refusal, if it applies to this request; otherwise null. */
  readonly refusal: Refusal | null
  /** The refusal that the test asked for, whether it applies to this request or not. */
  readonly refused: Refusal | null
  readonly throttleMs: number
}

/** The response to a request, with its length and correlation id. */
export function responseTo(request: Buffer, circumstances: Circumstances): Buffer {
  const [apiKey, version] = [request.readInt16BE(0), request.readInt16BE(2)]
  const writer = new WireWriter().int32(request.readInt32BE(4))
  if (version >= (flexible[apiKey] ?? 99)) writer.noTags()
  const { refusal } = circumstances
  const code = refusal?.how === 'denied' ? (refusal.code ?? deniedCodes[apiKey]) : 0
  bodies[apiKey]?.(writer, { ...circumstances, code: code ?? 31, version, body: request.subarray(bodyStart(request)) })
  const bytes = writer.bytes
  return Buffer.concat([new WireWriter().int32(bytes.length).bytes, bytes])
}

/** TOPIC_, GROUP_ or CLUSTER_AUTHORIZATION_FAILED. */
const deniedCodes: Readonly<Record<number, number>> = { 1: 29, 2: 29, 9: 30, 15: 30, 61: 29, 69: 30, 77: 30, 90: 30 }

interface Body extends Circumstances {
  readonly code: number
  readonly version: number
  readonly body: Buffer
}

const bodies: Readonly<Record<number, (writer: WireWriter, body: Body) => void>> = {
  // ApiVersions
  18(writer, { refused }) {
    const known = apiKeys.filter((key) => refused?.how !== 'unknown' || refused.apiKey !== key)
    int16(writer, 0)
    writer.array(known, (key) => {
      for (const value of [key, 0, 12]) int16(writer, value)
    })
  },
  // Metadata
  3(writer, { port }) {
    writer.int32(0).array([1], (id) => writer.int32(id).text('127.0.0.1').int32(port).text(null))
    writer.text('fake').int32(1)
    writer.array(['orders'], (topic) => {
      int16(writer, 0)
      writer.text(topic).boolean(false)
      // Brokers need not list them in order.
      writer.array([1, 0], (index) => {
        int16(writer, 0)
        writer.int32(index).int32(1)
        for (let list = 0; list < 2; list += 1) writer.array([1], (id) => writer.int32(id))
      })
    })
  },
  // ListOffsets
  2: offsetsBody,
  // DescribeConfigs
  32(writer, { code, body }) {
    const reader = new WireReader(body)
    reader.int32()
    const type = reader.int8()
    writer.int32(0).array([reader.text() ?? ''], (name) => {
      int16(writer, code)
      writer.text(null).int8(type).text(name)
      writer.array(code === 0 ? ['retention.ms'] : [], (key) => {
        writer.text(key).text('3600000').int8(0).int8(5).int8(0)
        writer.array([], () => undefined)
      })
    })
  },
  // DescribeLogDirs
  35(writer, { code }) {
    writer.int32(0).array(code === 0 ? ['/data'] : [], (path) => {
      int16(writer, 0)
      writer.text(path).array(['orders'], (topic) => {
        writer.text(topic).array([0, 1], (index) => writer.int32(index).int64(5_000).int64(0).boolean(false))
      })
    })
  },
  // ListGroups
  16(writer, { code, groups, shareGroups, refused }) {
    // The requests about share groups are sent only if there is one.
    const shared = refused?.apiKey === 77 || refused?.apiKey === 90 ? ['pickers'] : shareGroups
    const listed = [
      ...groups.map((groupId) => ({ groupId, type: 'consumer' })),
      ...shared.map((groupId) => ({ groupId, type: 'share' })),
    ]
    writer.int32(0)
    int16(writer, code)
    writer.array(code === 0 ? listed : [], ({ groupId, type }) => writer.text(groupId).text(type))
  },
  // DescribeGroups
  15(writer, { code, refused }) {
    // For this request, a group of KIP-848 is dead.
    const isDead = refused?.apiKey === 69
    const state = isDead ? 'Dead' : 'Stable'
    writer.int32(0).array(['readers'], (group) => {
      int16(writer, code)
      writer
        .text(group)
        .text(code === 0 ? state : '')
        .text('consumer')
        .text('range')
      writer.array(code === 0 && !isDead ? ['member'] : [], (member) =>
        writer.text(member).text('app').text('/10.0.0.1').int32(-1).int32(-1),
      )
    })
  },
  // ConsumerGroupDescribe
  69(writer, { code, refused }) {
    writer.int32(0).compactArray(refused?.apiKey === 69 ? ['readers'] : [], (group) => {
      int16(writer, code)
      writer
        .compactText('')
        .compactText(group)
        .compactText(code === 0 ? 'Stable' : '')
      writer.int32(0).int32(0).compactText('uniform')
      writer.compactArray([], () => undefined)
      writer.int32(0).noTags()
    })
    writer.noTags()
  },
  ...shareGroupBodies,
  // OffsetFetch
  9(writer, { code }) {
    writer.int32(0).array(code === 0 ? ['orders'] : [], (topic) => {
      writer.text(topic).array([0, 1], (index) => {
        writer
          .int32(index)
          .int64(index === 0 ? 900 : -1)
          .text(null)
        int16(writer, 0)
      })
    })
    int16(writer, code)
  },
  // DescribeClientQuotas
  48(writer, { code }) {
    writer.int32(0)
    int16(writer, code)
    writer.text(null).array([], () => undefined)
  },
  // ListPartitionReassignments
  46(writer, { code }) {
    writer.int32(0)
    int16(writer, code)
    writer
      .int8(0)
      .compactArray([], () => undefined)
      .noTags()
  },
  // DescribeProducers
  61(writer, { code }) {
    writer.int32(0).compactArray(['orders'], (topic) => {
      writer.compactText(topic).compactArray([0, 1], (index) => {
        writer.int32(index)
        int16(writer, code)
        writer.int8(0).compactArray([7], (id) => {
          writer.int64(id).int32(0).int32(0).int64(Date.now()).int32(0).int64(-1).noTags()
        })
        writer.noTags()
      })
      writer.noTags()
    })
    writer.noTags()
  },
  // Fetch
  1(writer, { code, throttleMs, recordsOfPartition, body }) {
    const reader = new WireReader(body)
    // Replica, wait, least and most bytes, isolation, session.
    reader.skip(25)
    const asked = reader.array(() => {
      reader.text()
      return reader.array(() => {
        const index = reader.int32()
        reader.skip(4)
        const offset = reader.int64()
        reader.skip(12)
        return { index, offset }
      })
    })
    const records = Array.from({ length: 5 }, () => ({ key: 'k', value: 'v'.repeat(100) }))
    writer.int32(throttleMs)
    int16(writer, 0)
    writer.int32(0).array(['orders'], (topic) => {
      writer.text(topic).array(asked.flat(), ({ index, offset }) => {
        writer.int32(index)
        int16(writer, code)
        for (let end = 0; end < 3; end += 1) writer.int64(recordsOfPartition)
        writer.array([], () => undefined)
        const batch = makeBatch({ records, baseOffset: offset })
        const bytes = code === 0 ? Buffer.concat([batch, batch, batch]) : Buffer.alloc(0)
        writer.int32(bytes.length)
        for (const byte of bytes) writer.int8(byte > 127 ? byte - 256 : byte)
      })
    })
  },
}

/** ListOffsets: the log begins at 0, two hours ago. */
function offsetsBody(writer: WireWriter, { code, version, recordsOfPartition, body }: Body): void {
  const isFlexible = version >= 6
  const timestamp = Date.now() - 2 * 3_600_000
  const isEarliest = !isFlexible && body.includes(Buffer.from('fffffffffffffffe', 'hex'))
  const isTime = !isFlexible && !isEarliest && !body.includes(Buffer.from('ffffffffffffffff', 'hex'))
  const offset = isEarliest || isTime ? 0 : recordsOfPartition
  const partition = (index: number) => {
    writer.int32(index)
    int16(writer, code)
    writer.int64(isTime || isFlexible ? timestamp : -1).int64(offset)
    if (isFlexible) writer.int32(0).noTags()
  }
  writer.int32(0)
  if (isFlexible) {
    writer.compactArray(['orders'], (topic) => {
      writer.compactText(topic).compactArray([0, 1], partition)
      writer.noTags()
    })
    writer.noTags()
  } else writer.array(['orders'], (topic) => writer.text(topic).array([0, 1], partition))
}

function int16(writer: WireWriter, value: number): void {
  writer.int8(0).int8(value)
}
