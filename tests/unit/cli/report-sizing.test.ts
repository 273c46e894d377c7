import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { runCli } from '../../../src/cli/run-cli.ts'
import { prediction } from '../../../src/contracts/prediction.ts'
import { openStore } from '../../../src/workbench/store/store.ts'
import { knownRecord, knownSamples } from '../presentation/known-run.ts'
import { readMarkup } from '../presentation/painters/markup-reader.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { memoryTerminal } from './memory-terminal.ts'

const scenario = 'tests/fixtures/scenarios/orders-2020.headroom.json'
const folder = temporaryFolder()

async function headroom(...words: string[]) {
  const terminal = memoryTerminal()
  const environment = { HEADROOM_WORKSPACE: join(folder.path, 'workspace') }
  const exitCode = await runCli(words, { terminal, resourcesRoot: process.cwd(), environment })
  return { exitCode, out: terminal.stdout, err: terminal.stderr }
}

/** A picture of one pixel. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** A price sheet of the user's. */
const ourPrices = {
  kind: 'headroom.prices',
  schemaVersion: 1,
  name: 'our contract',
  checkedOn: '2026-11-20',
  sources: { contract: { title: 'Contract 17', date: '2026-11-20', grade: 'P' } },
  lists: [
    {
      offering: 'confluent-cloud-dedicated',
      region: null,
      currency: 'USD',
      charges: [{ for: 'units', per: 'unit-hour', amount: 2, source: 'contract' }],
    },
  ],
}

describe('headroom report sizing', () => {
  async function written(format: string, ...more: string[]): Promise<string> {
    const { exitCode, out, err } = await headroom(
      'report',
      'sizing',
      scenario,
      '--format',
      format,
      '--out',
      folder.path,
      ...more,
    )
    expect([exitCode, err]).toEqual([0, ''])
    return readFile(out.trim().replace('Wrote ', ''), 'utf8')
  }

  test('says the answer, every limit with its source, open questions and other offerings, and that nothing was measured', async () => {
    const page = await written('html')
    const { elements, text } = readMarkup(page)
    const ids = elements.filter(({ name }) => name === 'h2').map(({ attributes }) => attributes.get('id'))
    expect(ids).toEqual([
      ...[
        'workload',
        'prediction',
        'smaller-size',
        'costs',
        'limits',
        'formulas',
        'advice',
        'median-latency',
        'assumptions',
        'band',
        'compare',
        'appendix',
      ],
    ])
    expect(text).toContain('1 CKU carries 50 MB/s in and 100 MB/s out.')
    expect(page).toContain('<span class="mark">predicted, not measured</span>')
    expect(page).not.toMatch(/<script/i)
  })

  test('shows each offering once, what takes it apart from what does not', async () => {
    const [takes = '', refuses = ''] = (await written('md')).split('### What does not carry the load')
    expect(takes.split('**Offerings that carry')[1]?.match(/^\| AWS MSK Standard .*$/gm)).toHaveLength(1)
    expect(takes).toMatch(/^\| AWS MSK Standard .*\d+ more tiers carry it/m)
    expect(refuses).toMatch(/^- .*limits as of \d{4}/m)
  })

  test('takes the options that change a scenario', async () => {
    const { prediction: given } = JSON.parse(await written('json', '--size', '2'))
    expect(prediction.parse(given).deployment.size).toBe(2)
  })

  test('says on its first page when limits are full and how much it costs, if growth and prices are given', async () => {
    const terms = ['--growth', '60%/year', '--from', '2026-11-23', '--price', 'confluent-cloud-dedicated=2.5USD/h']
    const [firstPage = '', ...rest] = (await written('md', ...terms)).split('\n## ')
    expect(firstPage).toContain(
      '- When: Ingress: full on the first day; its load does not fit. Buy 2 CKUs by 2026-11-23 instead of the scenario’s 1, and make 63 instead of 24 partitions of orders. They last until 2027-06-25, when 3 are needed.',
    )
    expect(firstPage).toContain('- Growth: 60 % a year, 2026-11-23 to 2029-11-23')
    expect(firstPage).toMatch(/^- Cost a month: Confluent Cloud Dedicated, 2 CKUs: at least [\d,.]+ USD a month/m)
    const titles = rest.map((section) => section.split('\n')[0]?.replace(/ `.*/, ''))
    for (const title of ['When limits are full', 'Which size to buy by when', 'What it costs a month']) {
      expect(titles).toContain(title)
    }
    expect(rest.join('')).toContain('1 CKU × 2.5 USD/h × 730 h = 1,825.00 USD')
  })

  test('has the forecast and the bill that the commands of these names print, as JSON', async () => {
    const growth = ['--growth', '10%..40%/year', '--from', '2026-11-23', '--horizon', '2y']
    const choice = ['--region', 'us-east-1', '--follower-fetch', '--on', '2026-11-23']
    const on = [
      '--set',
      'deployment={"offering":"aws-msk-express","tier":"express.m7g.large","size":3}',
      '--as-of',
      '2026-11',
    ]
    const report = JSON.parse(await written('json', ...growth, ...choice, ...on))
    const words = ['forecast', scenario, ...growth, ...choice, ...on, '--json']
    const { paths, costs, ...forecast } = JSON.parse((await headroom(...words)).out)
    expect([report.forecast, report.forecastCosts, paths]).toEqual([forecast, costs, []])
    expect([report.bill]).toEqual(JSON.parse((await headroom('bill', scenario, ...choice, ...on, '--json')).out).bills)
  })

  test('uses a price sheet of the user’s, also for the comparison with other offerings', async () => {
    const sheet = join(folder.path, 'ours.json')
    await writeFile(sheet, JSON.stringify(ourPrices))
    const report = JSON.parse(await written('json', '--prices', sheet))
    expect(report.bill.priceSheets).toContain('our contract')
    const own = report.compared.find(({ offering }: { offering: string }) => offering === ourPrices.lists[0]?.offering)
    expect(own.bill.priceSheets).toContain('our contract')
  })

  test('says nothing about when limits are full without growth, and refuses days alone', async () => {
    expect(JSON.parse(await written('json')).forecast).toBeNull()
    const { exitCode, err } = await headroom('report', 'sizing', scenario, '--horizon', '5y')
    expect([exitCode, err]).toEqual([2, expect.stringContaining('--horizon: needs --growth or --growth-from.')])
  })

  test('puts a name and a picture on its title page', async () => {
    const logo = join(folder.path, 'logo')
    await writeFile(logo, pixel)
    const page = await written('html', '--company', 'Fish & <Chips>', '--logo', logo)
    expect(page).toContain(`<img src="data:image/png;base64,${pixel.toString('base64')}"`)
    expect(readMarkup(page).text).toContain('Fish & <Chips>')
  })

  test('refuses a logo that is no picture', async () => {
    const { exitCode, err } = await headroom('report', 'sizing', scenario, '--out', folder.path, '--logo', scenario)
    expect(exitCode).toBe(2)
    expect(err).toMatch(/is not a PNG, JPEG or SVG picture[\s\S]*PNG, JPEG or SVG/)
  })
})

describe('headroom report verify', () => {
  async function report(...more: string[]): Promise<{ html: string; md: string; json: string }> {
    const { out } = await headroom('report', knownRecord.id, '--format', 'html,md,json', '--out', folder.path, ...more)
    const [html = '', md = '', json = ''] = out
      .trim()
      .split('\n')
      .map((line) => line.replace('Wrote ', ''))
    return { html, md, json }
  }

  beforeEach(() => {
    const store = openStore(join(folder.path, 'workspace'))
    store.insertRun(knownRecord)
    for (const sample of knownSamples(5)) store.addSample(knownRecord.id, sample)
    store.close()
  })

  test('knows the run record of a report, in HTML and in Markdown', async () => {
    const { html, md, json } = await report()
    expect((await headroom('report', 'verify', html, json)).out).toMatch(/belongs to .*SHA-256 [0-9a-f]{64}/)
    expect((await headroom('report', 'verify', md, json)).exitCode).toBe(0)
  })

  test('tells a record that was changed by one character', async () => {
    const { html, json } = await report()
    await writeFile(json, (await readFile(json, 'utf8')).replace('"known-run"', '"known-ruN"'))
    const { exitCode, err } = await headroom('report', 'verify', html, json)
    expect(exitCode).toBe(3)
    expect(err).toContain('does not belong to')
  })

  test('refuses a file that names no checksum', async () => {
    const { json } = await report()
    expect((await headroom('report', 'verify', scenario, json)).err).toContain('contains no checksum')
  })
})
