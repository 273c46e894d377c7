import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runComparison } from '../../../src/contracts/run-comparison.ts'
import { importedRunFile } from '../../../src/contracts/run-file.ts'
import { openStore } from '../../../src/workbench/store/store.ts'
import { knownRecord } from '../presentation/known-run.ts'
import { headroomIn } from './run-headroom.ts'

let directory = ''
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'headroom-cli-'))
})
afterEach(() => rm(directory, { recursive: true, force: true }))

/** Runs a command line as a terminal would, with a workspace of its own. */
const headroom = (...words: string[]) => headroomIn(join(directory, 'workspace'), ...words)

describe('headroom runs and report', () => {
  it('say that there are none yet', async () => {
    expect((await headroom('runs', 'list')).out).toContain('There are no runs')
    expect((await headroom('runs', 'list', '--json')).json()).toEqual({ runs: [] })
  })

  it.each([
    ['runs', 'show', 'nothing'],
    ['runs', 'delete', 'nothing'],
    ['report', 'last'],
  ])('refuse a missing run: %s %s %s', async (...words) => {
    const { exitCode, json } = await headroom(...words.filter((word) => word !== undefined), '--json')
    expect([exitCode, json().error.code]).toEqual([2, 'RUN_NOT_FOUND'])
  })

  it('refuse to compare with nothing, or with a missing run', async () => {
    expect((await headroom('runs', 'compare', 'a,b')).err).toContain('--with RUN,RUN,…')
    const { exitCode, json } = await headroom('runs', 'compare', 'a', '--with', 'b', '--json')
    expect([exitCode, json().error.code]).toEqual([2, 'RUN_NOT_FOUND'])
  })

  it('compare two sets of runs', async () => {
    const store = openStore(join(directory, 'workspace'))
    for (const id of ['a1', 'a2', 'b1', 'b2']) store.insertRun({ ...knownRecord, id })
    store.close()
    const { exitCode, out } = await headroom('runs', 'compare', 'a1,a2', '--with', 'b1,b2')
    expect(exitCode).toBe(0)
    expect(out.replace(/\s+/g, ' ')).toContain('A: 2 runs B: 2 runs')
    expect(out).toContain('A difference is tested from 4 runs per set on; these sets have 2 and 2.')
    expect(out).toMatch(/^ +Response time, p99 /m)
    const { json } = await headroom('runs', 'compare', 'a1,a2', '--with', 'b1,b2', '--json')
    expect(runComparison.parse(json()).one).toEqual(['a1', 'a2'])
  })

  it('refuse an unknown format', async () => {
    expect((await headroom('report', 'last', '--format', 'docx')).err).toContain('"docx" is not a format')
  })
})

describe('headroom import', () => {
  it('refuses options of a scenario without one', async () => {
    const { exitCode, err } = await headroom('import', results, '--size', '2')
    expect([exitCode, err]).toEqual([2, expect.stringContaining('--size: needs --scenario')])
  })

  const results = 'tests/fixtures/imports/white-paper/test-results.txt'

  it('keeps a run that list, show, report and delete take', async () => {
    const { exitCode, out } = await headroom('import', results, '--name', 'AWS, host 1')
    expect(exitCode).toBe(0)
    expect(out).toContain('24.79 MiB/s')
    expect(out).toContain('not reported')
    expect((await headroom('runs', 'list')).out).toMatch(/AWS, host 1 +imported from kafka-producer-perf-test/)
    expect((await headroom('runs', 'show', 'last')).out).toBe(out)
    const { json } = await headroom('report', 'last', '--format', 'html,md,json,csv', '--out', directory, '--json')
    expect(json().paths).toHaveLength(5)
    const html = await readFile(json().paths[0], 'utf8')
    expect(html).toContain('imported from kafka-producer-perf-test')
    expect((await headroom('runs', 'delete', 'last')).exitCode).toBe(0)
  })

  it('prints the run of the contract with --json, laid on a prediction', async () => {
    const scenario = 'examples/confluent-cku-2020.headroom.json'
    const { json } = await headroom('import', results, '--scenario', scenario, '--json')
    const { overlay, name } = importedRunFile.parse(json())
    expect([overlay?.reasonCode, name]).toEqual(['no-interval', 'Confluent white paper 2020: 2 CKUs, multi zone'])
  })

  it('reads the named columns of a CSV file, with their units', async () => {
    const path = join(directory, 'rates.csv')
    await writeFile(path, 'written,rate\n24.79,1000\n')
    const columns = ['--column', 'ingressPayloadBytesPerSec=written [MiB/s]', '--column', 'recordsPerSec=rate']
    const { json } = await headroom('import', path, ...columns, '--json')
    const { figures } = importedRunFile.parse(json())
    expect(figures).toMatchObject({ ingressPayloadBytesPerSec: 24.79 * 2 ** 20, recordsPerSec: 1000 })
    const wrong = await headroom('import', path, '--column', 'speed=written', '--column', 'recordsPerSec=rate [MiB/s]')
    expect(wrong.exitCode).toBe(2)
    expect(wrong.err).toContain('--column speed=written: expected one of ingressWireBytesPerSec')
    expect(wrong.err).toContain('--column recordsPerSec=rate [MiB/s]: ')
  })

  it('names the place at which a result file is not JSON', async () => {
    const path = join(directory, 'result.json')
    await writeFile(path, '{"publishRate": [1, 2')
    const { exitCode, err } = await headroom('import', path)
    expect([exitCode, err]).toEqual([2, expect.stringContaining('result.json:1:22: it is not JSON')])
  })

  it('needs a file', async () => {
    const { exitCode, err } = await headroom('import')
    expect([exitCode, err]).toEqual([2, expect.stringContaining('this argument is missing')])
  })

  it('names file and line of what cannot be read', async () => {
    const path = join(directory, '<b>wrong.txt')
    await writeFile(path, '12 records sent, quickly\n')
    const { exitCode, err } = await headroom('import', path)
    expect([exitCode, err]).toEqual([2, expect.stringContaining('<b>wrong.txt:1: expected a line like')])
  })

  it('writes names of files into a report as text, never as markup', async () => {
    const path = join(directory, '<script>alert(1)<script>.txt')
    await writeFile(path, await readFile(results))
    await headroom('import', path)
    const { json } = await headroom('report', 'last', '--out', directory, '--json')
    expect(await readFile(json().paths[0], 'utf8')).not.toContain('<script')
  })
})
