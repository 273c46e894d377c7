import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AppError } from '../../../../src/contracts/app-error.ts'
import type { ImportRequest } from '../../../../src/contracts/import-request.ts'
import { type ImportedRunFile, importedRunFile } from '../../../../src/contracts/run-file.ts'
import { fileOfRun, importedFileOf, runOfImportedFile } from '../../../../src/contracts/run-file-conversion.ts'
import type { Scenario } from '../../../../src/contracts/scenario.ts'
import { compareImport } from '../../../../src/workbench/imports/compare-import.ts'
import { importRun } from '../../../../src/workbench/imports/import-run.ts'
import { sortFiles } from '../../../../src/workbench/imports/sort-files.ts'
import { openStore, type Store } from '../../../../src/workbench/store/store.ts'
import { dedicated, whitePaper } from '../../capacity/known-files.ts'
import { fixtureRoot, mebibytes } from '../../measurement/imports/fixture.ts'
import { knownRecord } from '../../presentation/known-run.ts'

const producerTotal =
  '300000 records sent, 29946.097025 records/sec (14.62 MB/sec), 25.84 ms avg latency, 404.00 ms max latency, 1 ms 50th, 247 ms 95th, 341 ms 99th, 393 ms 99.9th.'
const results = `${fixtureRoot}/white-paper/test-results.txt`
let directory = ''
let store: Store
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'headroom-import-'))
  store = openStore(join(directory, 'workspace'))
})
afterEach(async () => {
  store.close()
  await rm(directory, { recursive: true, force: true })
})

/** The imported run as a file has it. */
async function run(request: ImportRequest): Promise<ImportedRunFile> {
  return importedFileOf(await importRun(request, { store: () => store, offeringOf: async () => dedicated }))
}

async function refusal(request: ImportRequest): Promise<AppError> {
  const error: unknown = await run(request).catch((thrown: unknown) => thrown)
  if (error instanceof AppError) return error
  throw new Error('nothing was refused')
}

/** A file of the test's own. */
async function file(name: string, text: string | Uint8Array): Promise<string> {
  const path = join(directory, name)
  await mkdir(join(path, '..'), { recursive: true })
  await writeFile(path, text)
  return path
}

/** The white paper's results with another rate, scaled to the whole benchmark. */
async function repeat(name: string, mibPerSec: number): Promise<string> {
  const text = await readFile(results, 'utf8')
  const consumers = mibPerSec.toFixed(4)
  return file(name, text.replace('24.79 MB', `${mibPerSec.toFixed(2)} MB`).replace(/24\.\d{4}/g, consumers))
}

describe('importing the white paper’s example output', () => {
  it('gives 24.79 MiB/s and the figures of the three consumers', async () => {
    const { figures, repeats, label, overlay } = await run({ paths: [results] })
    expect(mebibytes(figures.ingressPayloadBytesPerSec)).toBeCloseTo(24.79, 10)
    expect(mebibytes(figures.egressPayloadBytesPerSec)).toBeCloseTo(24.7757 + 24.793 + 24.8054, 10)
    const consumers = repeats[0]?.parts.filter(({ role }) => role === 'consumer') ?? []
    expect(consumers.map((part) => Number(mebibytes(part.payloadBytesPerSec).toFixed(4)))).toEqual([
      24.7757, 24.793, 24.8054,
    ])
    const [producer] = repeats[0]?.parts ?? []
    expect(producer?.latencies).toMatchObject([
      { meanUs: 16_880, p50Us: 7_000, p95Us: 57_000, p99Us: 211_000, p999Us: 566_000, maxUs: 1_851_000 },
    ])
    expect(label).toBe('imported from kafka-producer-perf-test and kafka-consumer-perf-test')
    expect(overlay).toBeNull()
  })

  it('leaves absent what the output does not say', async () => {
    const { figures, intervals, repeats } = await run({ paths: [results] })
    expect(figures).toMatchObject({ ingressWireBytesPerSec: null, egressWireBytesPerSec: null, recordsPerSec: null })
    expect(intervals).toBeNull()
    expect(repeats[0]?.parts[0]).toMatchObject({ records: null, durationMs: null, payloadBytes: null })
  })

  it('sums the files of several hosts', async () => {
    const other = await repeat('host-2/results.txt', 25.21)
    const { figures, files } = await run({ paths: [results, other] })
    expect(mebibytes(figures.ingressPayloadBytesPerSec)).toBeCloseTo(50, 10)
    expect(files.map(({ name }) => name)).toEqual(['white-paper/test-results.txt', 'host-2/results.txt'])
  })

  it('counts the lines that a script computed from others only once', async () => {
    const stream = await readFile(`${fixtureRoot}/white-paper/example-output.txt`, 'utf8')
    const path = await file('terminal.txt', `${stream}${await readFile(results, 'utf8')}`)
    const { figures } = await run({ paths: [path] })
    expect(mebibytes(figures.egressPayloadBytesPerSec)).toBeCloseTo(24.7757 + 24.793 + 24.8054, 10)
  })

  it('keeps it in the workspace, to be read back as it was', async () => {
    const imported = await run({ paths: [results], name: 'AWS, host 1' })
    expect(fileOfRun(store.readRun(imported.id))).toEqual(imported)
    expect(importedRunFile.parse(imported)).toEqual(imported)
    expect(store.listRuns()).toMatchObject([
      { id: imported.id, origin: 'imported', scenarioName: 'AWS, host 1', targetLabel: imported.label, verdict: null },
    ])
    store.deleteRun(imported.id)
    expect(store.listRuns()).toEqual([])
  })
})

/** The white paper's workload on so many CKUs. */
function singleZone(size: number): Scenario {
  const { zones: _zones, ...deployment } = whitePaper.deployment
  return { ...whitePaper, deployment: { ...deployment, size } }
}

describe('an import laid on a prediction', () => {
  it('later gives the same as at once, and replaces an earlier comparison', async () => {
    const services = { store: () => store, offeringOf: async () => dedicated }
    const bare = await run({ paths: [results] })
    const laid = importedFileOf(await compareImport(runOfImportedFile(bare), whitePaper, services))
    const atOnce = await run({ paths: [results], scenario: whitePaper })
    const { id, createdAtEpochMs, name } = bare
    expect(laid).toEqual({ ...atOnce, id, createdAtEpochMs, name })
    expect(fileOfRun(store.readRun(id))).toEqual(laid)
    expect(store.listRuns().find((entry) => entry.id === id)?.verdict).toBe('not-proven')
    await expect(compareImport(knownRecord, whitePaper, services)).rejects.toThrow('its own scenario')
  })

  it('is not proven if it has one mean and no interval, and says so', async () => {
    const { overlay, prediction, scenario } = await run({ paths: [results], scenario: whitePaper })
    expect(overlay).toMatchObject({
      verdict: 'not-proven',
      reasonCode: 'no-interval',
      marks: ['imported'],
      comparisons: [],
    })
    expect(overlay?.reason).toContain('no interval')
    expect(prediction?.binding.map(({ dimension }) => dimension)).toContain('ingress')
    expect(scenario).toEqual(whitePaper)
  })

  it.each([
    ['confirmed', [104, 106, 105, 107], 2],
    ['below', [24.79, 25.1, 24.6, 24.9], 2],
    ['above', [80, 81, 80.5, 80.2], 1],
  ])('is %s if repeats give such an interval', async (verdict, rates, size) => {
    const paths = await Promise.all(rates.map((rate, index) => repeat(`repeat-${index}.txt`, rate)))
    const { overlay, intervals, repeats } = await run({ paths, scenario: singleZone(size), areRepeats: true })
    expect([repeats.length, overlay?.verdict]).toEqual([4, verdict])
    expect(overlay?.comparisons.map(({ figure }) => figure)).toEqual([
      'ingressPayloadBytesPerSec',
      'egressPayloadBytesPerSec',
    ])
    const mean = rates.reduce((sum, rate) => sum + rate, 0) / 4
    expect(mebibytes(intervals?.ingressPayloadBytesPerSec?.mean)).toBeCloseTo(mean, 6)
  })

  it('counts each folder as a repeat if there are several', async () => {
    const names = ['a/one.txt', 'a/two.txt', 'b/one.txt', 'b/two.txt', 'c/one.txt', 'c/two.txt']
    const paths = await Promise.all(names.map((name, index) => repeat(name, 50 + index / 10)))
    const { repeats, figures } = await run({ paths, areRepeats: true })
    expect(repeats.map(({ parts }) => parts.length)).toEqual([8, 8, 8])
    expect(mebibytes(figures.ingressPayloadBytesPerSec)).toBeCloseTo(100.5, 6)
  })

  it('distinguishes repeats whose files and folders have the same names', async () => {
    const paths = await Promise.all(
      ['aws/run/out.txt', 'gcp/run/out.txt', 'azure/run/out.txt'].map((name, index) => repeat(name, 50 + index)),
    )
    const { repeats } = await run({ paths, areRepeats: true })
    expect(repeats.map(({ parts }) => parts.length)).toEqual([4, 4, 4])
  })

  it('is not proven from two repeats', async () => {
    const paths = [await repeat('1.txt', 105), await repeat('2.txt', 105.1)]
    const { overlay } = await run({ paths, scenario: whitePaper, areRepeats: true })
    expect(overlay).toMatchObject({ verdict: 'not-proven', reasonCode: 'no-interval' })
  })

  it('is not proven if the binding direction was not imported', async () => {
    const { overlay, notes } = await run({ paths: [`${fixtureRoot}/kafka-4.3.1/consumer.txt`], scenario: whitePaper })
    expect(overlay).toMatchObject({ verdict: 'not-proven', reasonCode: 'figure-absent' })
    expect(notes).toContain('No producer was imported, so the write rate is not known.')
  })

  it('is not proven if more was written than the scenario offers', async () => {
    const paths = await Promise.all([134, 136, 135].map((rate) => repeat(`${rate}.txt`, rate)))
    const { overlay } = await run({ paths, scenario: whitePaper, areRepeats: true })
    expect(overlay).toMatchObject({ verdict: 'not-proven', reasonCode: 'other-workload' })
  })

  it('is not proven if its records have another size', async () => {
    const large = `${producerTotal.replace('(14.62 MB/sec)', '(29.24 MB/sec)')}\n`
    const { overlay } = await run({ paths: [await file('large.txt', large)], scenario: whitePaper })
    expect(overlay).toMatchObject({ verdict: 'not-proven', reasonCode: 'other-workload' })
    expect(overlay?.reason).toContain('1,024 bytes of payload, those of the scenario 512')
  })

  it('is partial if an output is cut off', async () => {
    const path = `${fixtureRoot}/white-paper/example-output.txt`
    const { overlay, status } = await run({ paths: [path], scenario: whitePaper })
    expect([status, overlay?.reasonCode, overlay?.marks]).toEqual(['partial', 'partial-run', ['imported', 'partial']])
  })
})

describe('files that cannot be imported', () => {
  it('are refused all at once, each problem with file and line, and nothing is stored', async () => {
    const broken = await file('broken.txt', 'hello\n10 records sent, fast\n')
    const strange = await file('strange.txt', 'nothing of any tool\n')
    const { code, problems } = await refusal({ paths: [broken, strange, results] })
    expect(code).toBe('INPUT_INVALID')
    expect(problems.map(({ place }) => place.split('/').at(-1))).toEqual(['broken.txt:2', 'strange.txt'])
    expect(store.listRuns()).toEqual([])
  })

  it('are named if they are missing, folders, or not text', async () => {
    const binary = await file('binary.bin', new Uint8Array([1, 0, 2, 0]))
    const { problems } = await refusal({ paths: [join(directory, 'nowhere'), directory, binary] })
    expect(problems.map(({ message }) => message)).toEqual([
      'the file could not be read: it does not exist',
      'the file could not be read: it is a folder',
      'it is not text: expected the printed output of a tool, or JSON',
    ])
  })

  it('are told apart if they are a spreadsheet or compressed, with what to do', async () => {
    const sheet = await file('topics.xlsx', new Uint8Array([0x50, 0x4b, 3, 4, 0x14, 0, 6, 0]))
    const packed = await file('export.gz', new Uint8Array([0x1f, 0x8b, 8, 0, 0, 0, 0, 0]))
    const old = await file('topics.xls', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0]))
    const { problems } = await refusal({ paths: [sheet, packed, old] })
    expect(problems.map(({ message }) => message)).toEqual([
      expect.stringContaining('save the sheet as CSV'),
      expect.stringContaining('decompress it first'),
      expect.stringContaining('save it as .xlsx or CSV'),
    ])
  })

  it('are refused if one is given twice', async () => {
    const copy = join(directory, 'copy.txt')
    await copyFile(results, copy)
    expect((await refusal({ paths: [results, copy] })).problems[0]?.message).toContain('counted twice')
  })

  it.each([
    ['as PowerShell writes them', '\uFEFF'],
    ['without a byte order mark', ''],
  ])('are read in UTF-16, %s', async (_how, mark) => {
    const text = await readFile(results, 'utf8')
    const path = await file('powershell.txt', Buffer.from(`${mark}${text.replaceAll('\n', '\r\n')}`, 'utf16le'))
    const { figures } = await run({ paths: [path] })
    expect(mebibytes(figures.ingressPayloadBytesPerSec)).toBeCloseTo(24.79, 10)
  })

  it('are read in Windows-1252, as Excel saves CSV, and in UTF-8 although a character is damaged', async () => {
    const columns = [{ field: 'recordsPerSec', header: 'd\u00e9bit', factor: 1 }] as const
    const rateOf = async (bytes: Buffer) => {
      return (await run({ paths: [await file('rates.csv', bytes)], columns: [...columns] })).figures.recordsPerSec
    }
    expect(await rateOf(Buffer.from('d\u00e9bit\n7\n', 'latin1'))).toBe(7)
    expect(await rateOf(Buffer.concat([Buffer.from('d\u00e9bit,'), Buffer.from([0xe9]), Buffer.from('\n7,1\n')]))).toBe(
      7,
    )
  })

  it('never name a run with more than a line', async () => {
    expect((await refusal({ paths: [results], name: 'two\nlines' })).code).toBe('INPUT_INVALID')
  })
})

describe('files that are dropped on the window', () => {
  it('are runs of Headroom, scenarios or outputs of other tools, by their first bytes', async () => {
    const exported = 'tests/fixtures/runs/before-compression.json'
    // As it was saved under a name of the person's own, and as an editor wrote it.
    const plain = await file('orders.json', '{"kind": "headroom.scenario", "name": "orders"}')
    const withSchema = await file('x.json', '{\n  "$schema": "./scenario.schema.json",\n  "kind": "headroom.scenario"}')
    const broken = await file('broken.headroom.JSON', '{')
    const missing = join(directory, 'missing.json')
    expect(await sortFiles([exported, results, plain, withSchema, broken, missing])).toEqual({
      exportedRuns: [exported],
      scenarios: [plain, withSchema, broken],
      outputs: [results, missing],
    })
  })
})
