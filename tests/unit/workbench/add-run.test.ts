import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AppError } from '../../../src/contracts/app-error.ts'
import { maxHistogramBytes, maxHistogramLength } from '../../../src/contracts/encoded-histogram.ts'
import { defaultReportOptions } from '../../../src/contracts/report-options.ts'
import { fileOfRun } from '../../../src/contracts/run-file-conversion.ts'
import { verdictRuleVersion } from '../../../src/evidence/verdict/table.ts'
import { addRun } from '../../../src/workbench/imports/add-run.ts'
import { writeReport } from '../../../src/workbench/reports/write-report.ts'
import { openStore, type Store } from '../../../src/workbench/store/store.ts'
import { histogramBomb } from '../measurement/histogram-bombs.ts'
import { knownImport } from '../presentation/known-import.ts'

const oldFile = fileURLToPath(new URL('../../fixtures/runs/before-compression.json', import.meta.url))
let folder: string
let store: Store

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headroom-add-'))
  store = openStore(folder)
})
afterEach(async () => {
  store.close()
  await rm(folder, { recursive: true, force: true })
})

async function refusal(path: string): Promise<AppError> {
  const error = await addRun(path, store).catch((thrown: unknown) => thrown)
  if (error instanceof AppError) return error
  throw new Error('nothing was refused')
}

describe('adding an exported run', () => {
  it('keeps record and samples as the file has them, once', async () => {
    const file = JSON.parse(await readFile(oldFile, 'utf8'))
    const added = await addRun(oldFile, store)
    expect(added).toEqual({ runId: file.id, unknownFields: [] })
    const { samples, ...record } = file
    expect(fileOfRun(store.readRun(file.id))).toEqual(record)
    expect(store.readSamples(file.id)).toEqual(samples)
    const again = await refusal(oldFile)
    expect([again.code, again.message]).toEqual(['INPUT_INVALID', `Run ${file.id} already exists in this workspace.`])
  })

  it('stores an imported run unchanged', async () => {
    const options = { ...defaultReportOptions, isRedacted: false }
    const how = { formats: ['json'] as const, directory: folder, options }
    const [path = ''] = await writeReport({ run: knownImport, samples: [], ...how }, async () => undefined)
    expect(await addRun(path, store)).toEqual({ runId: knownImport.id, unknownFields: [] })
    expect(store.readRun(knownImport.id)).toEqual(knownImport)
    const [again = ''] = await writeReport(
      { run: store.readRun(knownImport.id), samples: [], ...how, directory: join(folder, 'again') },
      async () => undefined,
    )
    expect(await readFile(again, 'utf8')).toBe(await readFile(path, 'utf8'))
    expect((await refusal(path)).message).toBe(`Run ${knownImport.id} already exists in this workspace.`)
  })

  it('names what it left out of a file that a later version wrote', async () => {
    const file = JSON.parse(await readFile(oldFile, 'utf8'))
    const path = join(folder, 'later.json')
    await writeFile(path, JSON.stringify({ ...file, weather: 'rain' }))
    expect((await addRun(path, store)).unknownFields).toEqual(['weather'])
  })

  it('refuses files that are not runs or were written by a newer version, and stores nothing', async () => {
    const file = JSON.parse(await readFile(oldFile, 'utf8'))
    const path = join(folder, 'other.json')
    await writeFile(path, JSON.stringify({ kind: 'headroom.scenario' }))
    expect((await refusal(path)).message).toBe(`${path} is not a run that Headroom exported.`)
    await writeFile(path, JSON.stringify({ ...file, schemaVersion: 2 }))
    expect((await refusal(path)).message).toContain(
      'was written by a newer Headroom 0.1.0: its run record has version 2',
    )
    await writeFile(path, JSON.stringify({ ...file, samples: [{ second: 'one' }] }))
    expect((await refusal(path)).problems.map(({ place }) => place)).toContain('samples[0].second')
    expect(store.listRuns()).toEqual([])
  })

  it('refuses a result that does not match its samples, with each field and both values', async () => {
    const file = JSON.parse(await readFile(oldFile, 'utf8'))
    const path = join(folder, 'edited.json')
    const { result, samples } = file
    const edited = {
      ...result,
      accounting: { ...result.accounting, ackedRecords: 999_999_999 },
      wholeRun: { ...result.wholeRun, recordsPerSec: 2 * result.wholeRun.recordsPerSec },
      steadyWindow: { ...result.steadyWindow, windows: 8 },
    }
    await writeFile(path, JSON.stringify({ ...file, result: edited }))
    const error = await refusal(path)
    expect([error.code, error.message]).toEqual([
      'INPUT_INVALID',
      `The result in ${path} does not match its samples: it has 3 problems.`,
    ])
    expect(error.problems).toEqual([
      { place: 'result.accounting.ackedRecords', message: 'found 999999999, but its samples give 596' },
      { place: 'result.steadyWindow.windows', message: 'found 8, but its samples give 0' },
      {
        place: 'result.wholeRun.recordsPerSec',
        message: `found ${edited.wholeRun.recordsPerSec}, but its samples give ${result.wholeRun.recordsPerSec}`,
      },
    ])
    await writeFile(path, JSON.stringify({ ...file, samples: samples.slice(1) }))
    expect((await refusal(path)).problems.map(({ place }) => place)).toContain('result.accounting.offeredRecords')
    await writeFile(path, JSON.stringify({ ...file, samples: [] }))
    expect((await refusal(path)).problems).toEqual([
      { place: 'result', message: 'there are no samples to recompute it from' },
    ])
    expect(store.listRuns()).toEqual([])
  })

  it('refuses a verdict that the same rules do not give, and keeps one of other rules', async () => {
    const file = JSON.parse(await readFile(oldFile, 'utf8'))
    const path = join(folder, 'verdict.json')
    const overlay = { ...file.overlay, ruleVersion: verdictRuleVersion, verdict: 'confirmed' }
    await writeFile(path, JSON.stringify({ ...file, overlay }))
    expect((await refusal(path)).problems).toEqual([
      { place: 'overlay.verdict', message: 'found confirmed, but its samples give not-proven' },
    ])
    await writeFile(path, JSON.stringify({ ...file, overlay: { ...overlay, ruleVersion: 1 } }))
    expect((await addRun(path, store)).runId).toBe(file.id)
  })

  it('is refused if its plan is longer than any run', async () => {
    const file = JSON.parse(await readFile(oldFile, 'utf8'))
    const path = join(folder, 'years.json')
    await writeFile(path, JSON.stringify({ ...file, plan: { ...file.plan, durationMs: 1e15 } }))
    const { code, problems } = await refusal(path)
    expect([code, problems.map(({ place }) => place)]).toEqual(['INPUT_INVALID', ['plan.durationMs']])
    expect(problems[0]?.message).toContain('at most 7 days')
  })

  it('refuses histograms that unpack to more than the limit, with their fields, and stores nothing', async () => {
    const file = JSON.parse(await readFile(oldFile, 'utf8'))
    const path = join(folder, 'bomb.json')
    const [long, packed] = await Promise.all([histogramBomb(400_000_000), histogramBomb(1_000_000)])
    const [sample] = file.samples
    const withHistogram = (histogram: string) => {
      return { ...sample, producers: [{ ...sample.producers[0], serviceHistogram: histogram }] }
    }
    await writeFile(path, JSON.stringify({ ...file, samples: [withHistogram(long)] }))
    const byLength = await refusal(path)
    expect(byLength.problems.map(({ place, message }) => [place, message.split(' (')[0]])).toEqual([
      [
        'samples[0].producers[0].serviceHistogram',
        `expected a latency histogram of up to ${maxHistogramLength} characters`,
      ],
    ])
    const { latency } = file.result
    const result = { ...file.result, latency: { ...latency, service: { ...latency.service, histogram: packed } } }
    await writeFile(path, JSON.stringify({ ...file, result, samples: [sample, withHistogram(packed)] }))
    const unpacked = await refusal(path)
    expect([unpacked.code, unpacked.remedy]).toEqual(['INPUT_INVALID', byLength.remedy])
    expect(unpacked.problems.map(({ place }) => place).sort()).toEqual([
      'result.latency.service.histogram',
      'samples[1].producers[0].serviceHistogram',
    ])
    expect(unpacked.problems[0]?.message).toBe(
      `expected a latency histogram that unpacks to up to ${maxHistogramBytes} bytes`,
    )
    const many = Array.from({ length: 30 }, () => withHistogram(packed))
    await writeFile(path, JSON.stringify({ ...file, samples: many }))
    expect((await refusal(path)).problems).toHaveLength(20)
    expect(store.listRuns()).toEqual([])
  })
})
