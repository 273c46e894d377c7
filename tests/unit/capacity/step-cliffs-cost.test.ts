import { expect, it } from 'vitest'
import { solve } from '../../../src/capacity/solve.ts'
import { stepCliffs } from '../../../src/capacity/step-cliffs.ts'
import { dedicated, smallScenario } from './known-files.ts'

/** How often the partitions of so many topics of 9 partitions are looked at in the search for steps. */
function looksAt(topics: number): number {
  let looks = 0
  const small = smallScenario({ topic: { partitions: 9 } })
  const [topic] = small.workload.topics
  if (topic === undefined) throw new Error('no topic')
  const counted = (name: string) => ({
    ...topic,
    name,
    get partitions() {
      looks += 1
      return 9
    },
  })
  const names = Array.from({ length: topics - 1 }, (_, index) => `more-${index}`)
  const scenario = { ...small, workload: { ...small.workload, topics: [topic.name, ...names].map(counted) } }
  const solution = solve(scenario, dedicated)
  looks = 0
  stepCliffs(scenario, solution)
  return looks
}

it('the work of the search for steps grows with the number of topics, not with its square', () => {
  const looks = looksAt(40)
  expect(looks).toBeGreaterThan(0)
  // Twice as many topics: 2 times if the work grows with their number, 4 times if with its square.
  expect(looksAt(80) / looks).toBeLessThan(3)
})
