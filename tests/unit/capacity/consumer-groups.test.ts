import { describe, expect, it } from 'vitest'
import { predict } from '../../../src/capacity/predict.ts'
import { scenario } from '../../../src/contracts/scenario.ts'
import { shippedOffering, smallScenario } from './known-files.ts'

const serverless = shippedOffering('redpanda-cloud-serverless')

/** Groups as entries of a name and a count each, on two topics in turn. */
function demandOf(...entries: readonly (readonly [name: string, count: number])[]): number | undefined {
  const topics = [{ name: 'events' }, { name: 'orders' }].map((topic) => ({ ...topic, partitions: 12 }))
  const consumerGroups = entries.map(([name, count], index) => ({ name, count, topic: topics[index % 2]?.name ?? '' }))
  const small = smallScenario({ group: null, workload: { topics }, deployment: { asOf: undefined } })
  const { constraints } = predict(
    scenario.parse({ ...small, workload: { ...small.workload, consumerGroups } }),
    serverless,
  )
  return constraints.find(({ dimension }) => dimension === 'consumer-groups')?.demand
}

describe('the demand on consumer groups', () => {
  it('is none if nothing is read', () => {
    expect(demandOf()).toBe(0)
  })

  it('counts each of the identical groups of an entry', () => {
    expect(demandOf(['billing', 3], ['shipping', 2])).toBe(5)
  })

  it('counts a group that reads two topics once', () => {
    expect(demandOf(['billing', 3], ['billing', 2], ['shipping', 1])).toBe(4)
  })
})
