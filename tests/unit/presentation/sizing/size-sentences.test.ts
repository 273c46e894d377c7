import { describe, expect, it } from 'vitest'
import { predict } from '../../../../src/capacity/predict.ts'
import { answerSizes } from '../../../../src/capacity/size-answers.ts'
import { plainLines } from '../../../../src/presentation/painters/plain-content.ts'
import { recommendationFacts } from '../../../../src/presentation/sizing/recommendation-sections.ts'
import { explainPartitions, explainSize, noSizeOf } from '../../../../src/presentation/sizing/size-sentences.ts'
import { dedicated, smallScenario } from '../../capacity/known-files.ts'

/** 80,000 records/s x (521 + 61 / 31) bytes = 41.84 MB/s. */
const scenario = smallScenario({
  topic: { partitions: 60 },
  producer: { peakRecordsPerSec: 80_000, lingerMs: 50, clients: 4 },
})

describe('the smallest size in a sentence', () => {
  it('has its unit, its target and the fullest limit, and the partitions have their formula', () => {
    const [answer] = answerSizes(scenario, dedicated, { targetUtilisation: 0.7 })
    if (!answer) throw new Error('no answer')
    expect(explainSize(answer, dedicated, 0.7)).toBe(
      'Today (41.8 MB/s in): 2 CKUs, every limit at or below 70 % (fullest limit: ingress at 42 %).',
    )
    expect(explainPartitions(answer)).toEqual([
      '"events" needs at least 9 partitions for each to be at most 100 % full: 41.8 MB/s in / 5 MB/s a partition = 9 (1 full CKU, 50 MB/s in, would need 10 partitions).',
    ])
  })

  it('says which limits block every size, by name, and what would help: two partitions take 10 MB/s', () => {
    const few = smallScenario({ topic: { partitions: 2 }, producer: { peakRecordsPerSec: 80_000, lingerMs: 50 } })
    const [answer] = answerSizes(few, dedicated)
    if (!answer) throw new Error('no answer')
    const sentence = explainSize(answer, dedicated, 0.8)
    expect(sentence).toContain(
      'no size keeps every limit at or below 80 %. At the largest size: partition ingress (events) at 418 %',
    )
    expect(sentence).toMatch(/"events" needs 11 partitions for each to be at most 80 % full: 41\.8 MB\/s in/)
  })
})

describe('the facts of a prediction', () => {
  const factOf = (name: string, at = scenario) => {
    const prediction = predict(at, dedicated)
    const noSize = noSizeOf(prediction, at, dedicated)
    const block = recommendationFacts({ prediction, unitName: dedicated.unitName, noSize })
    const entry = block.kind === 'facts' ? block.entries.find(([label]) => label === name) : undefined
    return entry === undefined ? undefined : plainLines(entry[1]).join(' ')
  }

  it('give the smallest size with its unit in singular or plural', () => {
    expect(factOf('Smallest size')).toBe('2 CKUs, every limit at or below 80 % (fullest limit: ingress at 42 %)')
    const one = { ...scenario, deployment: { ...scenario.deployment, size: 1 } }
    expect(factOf('Smallest size', one)).toBe(factOf('Smallest size'))
  })

  it('say what each number of partitions is for', () => {
    const few = smallScenario({ topic: { partitions: 2 }, producer: { peakRecordsPerSec: 80_000, lingerMs: 50 } })
    expect(factOf('Fewest partitions of events', few)).toMatch(/^9, for each to be at most 100 % full: 41\.8 MB\/s in/)
    expect(factOf('Smallest size', few)).toContain('"events" needs 11 partitions for each to be at most 80 % full')
  })

  it('name the limit that blocks every size, and the number of partitions that would lift it', () => {
    const few = smallScenario({ topic: { partitions: 2 }, producer: { peakRecordsPerSec: 80_000, lingerMs: 50 } })
    expect(factOf('Smallest size', few)).toMatch(
      /^no size keeps every limit at or below 80 %\. At the largest size, \d+ CKUs: partition ingress \(events\) at 418 %.* "events" needs 11 partitions/,
    )
  })
})
