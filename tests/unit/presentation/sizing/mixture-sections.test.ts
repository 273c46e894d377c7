import { describe, expect, it } from 'vitest'
import { mixWorkloads } from '../../../../src/capacity/mixture/mixture.ts'
import { predictMixture } from '../../../../src/capacity/mixture/predict-mixture.ts'
import type { Scenario } from '../../../../src/contracts/scenario.ts'
import { paintTerminalBlocks } from '../../../../src/presentation/painters/terminal-painter.ts'
import { mixtureSections } from '../../../../src/presentation/sizing/mixture-sections.ts'
import { dedicated, smallScenario } from '../../capacity/known-files.ts'

function workload(name: string, peakRecordsPerSec: number): Scenario {
  const topic = `t-${name.slice(0, 5).replace(/\W/g, '')}`
  const scenario = smallScenario({
    topic: { name: topic, partitions: 60 },
    producer: {
      name: `p-${topic}`,
      topic,
      clients: 20,
      peakRecordsPerSec,
      recordValueBytes: 1000,
      batchBytes: 100_000,
      lingerMs: 20,
    },
    group: { name: `g-${topic}`, topic, members: 10 },
  })
  return { ...scenario, name }
}

function textOf(scenarios: readonly Scenario[]): string {
  const mixture = mixWorkloads(scenarios)
  const { prediction, ...parts } = predictMixture(mixture, dedicated)
  const shown = { ...parts, renamed: mixture.renamed, notModelled: ['Peaks coincide.'] }
  const sections = mixtureSections(shown, { prediction, smallest: prediction.smallest, unitName: dedicated.unitName })
  return sections
    .map(({ blocks }) => paintTerminalBlocks(blocks, 300))
    .join('\n')
    .replace(/[^\S\n]+/g, ' ')
}

describe('the sections on several workloads', () => {
  it('name the workload without which a smaller size is enough', () => {
    const text = textOf([workload('orders', 30_000), workload('clicks', 150_000)])
    expect(text).toMatch(
      /All together need 5 CKUs\. The workload to change is clicks: without it 1 CKU would be enough\./,
    )
    expect(text).toMatch(/clicks 150,000 records\/s 151\.5 MB\/s/)
    expect(text).toContain('Peaks coincide.')
  })

  it('say that no single workload makes a difference', () => {
    expect(textOf([workload('orders', 100), workload('clicks', 100)])).toContain(
      'All together need 1 CKU, and without any one of them no less.',
    )
  })

  it('say that any of them makes the same difference', () => {
    expect(textOf([workload('orders', 60_000), workload('clicks', 60_000)])).toMatch(
      /All together need \d CKUs\. Without any one of them \d CKUs would be enough\./,
    )
  })

  it('list the limits that are shared, the largest part first', () => {
    const text = textOf([workload('orders', 30_000), workload('clicks', 150_000)])
    expect(text).toMatch(/Ingress .* clicks 15\d %, orders 3\d %/)
    expect(text).not.toContain('Partition ingress')
    expect(text).not.toContain('divided')
  })

  it('shorten names to what comes before a colon, unless two are then the same', () => {
    const [one, other] = [workload('Sales: all orders', 30_000), workload('Web: every click', 60_000)]
    expect(textOf([one, other])).toMatch(/Web \d+ %, Sales \d+ %/)
    expect(textOf([one, { ...other, name: 'Sales: every click' }])).toMatch(
      /Sales: every click \d+ %, Sales: all orders \d+ %/,
    )
  })

  it('add up the parts of the smallest of many workloads', () => {
    const many = Array.from({ length: 8 }, (_none, index) => ({ ...workload(`w${index}`, 1_000 * (index + 1)) }))
    expect(textOf(many)).toMatch(/Ingress .* w7 \d.* %, w6 .*, 3 more \d/)
  })

  it('say which names were made unique', () => {
    const one = workload('orders', 1_000)
    expect(textOf([one, { ...one, name: 'clicks' }]).replace(/\s+/g, ' ')).toContain(
      'Several workloads use the same names (topic t-order, producer p-t-order, group g-t-order), which are treated as different: each is prefixed with the name of its workload, as in orders.t-order.',
    )
  })

  it('are none for a single workload', () => {
    expect(textOf([workload('orders', 1_000)])).toBe('')
  })
})
