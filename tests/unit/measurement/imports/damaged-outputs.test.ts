import { describe, expect, it } from 'vitest'
import { parseOutput } from '../../../../src/measurement/imports/parse-outputs.ts'
import { fixture } from './fixture.ts'
import { parseRates } from './known-rates.ts'

describe('the import of a damaged result file of the OpenMessaging Benchmark', () => {
  it('refuses percentiles that fall, and a mean above the maximum, as no tool can have measured them', () => {
    const whole = JSON.parse(fixture('openmessaging/result-redpanda-fork.json').text)
    const damaged = { ...whole, aggregatedPublishLatency50pct: 3.1, aggregatedPublishLatencyAvg: 10 }
    const { problems } = parseOutput({ name: 'r.json', text: JSON.stringify(damaged) }, [])
    expect(problems.map(({ message }) => message)).toEqual([
      'its figures are impossible: the latency at 50 % (3.1 ms) is above the latency at 95 % (2.75 ms)',
      'its figures are impossible: the mean latency (10 ms) is above the highest latency (9.01 ms)',
    ])
  })
})

describe('the import of a damaged CSV file', () => {
  it('refuses rows that have another number of columns than the headings, but no empty cells at their end', () => {
    const { problems } = parseRates('seconds,"in, MiB/s",out\n10,1\n10,1,2,3\n10,1,2,,\n')
    expect(problems.map(({ place, message }) => `${place} ${message}`)).toEqual([
      'rates.csv:2 expected 3 columns, as in the headings, found 2',
      'rates.csv:3 expected 3 columns, as in the headings, found 4',
    ])
  })
})
