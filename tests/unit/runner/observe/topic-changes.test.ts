import { expect, it } from 'vitest'
import { topicChangeNotes } from '../../../../src/runner/observe/topic-changes.ts'

function topic(name: string, partitions: number, isInternal = false) {
  const own = Array.from({ length: partitions }, (_, index) => ({ index, leader: 1, replicas: [1], inSyncReplicas: 1 }))
  return { errorCode: 0, name, isInternal, partitions: own }
}

it('names the topics that were deleted, created and given partitions while a cluster was read', () => {
  const before = [topic('orders', 3), topic('old', 1), topic('clicks', 2), topic('__consumer_offsets', 50, true)]
  const after = [topic('orders', 6), topic('new', 1), topic('clicks', 2)]
  expect(topicChangeNotes(before, after)).toEqual([
    'Deleted while the cluster was read; the figures are from the time before: old.',
    'Created while the cluster was read, and not part of this reading: new.',
    'Given more partitions while the cluster was read; what is written to those is missing: orders.',
  ])
})

it('says nothing without changes, and names at most three topics', () => {
  expect(topicChangeNotes([topic('orders', 3)], [topic('orders', 3)])).toEqual([])
  const [note = ''] = topicChangeNotes(
    ['a', 'b', 'c', 'd', 'e'].map((name) => topic(name.repeat(249), 1)),
    [],
  )
  expect(note).toMatch(/c and 2 more\.$/)
  expect(note.length).toBeLessThan(1_000)
})
