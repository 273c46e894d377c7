import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type HardwareOffering, offering } from '../../../src/contracts/offering.ts'
import { check } from '../../../src/contracts/parse.ts'

const msk = JSON.parse(readFileSync(new URL('../../../models/aws-msk-standard.json', import.meta.url), 'utf8'))
const guide = { title: 'Guide', date: '2026-11', grade: 'P' }
const table = {
  columns: [
    'id',
    'cores',
    'memoryBytes',
    'networkBytesPerSec',
    'networkBurstBytesPerSec',
    'source',
    'diskWriteBytesPerSec',
    'name',
  ],
  sources: { guide },
  rows: [
    ['small', 2, 8e9, 1e8, 1e9, 'guide'],
    ['large', 4, null, 2e8, null, 'guide', 5e8, 'The large one'],
  ] as unknown[][],
}

/** A model whose hosts are those of a table, and what else is written of them. */
function modelWith(hostTable: unknown, others: { hosts?: unknown; tiers?: unknown } = {}) {
  const { tiers: _own, limitSets, ...model } = msk
  const { hosts: _ownHosts, defaultVolume: _volume, ...hardware } = msk.hardware
  const { tier: _every, ...limits } = limitSets[0]
  return {
    ...model,
    ...(others.tiers === undefined ? {} : { tiers: others.tiers }),
    limitSets: [limits],
    hardware: { ...hardware, hostTable, ...(others.hosts === undefined ? {} : { hosts: others.hosts }) },
  }
}

const read = (...written: Parameters<typeof modelWith>) => offering.parse(modelWith(...written)) as HardwareOffering

/** Places and messages of what is wrong with the rows of the table, changed. */
function problemsOf(change: Partial<typeof table>): string[] {
  const outcome = check(offering, modelWith({ ...table, ...change }))
  return outcome.ok ? [] : outcome.problems.map(({ place, message }) => `${place}: ${message}`)
}

describe('a table of hosts', () => {
  it('gives each row as a host, empty cells and cells left out at the end as not published', () => {
    expect(read(table).hardware.hosts).toEqual([
      {
        id: 'small',
        name: 'small',
        cores: 2,
        memoryBytes: 8e9,
        network: { sustainedBytesPerSec: 1e8, burstBytesPerSec: 1e9 },
        source: guide,
      },
      {
        id: 'large',
        name: 'The large one',
        cores: 4,
        network: { sustainedBytesPerSec: 2e8 },
        localDisks: { writeBytesPerSec: 5e8 },
        source: guide,
      },
    ])
  })

  it('makes each host a tier if no tiers are named', () => {
    const both = [
      { id: 'small', name: 'small' },
      { id: 'large', name: 'The large one' },
    ]
    expect(read(table).tiers).toEqual(both)
    expect(read(table, { tiers: both.slice(1) }).tiers).toEqual(both.slice(1))
  })

  it('can be combined with hosts that are written one by one', () => {
    const alone = { id: 'alone', name: 'Alone', cores: 8, source: guide }
    expect(read(table, { hosts: [alone] }).hardware.hosts.map(({ id }) => id)).toEqual(['alone', 'small', 'large'])
  })

  it('or hosts are required if there are neither', () => {
    const outcome = check(offering, modelWith(undefined))
    expect(outcome.ok ? [] : outcome.problems).toEqual([
      { place: 'hardware.hosts', message: 'expected hosts, or a hostTable (found nothing)' },
    ])
  })

  it('names every wrong cell by its row and column', () => {
    const rows = [
      ['small', 'two', 8e9, -1, 1e9, 'guide'],
      ['large', 4, null, null, 1e9, 'book'],
      [null, 1, 1, 1, 1, 'guide'],
      ['x-large'],
    ]
    expect(problemsOf({ rows })).toEqual([
      'hardware.hostTable.rows[0][1]: cores of small: expected a number (found "two")',
      'hardware.hostTable.rows[0][3]: networkBytesPerSec of small: expected a number of more than 0 (found -1)',
      'hardware.hostTable.rows[1][3]: networkBytesPerSec of large: expected a number (found null)',
      'hardware.hostTable.rows[1][5]: source of large: expected the name of one of the sources (found "book")',
      'hardware.hostTable.rows[2][0]: id of a host: expected a text (found null)',
      'hardware.hostTable.rows[3][1]: cores of x-large: expected a number (found nothing)',
      'hardware.hostTable.rows[3][5]: source of x-large: expected the name of one of the sources (found nothing)',
    ])
  })

  it('is refused for a row with more cells than columns, and for a host that occurs twice', () => {
    const [small = [], large = []] = table.rows
    expect(problemsOf({ rows: [small, [...large, 1], small] })).toEqual([
      expect.stringMatching(/^hardware\.hostTable\.rows\[1\]: expected at most 8 cells, one per column /),
      'hardware.hostTable.rows[2][0]: id: row 0 already has this id (found "small")',
    ])
  })

  it('names columns that are unknown, missing or there twice', () => {
    expect(problemsOf({ columns: ['id', 'cpus'] })).toEqual([
      expect.stringMatching(
        /^hardware\.hostTable\.columns\[1\]: expected one of "id" or "name" or .*\(found "cpus"\)$/,
      ),
    ])
    expect(problemsOf({ columns: ['id', 'cores', 'cores'] })).toEqual([
      expect.stringMatching(/^hardware\.hostTable\.columns: expected a column "source" among them /),
      'hardware.hostTable.columns[2]: a column "cores" is there already (found "cores")',
    ])
  })
})
