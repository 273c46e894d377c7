import { describe, expect, it } from 'vitest'
import { oneCluster, sameClusterTogether } from '../../../src/planning/cluster-order.ts'
import { smallScenario } from '../capacity/known-files.ts'

const item = (name: string, cluster: string) => ({ name, cluster })
const items = [item('a', 'two'), item('b', 'one'), item('c', 'two'), item('d', 'one')]
const namesIn = (round: number) => sameClusterTogether(items, round).map(({ name }) => name)

describe('runs on several embedded clusters', () => {
  it('are kept together by cluster, each in their order', () => {
    expect(namesIn(0)).toEqual(['b', 'd', 'a', 'c'])
    expect(namesIn(2)).toEqual(['b', 'd', 'a', 'c'])
  })

  it('begin every other round with the cluster of the previous round’s end', () => {
    expect(namesIn(1)).toEqual(['a', 'c', 'b', 'd'])
    expect(namesIn(3)).toEqual(['a', 'c', 'b', 'd'])
  })

  it('share the user’s own cluster', () => {
    expect(oneCluster(smallScenario({}))).toBe(oneCluster(smallScenario({ topic: { partitions: 1 } })))
  })
})
