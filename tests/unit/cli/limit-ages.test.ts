import { afterEach, describe, expect, it, vi } from 'vitest'
import { headroom } from './run-headroom.ts'

const first = 'examples/first.headroom.json'
const dedicated = 'confluent-cloud-dedicated'
/** The newest limits of Confluent Cloud Dedicated are of 2026-03. */
const newest = '2027-03-31'
const aDayLater = '2027-04-01'

/** Sets the clock to noon, by the time zone of this machine. */
function atNoonOf(day: string): void {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${day}T12:00:00`) })
}

afterEach(() => vi.useRealTimers())

interface Aged {
  readonly today: string
  readonly deployment: { readonly areLimitsOld: boolean }
  readonly constraints: readonly { readonly id: string; readonly isOld: boolean }[]
}

/** Of a prediction: its day, whether its limits are old, and whether that of ingress is. */
function agesOf({ today, deployment, constraints }: Aged) {
  return [today, deployment.areLimitsOld, constraints.find(({ id }) => id === 'ingress')?.isOld]
}

describe('limits of more than a year ago are marked in the JSON', () => {
  it.each([
    [newest, [newest, false, false]],
    [aDayLater, [aDayLater, true, true]],
  ])('of predict and explain, on the day of the answer (%s)', async (day, ages) => {
    atNoonOf(day)
    expect(agesOf((await headroom('predict', first, '--json')).json())).toEqual(ages)
    expect(agesOf((await headroom('explain', first, '--json')).json().prediction)).toEqual(ages)
    expect(agesOf((await headroom('predict', first, first, '--together', '--json')).json())).toEqual(ages)
  })

  it('but not figures that the scenario itself states', async () => {
    atNoonOf('2030-01-01')
    const host = ['--set', 'deployment.host.networkBytesPerSec=1e9', '--set', 'deployment.host.cores=8']
    const words = ['--set', 'deployment.offering=apache-kafka-on-hosts', '--size', '3', '--as-of', '2020-01', ...host]
    const { constraints } = (await headroom('predict', first, ...words, '--json')).json()
    const own = constraints.filter(
      ({ source }: { source: { title: string } }) => source.title === 'as the scenario says',
    )
    expect(own.length).toBeGreaterThan(0)
    expect(own.every(({ isOld }: { isOld: boolean }) => !isOld)).toBe(true)
  })

  it.each([
    [newest, false],
    [aDayLater, true],
  ])('of compare, its spreadsheet and the list of models (%s)', async (day, isOld) => {
    atNoonOf(day)
    const [row] = (await headroom('compare', first, '--models', dedicated, '--json')).json().offerings
    expect(row.areLimitsOld).toBe(isOld)
    const sheet = (await headroom('compare', first, '--models', dedicated, '--csv')).out.split('\r\n')
    expect(sheet[0]).toMatch(/,areLimitsOld,warning,chanceMet$/)
    expect(sheet[1]).toMatch(new RegExp(`,${isOld},,$`))
    const { offerings } = (await headroom('models', 'list', '--json')).json()
    expect(offerings.find(({ id }: { id: string }) => id === dedicated).areLimitsOld).toBe(isOld)
    const list = (await headroom('models', 'list')).out
    expect(/2024-12, 2026-03 \[more than a year old\]$/m.test(list)).toBe(isOld)
  })
})

it.each([
  [newest, false],
  [aDayLater, true],
])('files of provision say that their limits are more than a year old (%s)', async (day, isOld) => {
  atNoonOf(day)
  const { out } = await headroom('provision', first, '--as', 'properties')
  expect(out.replace(/\s+/g, ' ').includes(`limits of 2026-03 (more than a year old on ${aDayLater})`)).toBe(isOld)
})
