import { describe, expect, it } from 'vitest'
import { headroom } from './run-headroom.ts'

const orders2020 = 'tests/fixtures/scenarios/orders-2020.headroom.json'
const dedicated = 'confluent-cloud-dedicated'

describe('headroom compare', () => {
  it('has every offering of the models folder, with its size and the given cost', async () => {
    const { exitCode, out, err } = await headroom('compare', orders2020, '--price', `${dedicated}=2.5USD/h`)
    expect([exitCode, err]).toEqual([0, ''])
    expect(out.replace(/\s+/g, ' ')).toMatch(
      /Confluent Cloud Dedicated \(confluent-cloud-dedicated\) 2 CKUs [^(]*? at least 3,650\.00 USD 2020-04/,
    )
    const { offerings } = (await headroom('models', 'list', '--json')).json()
    for (const { id } of offerings) expect(out).toContain(id)
  })

  it('says once why the tiers of an offering do not fit', async () => {
    const { out } = await headroom('compare', 'examples/confluent-cku-2020.headroom.json')
    const refused = out.slice(out.indexOf('What does not carry the load')).replace(/\s+/g, ' ')
    // All three for the same reason, which names none of them.
    expect(refused).toMatch(
      /\(aiven-kafka-2017, limits as of 2017-04-19 \[more than a year old\]\) Aiven for Apache Kafka[^(]+\(3 tiers\)/,
    )
    expect(refused.match(/\(aiven-kafka-2017/g)).toHaveLength(1)
    // An offering of which another tier takes the workload is not refused.
    expect(refused).not.toContain('redpanda-cloud-byoc')
  })

  it('compares only the named offerings, as one object or a table for spreadsheets', async () => {
    const { json } = await headroom(
      'compare',
      orders2020,
      '--models',
      dedicated,
      '--json',
      '--target-utilisation',
      '0.6',
      '--as-of',
      '2026-03',
    )
    expect(json()).toMatchObject({ targetUtilisation: 0.6, offerings: [{ offering: dedicated, size: 2, fits: true }] })
    const { out } = await headroom('compare', orders2020, '--models', dedicated, '--csv')
    const lines = out.trim().split('\r\n')
    expect(lines.map((line) => line.split(',').length)).toEqual([31, 31])
  })

  it('says in a spreadsheet which tiers are not for production, and which prices to check', async () => {
    const { out } = await headroom('compare', orders2020, '--models', 'aws-msk-standard', '--csv')
    const [heading = '', ...lines] = out.trim().split('\r\n')
    expect(heading).toMatch(/,caution,bill\.needsCheck,bill\.hasOldPrices,areLimitsOld,warning,chanceMet$/)
    expect(lines.find((line) => line.includes('kafka.t3.small'))).toMatch(/t3/)
    expect(
      lines.filter(
        (line) => line.includes('kafka.t3.small') && /,,(true|false)?,(true|false)?,(true|false),,$/.test(line),
      ),
    ).toEqual([])
    expect(
      lines.some((line) => line.includes('kafka.m7g.') && /,,(true|false),(true|false),(true|false),,$/.test(line)),
    ).toBe(true)
    const hosts = await headroom('compare', orders2020, '--models', 'apache-kafka-on-hosts', '--csv')
    const [, first = ''] = hosts.out.trim().split('\r\n')
    expect(Number(first.split(',').at(-1))).toBeGreaterThan(0)
  })

  it('names where one offering becomes cheaper than another as the load grows', async () => {
    const models = ['--models', 'aws-msk-express,google-managed-kafka', '--cost-over-load', '--on', '2026-11-23']
    const words = [...models, '--set', 'workload.topics.0.retentionMs=86400000']
    const { lines, cheapest, crossings } = (await headroom('compare', orders2020, ...words, '--json')).json()
    expect(lines.map(({ points }: { points: unknown[] }) => points.length)).toEqual([33, 33])
    expect(crossings.length).toBeGreaterThan(0)
    const { out } = await headroom('compare', orders2020, ...words)
    // Express has no size for the highest loads, because partitions do not grow: not because it is too small.
    expect(out).toMatch(/no size is\s+enough/)
    expect(cheapest.length).toBe(crossings.length + 2)
    const text = out.replace(/\s+/g, ' ')
    expect(text).toMatch(
      /^[A-Z].* costs least up to [\d.]+ MB\/s in, on average, .* from [\d.]+ MB\/s in, on average\./,
    )
    expect(text).toMatch(/[\d.]+ MB\/s to [\d.]+ MB\/s in, on average: .*, [\d,.]+–[\d,.]+ USD a month\./)
  })

  it('says why an offering does not fit', async () => {
    const words = ['--models', dedicated, '--as-of', '2026-03', '--set', 'workload.topics.0.partitions=1']
    const { out } = await headroom('compare', orders2020, ...words)
    expect(out).toContain('No offering carries this workload.')
    expect(out.replace(/\s+/g, ' ')).toContain('Partition ingress (orders) 506 %')
  })

  it('lists the problems of all options, and those of the scenario, at once', async () => {
    const words = ['--json', '--csv', '--cost-over-load', '--models', dedicated, '--zones', 'many']
    const { exitCode, out } = await headroom('compare', 'nowhere.json', ...words)
    expect(exitCode).not.toBe(0)
    const places = JSON.parse(out).error.problems.map(({ place }: { place: string }) => place)
    expect(places.toSorted()).toEqual(['--csv', '--csv', '--models', '--zones', 'nowhere.json'])
  })

  it.each([
    [['--price', 'a'], 'ID=AMOUNT/h'],
    [['--price', 'a=0/h'], 'ID=AMOUNT/h'],
    [['--price', 'unknown=1USD/h'], 'no offering "unknown"'],
    [['--models', 'unknown'], 'no offering "unknown"'],
    [['--models', `${dedicated}, ${dedicated}`, '--cost-over-load'], `"${dedicated}" is given twice`],
    [['--json', '--csv'], 'cannot be combined'],
    [['--cost-over-load'], '--cost-over-load needs 2 to 6 offerings (found 0)'],
    [['--zones', 'many'], '--zones: expected a whole number'],
  ])('refuses %j', async (words, sentence) => {
    const { exitCode, out, err } = await headroom('compare', orders2020, ...words)
    expect(exitCode).toBe(2)
    expect(`${out}${err}`).toContain(sentence)
  })
})
