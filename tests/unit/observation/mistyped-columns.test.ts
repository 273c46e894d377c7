/**
 * Columns of a list of topics whose headings are mistyped.
 */
import { describe, expect, it } from 'vitest'
import { readTopicList } from '../../../src/observation/topic-list.ts'

function questionsOf(headings: string) {
  const text = `topic,in [MB/s],${headings}\norders,1.5,7\n`
  const { reading } = readTopicList({ name: 'topics.csv', sha256: null, text })
  return (reading?.questions ?? []).filter(({ id }) => id === 'mistyped-column').map(({ text: asked }) => asked)
}

describe('a column of a list of topics that is not used', () => {
  it.each([
    ['partitons', 'partitions'],
    ['Retenton (days)', 'retention'],
    ['replication_facter', 'replication factor'],
    ['retentio', 'retention'],
    ['mesages/s', 'messages'],
  ])('is asked about if its heading is mistyped: %s', (heading, meant) => {
    expect(questionsOf(heading)).toEqual([
      `Is the column "${heading}" that of "${meant}"? It is not recognised, so it is not used.`,
    ])
  })

  it.each([
    'Owner',
    'team',
    'cost',
    'region',
    'version',
    'description',
    'partition key',
    'env',
    'id',
    'comment',
    'date',
  ])('is only named in a note if it is another one: %s', (heading) => {
    expect(questionsOf(heading)).toEqual([])
  })

  it('is not asked about if it is recognised', () => {
    expect(questionsOf('partitions')).toEqual([])
  })
})
