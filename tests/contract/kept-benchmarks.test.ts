/** The records of docs/benchmarks: each gives back the table beside it, by the one command that docs/benchmarks.md names. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { campaignExport } from '../../src/contracts/campaign-record.ts'
import { headroomInFolders } from '../unit/cli/run-headroom.ts'

const records = readdirSync('docs/benchmarks', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.json.gz'))
  .map((name) => join('docs/benchmarks', name))
const { folder, headroom } = headroomInFolders()

it('finds the records at all', () => {
  expect(records.length).toBeGreaterThanOrEqual(6)
})

describe.each(records)('%s', (path) => {
  it('gives back its table of steps and the record itself', async () => {
    const words = ['report', 'campaign', path, '--format', 'csv,json', '--out', folder.path]
    const { exitCode, err } = await headroom(...words)
    expect([exitCode, err]).toEqual([0, ''])
    const { summary: _asWritten, ...kept } = JSON.parse(gunzipSync(readFileSync(path)).toString('utf8'))
    const reportOf = (suffix: string) => readFileSync(join(folder.path, `headroom-${kept.id}${suffix}`), 'utf8')
    expect(reportOf('-steps.csv')).toBe(readFileSync(path.replace('.json.gz', '-steps.csv'), 'utf8'))
    const { summary: _asToday, ...again } = campaignExport.parse(JSON.parse(reportOf('.json')))
    expect(again).toEqual(campaignExport.parse(kept))
  })
})
