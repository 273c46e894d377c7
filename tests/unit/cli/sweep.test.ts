import { describe, expect, it } from 'vitest'
import { headroom } from './run-headroom.ts'

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
