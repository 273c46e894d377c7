import { describe, expect, it } from 'vitest'
import { headroom } from './run-headroom.ts'

const first = 'examples/first.headroom.json'
/** AWS publishes partitions of a broker as a guideline. */
const onMsk = [
  ...['--set', 'deployment.offering=aws-msk-standard', '--set', 'deployment.tier=kafka.m5.large'],
  ...['--size', '3', '--as-of', '2026-08-20'],
]
const orders2020 = 'tests/fixtures/scenarios/orders-2020.headroom.json'

describe('headroom sweep', () => {
  const over = ['--over', 'workload.topics.0.partitions=1..12']

  it('shows a table and says where the binding limit changes', async () => {
    const { exitCode, out, err } = await headroom('sweep', orders2020, ...over)
    expect([exitCode, err]).toEqual([0, ''])
    expect(out).toContain('partitions from 9 to 10: the')
    expect(out.split('\n').length).toBeLessThan(40)
  })

  it('shows a limited number of rows, and says so', async () => {
    const { out } = await headroom('sweep', orders2020, '--over', 'workload.topics.0.partitions=1..9000')
    expect(out.split('\n').length).toBeLessThan(70)
    expect(out).toMatch(/\d+ of 9000 points are not shown/)
    expect(out).toContain('from 3,000 to 3,001: from here on refused')
  })

  it('does not call a workload refused that is only over a guideline', async () => {
    const { out } = await headroom('sweep', first, ...onMsk, '--over', 'workload.topics.0.partitions=400,4000')
    expect(out).toMatch(/4,000 .* over a guideline/)
    expect(out.replace(/\s+/g, ' ')).toContain(
      'from 400 to 4,000: from here on over a guideline. 12,000 partitions are',
    )
    expect(out).not.toContain('refused')
    const alone = await headroom('sweep', first, ...onMsk, '--over', 'workload.topics.0.partitions=4000')
    expect(alone.out.replace(/\s+/g, ' ')).toContain('At the first point it is over a guideline. 12,000 partitions')
  })

  it('prints one object, or one line a point', async () => {
    const { points } = (await headroom('sweep', orders2020, ...over, '--json')).json()
    expect(points).toHaveLength(12)
    expect(points[2].at).toEqual({ 'workload.topics.0.partitions': 3 })
    const lines = (await headroom('sweep', orders2020, ...over, '--csv')).out.trim().split('\r\n')
    expect(lines).toHaveLength(13)
    expect(new Set(lines.map((line) => line.split(',').length)).size).toBe(1)
  })

  it.each([
    [[], 'needs a field to vary'],
    [['--over', 'nonsense'], 'PATH=VALUES'],
    [['--over', 'workload.topics.0.partitions=9..1'], 'a range must go upwards'],
    [['--over', 'deployment.size=1..'], 'a range has two ends'],
    [['--over', 'deployment.size=1,2,x'], '"x" is not a value that this field takes'],
    [['--over', 'workload.producers.0.compression=lz5'], '"lz5" is not a value that this field takes'],
    [[...over, '--json', '--csv'], 'cannot be combined'],
  ])('refuses %j', async (words, sentence) => {
    const { exitCode, out, err } = await headroom('sweep', orders2020, ...words)
    expect(exitCode).toBe(2)
    expect(`${out}${err}`).toContain(sentence)
  })
})
