import { describe, expect, it } from 'vitest'
import { prediction } from '../../../src/contracts/prediction.ts'
import { headroom } from './run-headroom.ts'

const orders2020 = 'tests/fixtures/scenarios/orders-2020.headroom.json'

describe('headroom explain', () => {
  it('answers first, then shows formulas, sources, band and open questions', async () => {
    const { exitCode, out, err } = await headroom('explain', orders2020)
    expect([exitCode, err]).toEqual([0, ''])
    expect(out).toMatch(/^2 CKUs are enough; 1 CKU with compression\.type lz4/)
    expect(out.replace(/\s+/g, ' ')).toContain('1 CKU carries 50 MB/s in and 100 MB/s out.')
    expect(out).toMatch(/60\.\d MB\/s written \/ \(50 MB\/s x 1 CKU = 50 MB\/s\) = 12\d %/)
    expect(out).toMatch(/Ingress, guideline\n.*\n +Source: Confluent white paper/)
    expect(out).toContain('Interaction')
    expect(out).toContain('(workload.roundTripMs)')
  })

  it('fits a terminal, for any number of topics', async () => {
    const { out } = await headroom('explain', orders2020)
    expect(Math.max(...out.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80)
    expect(out.split('\n').length).toBeLessThan(160)
  })

  it('has prediction, answers and derivation in one object', async () => {
    const value = (await headroom('explain', orders2020, '--growth', '30%/year', '--years', '2', '--json')).json()
    expect(prediction.parse(value.prediction).deployment.size).toBe(1)
    expect(value.answers.sizes.map((each: { loadFactor: number }) => each.loadFactor.toFixed(2))).toEqual([
      '1.00',
      '1.69',
    ])
    expect(value.derivation.load.length).toBeGreaterThan(0)
  })
})

describe('headroom predict with more questions', () => {
  it('answers the requested questions and no others', async () => {
    const plain = (await headroom('predict', orders2020, '--size', '2')).out
    const most = (await headroom('predict', orders2020, '--size', '2', '--reverse')).out
    expect(most.startsWith(plain)).toBe(true)
    expect(most).toContain('The highest rate of this mix on 2 CKUs is')
    expect(most).not.toContain('Catching up')
    const outage = (await headroom('predict', orders2020, '--size', '2', '--outage', '10min')).out
    expect(outage).toContain('After 10 min without consumers')
    expect(outage).not.toContain('The smallest size\n')
  })

  it('adds the answers to the object of --json', async () => {
    const { answers, ...rest } = (await headroom('predict', orders2020, '--outage', '10min', '--json')).json()
    expect(prediction.parse(rest).headroom).toBeLessThan(1)
    expect(answers.catchUp).toMatchObject({ outageMs: 600_000, cluster: { drainMs: null } })
  })

  it('shows the changes that allow a smaller size, with a command that predicts them', async () => {
    const { out } = await headroom('predict', orders2020)
    expect(out).toMatch(/1 CKU is enough with compression.type lz4/)
    expect(out).toContain(
      `headroom predict ${orders2020} --set workload.producers.0.compression=lz4 --set workload.producers.0.compressionRatio=0.5 --size 1`,
    )
    const { smallerSizes } = (await headroom('explain', orders2020, '--json')).json()
    expect(smallerSizes).toMatchObject({ now: { size: 2 }, found: [{ kinds: ['compression'], smallest: { size: 1 } }] })
    expect(smallerSizes.found[0].scenario).toBeUndefined()
  })

  it('refuses what cannot be read, all at once', async () => {
    const words = ['--target-utilisation', '7', '--growth', 'much', '--outage', '10']
    const { exitCode, err } = await headroom('predict', orders2020, ...words)
    expect(exitCode).toBe(2)
    expect(err).toContain('headroom predict: the command line has 3 problems')
    expect((await headroom('predict', orders2020, '--years', '2')).err).toContain('needs --growth')
  })
})
