import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { forecast } from '../../../src/contracts/forecast.ts'
import { forecastCosts } from '../../../src/contracts/forecast-costs.ts'
import { readScenario } from '../../../src/workbench/sizing/scenario-files.ts'
import { growingObservation } from '../presentation/known-observation.ts'
import { headroom } from './run-headroom.ts'

const example = 'examples/payments.headroom.json'
const from = ['--from', '2026-12-01']
let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headroom-forecast-'))
})

afterAll(() => rm(folder, { recursive: true }))

describe('headroom forecast', () => {
  it('says where a full limit carries today’s load while clients wait, as predict does', async () => {
    const words = ['--set', 'deployment.offering=confluent-cloud-standard', '--size', '2']
    const cdc = 'examples/change-data-capture.headroom.json'
    const said = async (command: string, ...more: string[]) => {
      return (await headroom(command, cdc, ...words, ...more)).out.replace(/\s+/g, ' ')
    }
    expect(await said('forecast', '--growth', '5%/year', '--horizon', '1y')).toMatch(
      /^Requests: full on the first day; its load is carried only while clients wait\./,
    )
    expect(await said('predict')).toContain(
      '2 eCKUs carry the whole load, 11.7 MB/s in and 35.2 MB/s out, only while clients wait',
    )
    expect(await said('bill')).toMatch(
      /^2 eCKUs can carry the peak only while clients wait, but no size that can be bought leaves room to spare\. /,
    )
  })

  it('says when limits are full and which size to buy by when', async () => {
    const { exitCode, out, err } = await headroom('forecast', example, '--growth', '60%/year', ...from)
    expect([exitCode, err]).toEqual([0, ''])
    expect(out).toMatch(/Requests: 80 % used on 2029-\d\d-\d\d/)
    expect(out).toContain('When limits are full')
    expect(out).toContain('Which size to buy by when')
  })

  it('does not call a load refused while it is only over a guideline', async () => {
    const msk = ['--set', 'deployment.offering=aws-msk-standard', '--set', 'deployment.tier=kafka.m5.large']
    const dated = ['--as-of', '2026-08-20', '--size', '3', '--set', 'workload.topics.0.partitions=4000']
    const asked = ['examples/first.headroom.json', ...msk, ...dated, '--growth', '20%/year', ...from]
    const { out } = await headroom('forecast', ...asked)
    // From the second year on the disks are full as well, which is no guideline.
    expect(out).toMatch(/72\.9 MB\/s .* over a guideline\n/)
    expect(out).toMatch(/87\.5 MB\/s .* refused\n/)
    const { points } = (await headroom('forecast', ...asked, '--json')).json()
    expect([points.at(0).isOverGuideline, points.at(-1).isOverGuideline]).toEqual([true, false])
  })

  it('prints one object that fits its schema', async () => {
    const answer = await headroom('forecast', example, '--growth', '20%/year', '--horizon', '18mo', ...from, '--json')
    const { paths, costs, ...printed } = answer.json()
    expect(paths).toEqual([])
    expect(forecastCosts.parse(costs).points.at(-1)?.day).toBe('2028-06-01')
    expect(forecast.parse(printed)).toMatchObject({ from: '2026-12-01', to: '2028-06-01' })
  })

  it('says what a month costs over time, at published prices or those that are given, as bill does', async () => {
    const growing = ['--growth', '60%/year', ...from]
    const text = async (...more: string[]) =>
      (await headroom('forecast', example, ...growing, ...more)).out.replace(/\s+/g, ' ')
    const unknown = await text()
    expect(unknown).toContain('What it costs over time')
    expect(unknown).toContain('Not known: no price of units,')
    expect(unknown).toContain('publishes no price of a CKU')
    const priced = ['--price', 'confluent-cloud-dedicated=2USD/h', '--on', '2026-11-23']
    expect(await text(...priced)).toMatch(
      / CKUs? on 2026-12-01: at least [\d,]+\.\d\d USD a month; \d+ CKUs on 2029-12-01: /,
    )
    const { costs } = (await headroom('forecast', example, ...growing, ...priced, '--json')).json()
    const { bills } = (await headroom('bill', example, ...priced, '--json')).json()
    expect(costs.points[0]).toMatchObject({ of: 'scenario', totalPerMonth: bills[0].totalPerMonth })
    expect(costs.points.at(-1).totalPerMonth.high).toBeGreaterThan(costs.points[0].totalPerMonth.high)
    // One CKU may be not full but not sold over several zones, so the row blames no target.
    expect(await text(...priced, '--size', '1')).toMatch(/ 1 CKU .*the scenario’s, not enough /)
  })

  it('writes the report', async () => {
    const words = ['forecast', example, '--growth', '20%/year', ...from, '--report', folder, '--workspace', folder]
    const { out } = await headroom(...words)
    expect(out).toContain('Wrote ')
    const files = (await readdir(folder)).filter((name) => name.startsWith('headroom-forecast-'))
    expect(files.map((name) => name.split('.').at(-1)).toSorted()).toEqual(['html', 'json', 'md'])
  })

  it('takes growth from the report of an observation, which may be the scenario too', async () => {
    const scenario = await readScenario(example)
    const growthPerYear = {
      ...{ value: 0.3, how: 'measured', source: 'source-1', span: null, relativeError: null },
      interval: { low: 0.1, high: 0.5 },
    }
    const observation = { ...growingObservation(70, 0.3).observation, cluster: { growthPerYear } }
    const path = join(folder, 'observed.json')
    await writeFile(path, JSON.stringify({ scenario, observation }))
    const rules = [
      { kind: 'compound', perPeriod: { low: 0.1, likely: 0.3, high: 0.5, coverage: 0.95 }, period: 'year' },
    ]
    expect((await headroom('forecast', path, ...from, '--json')).json().growth).toEqual(rules)
    const named = await headroom('forecast', example, '--growth-from', path, ...from, '--json')
    expect(named.json().growth).toEqual(rules)
    await writeFile(path, JSON.stringify({ scenario, observation: { ...observation, cluster: {} } }))
    expect((await headroom('forecast', path)).err).toContain('has no growth')
  })

  it('says that a setting which predict recommends is not counted, and so does a bill', async () => {
    const recommended = 'examples/change-data-capture.headroom.json'
    const many = ['--set', 'workload.producers.0.peakRecordsPerSec=200000', '--set', 'workload.producers.0.lingerMs=0']
    const text = (out: string) => out.replace(/\s+/g, ' ')
    const [enough = ''] = text((await headroom('predict', recommended, ...many)).out).split('. ')
    expect(enough).toMatch(/^\d+ CKUs? (is|are) enough with .*, \d+ without$/)
    const sentence = (answer: string) =>
      `Sizing and predict recommend a setting, which this ${answer} does not count: ${enough}.`
    expect(text((await headroom('forecast', recommended, ...many, '--growth', '20%/year')).out)).toContain(
      `For the load of the scenario, without growth, ${sentence('forecast')}`,
    )
    expect(text((await headroom('bill', recommended, ...many)).out)).toContain(sentence('bill'))
    // Another offering has other settings, and this load alone needs none.
    const other = await headroom('bill', recommended, ...many, '--offering', 'aws-msk-express')
    expect(text(other.out)).not.toContain('recommend a setting')
    expect(text((await headroom('bill', example)).out)).not.toContain('recommend a setting')
  })

  it.each([
    [['--growth', '20'], '--growth: "20" has no period'],
    [['--growth', '20%/fortnight'], 'a period is /year, /quarter or /month'],
    [[], 'a forecast needs growth'],
    [['--growth', '1', '--horizon', 'long', '--from', 'soon'], 'has 3 problems'],
    [['--growth', '20%/year', '--zones', '99', '--on', 'soon'], '--zones: expected a whole number from 1 to 10'],
    [['--growth', '20%/year', '--region', 'nowhere'], 'no price list names the region "nowhere"'],
  ])('refuses %j', async (words, sentence) => {
    const { exitCode, err } = await headroom('forecast', example, ...words)
    expect(exitCode).toBe(2)
    expect(err).toContain(sentence)
  })
})

it('the report of a forecast has the forecast as JSON', async () => {
  const [name = ''] = (await readdir(folder)).filter((each) => /^headroom-forecast-.*json$/.test(each))
  const { forecast: written, costs } = JSON.parse(await readFile(join(folder, name), 'utf8'))
  expect(forecast.parse(written).growth).toHaveLength(1)
  expect(forecastCosts.parse(costs).points.length).toBeGreaterThan(1)
})
