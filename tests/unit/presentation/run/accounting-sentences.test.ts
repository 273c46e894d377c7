import { describe, expect, it } from 'vitest'
import { accountingSentences } from '../../../../src/presentation/run/accounting-sentences.ts'

function group(groupId: string, lostRecords: number, duplicateRecords: number) {
  return { groupId, lostRecords, duplicateRecords }
}

describe('the words over an accounting', () => {
  it('are positive only if every record is accounted for and was read once', () => {
    const groups = [group('readers', 0, 0)]
    expect(accountingSentences({ isClosed: true, groups }, false)).toEqual({
      heading: 'Every record is accounted for',
      sentences: [],
    })
    expect(accountingSentences({ isClosed: false, groups: [] }, false).heading).toBe(
      'Not every record is accounted for',
    )
  })

  it('name lost and repeated records in the heading, with the counts of each group', () => {
    const groups = [group('one', 1_200, 0), group('two', 0, 7), group('three', 0, 0)]
    const { heading, sentences } = accountingSentences({ isClosed: true, groups }, false)
    expect(heading).toBe('Records were lost and read more than once; all are accounted for')
    expect(sentences.slice(0, 2)).toEqual(['one: 1,200 lost.', 'two: 7 read more than once.'])
    expect(sentences.slice(2).map((text) => text.split(':')[0])).toEqual(['Lost', 'Read more than once'])
    expect(accountingSentences({ isClosed: false, groups }, false).heading).toContain('; not all are accounted for')
  })

  it('say that lost records are a limit of the simulated brokers, not a finding', () => {
    const { sentences } = accountingSentences({ isClosed: true, groups: [group('one', 5, 5)] }, true)
    expect(sentences).toHaveLength(2)
    expect(sentences[1]).toMatch(/limit of the simulated brokers, not a finding: .* 5 MB of each partition/)
  })

  it('stay short for many groups', () => {
    const groups = Array.from({ length: 100 }, (_, index) => group(`group-${index}`, 1, 0))
    const { sentences } = accountingSentences({ isClosed: true, groups }, true)
    expect([sentences.length, sentences[3]]).toEqual([5, 'And 97 more groups.'])
  })
})
