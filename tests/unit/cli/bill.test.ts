import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { headroom, headroomInFolders } from './run-headroom.ts'

const first = 'examples/first.headroom.json'
const on = ['--on', '2026-11-23']
const { folder, headroom: headroomHere } = headroomInFolders()

const sheet = {
  kind: 'headroom.prices',
  schemaVersion: 1,
  name: 'our contract',
  checkedOn: '2026-11-20',
  sources: { contract: { title: 'Contract 17', date: '2026-11-20', grade: 'P' } },
  lists: [
    {
      offering: 'confluent-cloud-dedicated',
      region: 'eu-central-1',
      currency: 'EUR',
      charges: [
        { for: 'units', per: 'unit-hour', amount: 2, source: 'contract' },
        { for: 'ingress', per: 'GiB', amount: 0.03, source: 'contract' },
        { for: 'egress', per: 'GiB', amount: 0.03, source: 'contract' },
        { for: 'storage', per: 'GiB-month', copies: 'replicas', amount: 0.08, source: 'contract' },
        ...['producers', 'consumers', 'replication'].map((kind) => {
          return { for: `zone-${kind}`, per: 'GiB', amount: 0, source: 'contract' }
        }),
      ],
    },
  ],
}

async function written(value: unknown, ...path: string[]): Promise<string> {
  const file = join(folder.path, ...path)
  await mkdir(join(file, '..'), { recursive: true })
  await writeFile(file, JSON.stringify(value))
  return file
}

describe('headroom bill', () => {
  it('bills the scenario’s own deployment and asks for a price that is not published', async () => {
    const { exitCode, out, err } = await headroom('bill', first, ...on)
    expect([exitCode, err]).toEqual([0, ''])
    expect(out.replace(/\s+/g, ' ')).toContain('Units: Confluent publishes no price of a CKU.')
    const { bills, isSmallest } = (await headroom('bill', first, ...on, '--json')).json()
    expect([bills.length, bills[0].size, isSmallest]).toEqual([1, 1, false])
  })

  it('gives no total without the price of the units, but says what is known beside them', async () => {
    const { out } = await headroom('bill', 'examples/payments.headroom.json', ...on)
    const text = out.replace(/\s+/g, ' ')
    expect(text).toContain(
      'The price of the units of Confluent Cloud Dedicated, 2 CKUs is not known, so its bill cannot be computed. Known: 38.64 USD a month for producers across zones and consumers across zones.',
    )
    expect(text).toContain('Total not known')
    expect(text).not.toContain('at least')
    const [bill] = (await headroom('bill', 'examples/payments.headroom.json', ...on, '--json')).json().bills
    expect([bill.totalPerMonth, bill.perMegabytePerSec, bill.perTerabyte]).toEqual([null, null, null])
  })

  it('says that an average above the peak is billed at the peak', async () => {
    const above = ['--set', 'workload.producers.0.averageRecordsPerSec=90000']
    const { assumptions } = (await headroom('bill', first, ...on, ...above, '--json')).json().bills[0]
    expect(assumptions[0]).toBe('The average of “order service” is above its peak: the peak is billed all month.')
    const { assumptions: usual } = (await headroom('bill', first, ...on, '--json')).json().bills[0]
    expect(usual.join(' ')).not.toContain('above its peak')
  })

  it('shows a small load in a unit in which it has digits, and the dates of the prices in its sentence', async () => {
    const rates = ['peak', 'average'].flatMap((which) => ['--set', `workload.producers.0.${which}RecordsPerSec=20`])
    const { out } = await headroom('bill', first, ...on, ...rates, '--offering', 'aws-msk-express')
    expect(out).toMatch(/Written, average\s+2[0-9](\.\d)? kB\/s/)
    expect(out.replace(/\s+/g, ' ')).toContain('a month in us-east-1, at prices of 2026-08-20 to 2026-11-22.')
  })

  it('completes the bill with the unit’s price of the user', async () => {
    const price = ['--price', 'confluent-cloud-dedicated=2.5USD/h', '--smallest']
    const { out } = await headroom('bill', first, ...on, ...price)
    expect(out.replace(/\s+/g, ' ')).toContain('2 CKUs × 2.5 USD/h × 730 h = 3,650.00 USD your price')
  })

  it('has the price of a month as it was given', async () => {
    const price = ['--price', 'confluent-cloud-dedicated=1800EUR/month', '--smallest']
    const { out } = await headroom('bill', first, ...on, ...price)
    expect(out.replace(/\s+/g, ' ')).toContain('2 CKUs × 1,800 EUR a month = 3,600.00 EUR your price')
  })

  it('bills several offerings at their smallest size, the complete ones first, and names no winner of few', async () => {
    const offerings = ['--offering', 'confluent-cloud-dedicated,aws-msk-express', '--offering', 'google-managed-kafka']
    const words = [first, ...on, ...offerings, '--set', 'workload.topics.0.retentionMs=86400000']
    const { bills } = (await headroom('bill', ...words, '--json')).json()
    expect(bills.map(({ isComplete }: { isComplete: boolean }) => isComplete)).toEqual([true, true, false])
    const { out } = await headroom('bill', ...words)
    expect(out.replace(/\s+/g, ' ')).toContain('2 of 3 offerings have a bill with every charge known.')
    expect(out.replace(/\s+/g, ' ')).toMatch(/Of the 2 with every charge known, .* costs least/)
    const few = await headroom('bill', ...words, '--offering', 'redpanda-cloud-byoc')
    expect(few.out.replace(/\s+/g, ' ')).toContain(
      'Half of the bills or more lack a price, so no offering is named as the cheapest.',
    )
  })

  it('uses a price sheet of the command line, and those of the workspace', async () => {
    const file = await written(sheet, 'ours.json')
    const set = ['--set', 'workload.topics.0.retentionMs=86400000']
    const given = (await headroomHere('bill', first, ...on, ...set, '--prices', file, '--json')).json()
    expect(given.bills[0]).toMatchObject({ region: 'eu-central-1', currency: 'EUR', isComplete: true })
    await written(sheet, 'workspace', 'models', 'prices', 'ours.json')
    const kept = (await headroomHere('bill', first, ...on, ...set, '--json')).json()
    expect(kept.bills).toEqual(given.bills)
    const discount = { ...sheet.lists[0], offering: 'aws-msk-express', region: null, currency: 'USD', charges: [] }
    const over = await written({ ...sheet, lists: [{ ...discount, discountPercent: 5 }] }, 'discount.json')
    const { out } = await headroomHere('bill', first, ...on, '--offering', 'aws-msk-express', '--prices', over)
    expect(out.replace(/\s+/g, ' ')).toContain(`last checked ${sheet.checkedOn} or later`)
  })

  it('names every problem of a price sheet with its place, and works without a broken one of the workspace', async () => {
    const [list] = sheet.lists
    const lists = [
      { ...list, offering: 'confluent-cloud-dedicatd' },
      { ...list, offering: 'aws-msk-express', charges: [{ ...list?.charges[0], tier: 'huge' }] },
    ]
    const file = await written({ ...sheet, lists }, 'wrong.json')
    const { exitCode, err } = await headroomHere('bill', first, '--prices', file)
    expect(exitCode).toBe(2)
    expect(err.replace(/\s+/g, ' ')).toContain('lists[0].offering: no offering is called "confluent-cloud-dedicatd"')
    expect(err.replace(/\s+/g, ' ')).toContain('lists[1].charges[0].tier: AWS MSK Express has no tier "huge"')
    await written({ ...sheet, currency: 1 }, 'workspace', 'models', 'prices', 'broken.json')
    const { brokenSheets, bills } = (await headroomHere('bill', first, ...on, '--json')).json()
    expect([brokenSheets.length, bills.length]).toEqual([1, 1])
    expect((await headroomHere('bill', first)).out.replace(/\s+/g, ' ')).toContain('unknown field "currency"')
  })

  it('says first that the size does not carry the peak, or only just', async () => {
    const lead = async (...words: string[]) => (await headroom('bill', first, ...on, ...words)).out.replace(/\s+/g, ' ')
    expect(await lead()).toMatch(
      /^The offered load is not carried: 1 CKU carries 60 MB\/s in and 120 MB\/s out\. .* 2 CKUs are enough\. No price of/,
    )
    const nearly = ['--set', 'workload.producers.0.peakRecordsPerSec=55000']
    expect(await lead(...nearly)).toMatch(
      /^1 CKU can carry the peak, but the smallest size with every limit at or below 80 % is 2 CKUs\. No price of/,
    )
    expect(await lead('--size', '2')).toMatch(/^No price of/)
    const carries = async (...words: string[]) =>
      (await headroom('bill', first, ...on, '--json', ...words)).json().bills
    expect([(await carries())[0].carriesPeak, (await carries('--size', '2'))[0].carriesPeak]).toEqual([false, true])
  })

  it('says the sentence of a bill once', async () => {
    const times = async (...words: string[]) => {
      const { out } = await headroom('bill', first, ...on, ...words, '--price', 'confluent-cloud-dedicated=2.5USD/h')
      return (
        out.replace(/\s+/g, ' ').split(/Confluent Cloud Dedicated, \d CKUs?: at least [\d,.]+ USD a month/).length - 1
      )
    }
    expect(await times()).toBe(1)
    expect(await times('--offering', 'confluent-cloud-dedicated,aws-msk-express')).toBe(1)
  })

  it('says of an offering without a published rate that it is not known what the size carries', async () => {
    const azure = ['--set', 'deployment={"offering":"azure-event-hubs-dedicated","size":1}']
    const { bills } = (await headroom('bill', first, ...on, '--json', ...azure)).json()
    expect([bills[0].carriesPeak, bills[0].sizeNote]).toEqual([null, expect.stringContaining('publishes no rate')])
  })

  it('calls no price the user’s own where nothing is used of what has no known price', async () => {
    const words = ['--set', 'deployment.offering=azure-event-hubs-premium', '--size', '2']
    const { out } = await headroom('bill', 'examples/payments.headroom.json', ...words)
    const text = out.replace(/\s+/g, ' ')
    expect(text).toContain(
      '0 GiB stored beyond 2,048 GiB included = 0.00 USD Nothing of it is used; its price is not known.',
    )
    expect(text).not.toContain('your price ')
  })

  it('names the offerings that do not carry the workload', async () => {
    const words = ['--offering', 'confluent-cloud-basic', '--set', 'workload.topics.0.partitions=100000']
    const { unbilled, bills } = (await headroom('bill', first, ...words, '--json')).json()
    expect([bills, unbilled[0].offering]).toEqual([[], 'confluent-cloud-basic'])
    expect(unbilled[0].reasons[0]).toContain('exceeds the target')
  })

  it.each([
    [['--zones', '0'], '--zones: expected a whole number from 1 to 10'],
    [['--zones', '0x3'], '--zones: expected a whole number from 1 to 10'],
    [['--on', '2026-13-41', '--private-endpoints', 'two'], '--private-endpoints'],
    [['--on', 'soon'], '--on: expected a day'],
    [['--on', '2026-02-29'], '--on: expected a day'],
    [['--offering', 'nobody'], 'no offering "nobody"'],
    [['--prices', 'nowhere.json'], 'nowhere.json'],
    [['--price', 'nobody=1USD/h'], 'no offering "nobody"'],
    [
      ['--price', 'aws-msk-express/huge=1USD/h'],
      '--price: AWS MSK Express has no tier "huge"; known: express.m7g.large,',
    ],
    [['--price', 'confluent-cloud-dedicated=2.5BTC/h'], 'BTC is no currency (found'],
    [['--price', 'confluent-cloud-dedicated=2,5USD/h'], 'the decimal mark is a point: write 2.5USD/h (found'],
    [['--price', 'confluent-cloud-dedicated=1.234,56USD/month'], 'write 1234.56USD/month (found'],
    [['--price', 'confluent-cloud-dedicated=1,825USD/month'], 'without commas between thousands (found'],
    [
      ['--price', 'confluent-cloud-dedicated=1.800EUR/month'],
      'and 1.800 can mean thousands or decimals; write 1800 or 1.80 (found',
    ],
    [['--price', 'confluent-cloud-dedicated=1.825EUR/month'], 'write 1825 or 1.8250 (found'],
    [['--price', 'confluent-cloud-dedicated=0USD/h'], 'the amount is more than 0'],
    [['--price', '2.5USD/h'], 'there is no ID= (found'],
    [['--price', 'confluent-cloud-dedicated=2.5/h'], '=2.5USD/h'],
    [
      ['--price', 'confluent-cloud-dedicated=2USD/h', '--price', 'confluent-cloud-dedicated=3USD/h'],
      'confluent-cloud-dedicated is given twice',
    ],
    [['--region', 'us-est-1'], '--region: no price list names the region "us-est-1"; known: ap-south-1,'],
    [['--set', 'deployment.tier=huge'], 'deployment.tier: Confluent Cloud Dedicated has no tiers'],
  ])('refuses %j', async (words, sentence) => {
    const { exitCode, err } = await headroom('bill', first, ...words)
    expect(exitCode).toBe(2)
    expect(err).toContain(sentence)
  })
})
