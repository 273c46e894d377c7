import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { cleanRecord } from '../../../../src/contracts/redact.ts'
import { defaultReportOptions } from '../../../../src/contracts/report-options.ts'
import { importedRunFile } from '../../../../src/contracts/run-file.ts'
import { importedFileOf, runOfImportedFile } from '../../../../src/contracts/run-file-conversion.ts'
import type { ImportedRecord } from '../../../../src/contracts/run-record.ts'
import { importRun } from '../../../../src/workbench/imports/import-run.ts'
import { writeReport } from '../../../../src/workbench/reports/write-report.ts'
import { dedicated, whitePaper } from '../../capacity/known-files.ts'
import { fixture } from '../../measurement/imports/fixture.ts'
import { knownRecord } from '../../presentation/known-run.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headroom-import-report-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** Outputs that lie in a folder a host, as people keep them. */
async function runOfHosts(): Promise<ImportedRecord> {
  const hosts = ['loader7', 'ip-10-0-3-4.eu.internal']
  const paths = await Promise.all(
    hosts.map(async (host, index) => {
      const path = join(folder, host, 'producer.txt')
      await mkdir(join(path, '..'), { recursive: true })
      await writeFile(path, fixture(`kafka-4.3.1/${index === 0 ? 'producer' : 'producer-warm-up'}.txt`).text)
      return path
    }),
  )
  const scenario = { ...whitePaper, notes: 'broker b1.example.com:9092, password=hunter2' }
  return importRun(
    { paths, scenario, name: 'loader7/producer.txt and another' },
    { store: () => ({ insertRun: () => undefined }), offeringOf: async () => dedicated },
  )
}

async function reported(isRedacted: boolean): Promise<{ html: string; json: string; all: string }> {
  const input = {
    run: await runOfHosts(),
    samples: [],
    formats: ['html', 'json', 'csv', 'md'] as const,
    directory: folder,
  }
  const options = { ...defaultReportOptions, isRedacted }
  const paths = await writeReport({ ...input, options }, async () => undefined)
  const [html = '', json = '', ...others] = await Promise.all(paths.map((path) => readFile(path, 'utf8')))
  return { html, json, all: [html, json, ...others].join('\n') }
}

describe('the report of an imported run', () => {
  it('shows what the tools printed over time, over the prediction', async () => {
    const { html } = await reported(false)
    expect(html).toContain('Imported against predicted')
    expect(html).toMatch(/<svg[^>]*>/)
    expect(html).toContain('Written: imported against predicted')
    expect(html).toContain('loader7/producer.txt')
    expect(html).not.toContain('hunter2')
  })

  it('names neither hosts nor files where that is asked for, in no format, and stays a run', async () => {
    const { json, all } = await reported(true)
    for (const name of ['loader7', '10-0-3-4', 'b1.example.com', 'hunter2']) expect(all).not.toContain(name)
    const run = importedRunFile.parse(JSON.parse(json))
    expect(run.name).toBe('file-1 and another')
    expect(run.files.map(({ name }) => name)).toEqual(['file-1', 'file-2'])
    expect(run.repeats[0]?.parts.map(({ file }) => file)).toEqual(['file-1', 'file-2'])
  })

  it('names no host of a cluster on which Headroom ran the tools', () => {
    const { plan, target } = knownRecord
    const label = 'b1.example.com:9092, 3 brokers'
    const driven = { plan, target: { ...target, label }, toolVersion: 'Apache Kafka 4.3.1', windows: 8 }
    return runOfHosts().then((run) => {
      const drivenRun = runOfImportedFile({ ...importedFileOf(run), driven })
      expect(cleanRecord(drivenRun, true).target?.label).toBe('host-1, 3 brokers')
      expect(cleanRecord(drivenRun, false).target?.label).toBe(label)
    })
  })

  it('has no form for tools that want every second, and writes nothing then', async () => {
    const input = {
      run: await runOfHosts(),
      samples: [],
      formats: ['html', 'hdr'] as const,
      directory: join(folder, 'out'),
    }
    const writing = writeReport({ ...input, options: defaultReportOptions }, async () => undefined)
    await expect(writing).rejects.toMatchObject({
      code: 'INPUT_INVALID',
      message: expect.stringContaining('The format hdr needs'),
    })
    await expect(readFile(join(folder, 'out', 'x'))).rejects.toMatchObject({ code: 'ENOENT' })
  })
})
