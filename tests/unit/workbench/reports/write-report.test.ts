import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { AppError } from '../../../../src/contracts/app-error.ts'
import type { PrintJob } from '../../../../src/contracts/print-job.ts'
import { defaultReportOptions } from '../../../../src/contracts/report-options.ts'
import { runExport } from '../../../../src/contracts/run-file.ts'
import { measuredFileOf } from '../../../../src/contracts/run-file-conversion.ts'
import type { PrintPdf } from '../../../../src/workbench/printing/pdf-report.ts'
import { type ReportInput, writeReport } from '../../../../src/workbench/reports/write-report.ts'
import { knownRecord, knownSamples } from '../../presentation/known-run.ts'
import { onTinyDisk } from '../../tiny-disk.ts'

const samples = knownSamples(110)

/** Stands for Electron: a PDF that says what was printed, and on which paper. */
async function printText({ htmlPath, pdfPath, paper }: PrintJob): Promise<void> {
  await writeFile(pdfPath, `%PDF-1.7 ${paper} ${await readFile(htmlPath, 'utf8')}`)
}

function write(input: Omit<ReportInput, 'options'>, printPdf: PrintPdf = printText): Promise<string[]> {
  return writeReport({ ...input, options: { ...defaultReportOptions, paper: 'Letter' } }, printPdf)
}

let folder = ''

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headroom-report-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function failure(directory: string): Promise<AppError> {
  try {
    await write({ run: knownRecord, samples, formats: ['json'], directory })
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
  throw new Error('the report was written')
}

describe('writing a report', () => {
  test('makes the folder and answers with the files, in the order of the formats', async () => {
    const directory = join(folder, 'made', 'here')
    const paths = await write({ run: knownRecord, samples, formats: ['json', 'html', 'csv'], directory })
    const names = ['.json', '.html', '-samples.csv', '-summary.csv'].map((suffix) => `headroom-known-run${suffix}`)
    expect(paths).toEqual(names.map((name) => join(directory, name)))
    expect((await readdir(directory)).sort()).toEqual([...names].sort())
  })

  test('writes a run record that reads back equal', async () => {
    const [path = ''] = await write({ run: knownRecord, samples, formats: ['json'], directory: folder })
    const read = runExport.parse(JSON.parse(await readFile(path, 'utf8')))
    expect(read).toEqual({ ...measuredFileOf(knownRecord), samples })
  })

  test('takes the place of an older report', async () => {
    const path = join(folder, 'headroom-known-run.html')
    await writeFile(path, 'older')
    await write({ run: knownRecord, samples, formats: ['html'], directory: folder })
    expect(await readFile(path, 'utf8')).toMatch(/^<!doctype html>/)
  })

  test('prints the page of the HTML report, on the paper that was asked for', async () => {
    const paths = await write({ run: knownRecord, samples, formats: ['html', 'pdf'], directory: folder })
    const [page = '', pdf = ''] = await Promise.all(paths.map((path) => readFile(path, 'utf8')))
    expect(pdf).toBe(`%PDF-1.7 Letter ${page}`)
  })

  test('leaves no PDF where the printer made none, and keeps what was written before', async () => {
    const input = { run: knownRecord, samples, formats: ['json', 'pdf'] as const, directory: folder }
    const notPdf: PrintPdf = ({ pdfPath }) => writeFile(pdfPath, 'no such thing')
    await expect(write(input, notPdf)).rejects.toMatchObject({ code: 'PRINTER_NOT_READY' })
    expect(await readdir(folder)).toEqual(['headroom-known-run.json'])
  })

  test('writes each format once', async () => {
    const paths = await write({ run: knownRecord, samples, formats: ['csv', 'csv'], directory: folder })
    expect(paths).toHaveLength(2)
  })

  test('says what to do where the folder cannot be made', async () => {
    const file = join(folder, 'a-file')
    await writeFile(file, '')
    const error = await failure(join(file, 'reports'))
    expect(error.code).toBe('FILE_UNWRITABLE')
    expect(error.message).toContain(join(file, 'reports'))
    expect(error.remedy).not.toBeNull()
  })
})

describe('on a disk that is full', () => {
  test('a report says so, and leaves neither half a file nor the older one harmed', async (context) => {
    const disk = join(folder, 'disk')
    const wasThere = await onTinyDisk(disk, async () => {
      const path = join(disk, 'headroom-known-run.json')
      await writeFile(path, 'older')
      const error = await failure(disk)
      expect(error.code).toBe('DISK_FULL')
      expect(error.message).toContain(path)
      expect(error.remedy).not.toBeNull()
      expect(await readdir(disk)).toEqual(['headroom-known-run.json'])
      expect(await readFile(path, 'utf8')).toBe('older')
    })
    if (!wasThere) context.skip('mounting a small disk needs root')
  })
})
