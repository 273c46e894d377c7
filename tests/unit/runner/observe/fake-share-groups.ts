/**
 * Responses of the fake broker about share groups (KIP-932), by API key: one group with three members.
 */
import type { WireWriter } from '../../../../src/runner/observe/wire.ts'

interface Body {
  readonly code: number
  readonly version: number
}

export const shareGroupBodies: Readonly<Record<number, (writer: WireWriter, body: Body) => void>> = {
  // ShareGroupDescribe
  77(writer, { code }) {
    writer.int32(0).compactArray(['pickers'], (group) => {
      writer.int8(0).int8(code)
      writer
        .compactText('')
        .compactText(group)
        .compactText(code === 0 ? 'Stable' : '')
      writer.int32(0).int32(0).compactText('simple')
      writer.compactArray(code === 0 ? ['a', 'b', 'c'] : [], (member) => {
        writer.compactText(member).compactText('').int32(1).compactText(`picker-${member}`).compactText('/10.0.0.2')
        writer.compactArray(['orders'], (topic) => writer.compactText(topic))
        writer.compactArray(['orders'], (topic) => {
          writer.int64(0).int64(0).compactText(topic)
          writer.compactArray([0, 1], (index) => writer.int32(index))
          writer.noTags()
        })
        writer.noTags().noTags()
      })
      writer.int32(0).noTags()
    })
    writer.noTags()
  },
  // DescribeShareGroupOffsets
  90(writer, { code, version }) {
    writer.int32(0).compactArray(['pickers'], (group) => {
      writer.compactText(group).compactArray(code === 0 ? ['orders'] : [], (topic) => {
        writer.compactText(topic).int64(0).int64(0)
        writer.compactArray([0, 1], (index) => {
          writer
            .int32(index)
            .int64(index === 0 ? 700 : -1)
            .int32(0)
          if (version >= 1) writer.int64(300)
          writer.int8(0).int8(0)
          writer.compactText('').noTags()
        })
        writer.noTags()
      })
      writer.int8(0).int8(code)
      writer.compactText('').noTags()
    })
    writer.noTags()
  },
}
