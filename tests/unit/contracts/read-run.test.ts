import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readRun } from '../../../src/contracts/read-run.ts'
import { type RunExport, runExport } from '../../../src/contracts/run-file.ts'
import { runOfMeasuredFile } from '../../../src/contracts/run-file-conversion.ts'
import { computeResult } from '../../../src/measurement/compute-result.ts'
import { paintHtml } from '../../../src/presentation/painters/html-painter.ts'
import { validationDocument } from '../../../src/presentation/run/validation-document.ts'
import { refusal } from '../refusal.ts'

/** Exported before compression was measured: its producers have no `batches`, its plan no `compressionRatio`. */
const oldFile = new URL('../../fixtures/runs/before-compression.json', import.meta.url)
const old = () => JSON.parse(readFileSync(oldFile, 'utf8'))

function read(value: unknown): { run: RunExport; unknownFields: readonly string[] } {
  return readRun(value, {
    schema: runExport,
    what: 'The run file old.json',
    code: 'INPUT_INVALID',
    newerCode: 'STORE_NEWER',
    remedy: 'Export it again.',
  })
}

describe('a run of an older version', () => {
  it('is read whole, with what it did not measure left out', () => {
    const { run, unknownFields } = read(old())
    expect(unknownFields).toEqual([])
    expect(run.result?.compression).toBeUndefined()
    expect(run.result).toEqual(old().result)
    expect(run.samples).toEqual(old().samples)
  })

  it('is counted and reported like a new one', () => {
    const { run } = read(old())
    const { samples, ...record } = run
    const result = computeResult(run.plan, samples)
    expect(result.accounting.ackedRecords).toBe(
      samples.reduce((sum, { producers }) => sum + producers.reduce((all, each) => all + each.ackedRecords, 0), 0),
    )
    expect(paintHtml(validationDocument(runOfMeasuredFile(record), samples))).toContain('First look: orders on one CKU')
  })
})

describe('a run of a later version', () => {
  it('with unknown fields is read without them, and each is named once', () => {
    const value = old()
    value.weather = 'rain'
    value.result.energy = { jouleByRecord: 0.1 }
    for (const sample of value.samples) for (const producer of sample.producers) producer.heapBytes = 1
    const { run, unknownFields } = read(value)
    expect([...unknownFields].sort()).toEqual(['result.energy', 'samples[].producers[].heapBytes', 'weather'])
    expect(run).toEqual(read(old()).run)
  })

  it.each([
    ['its run record', 1, (value: Record<string, unknown>) => value],
    ['its result', 1, (value: { result: Record<string, unknown> }) => value.result],
    ['its plan', 1, (value: { plan: Record<string, unknown> }) => value.plan],
    ['its prediction', 7, (value: { prediction: Record<string, unknown> }) => value.prediction],
  ] as const)('is refused where %s has a higher version, in one sentence', (part, newest, find) => {
    const value = old()
    find(value).schemaVersion = newest + 1
    value.environment.headroomVersion = '9.1.0'
    const error = refusal(() => read(value))
    expect(error.code).toBe('STORE_NEWER')
    expect(error.message).toBe(
      `The run file old.json was written by a newer Headroom 9.1.0: ${part} has version ${newest + 1}, and this Headroom reads version ${newest}.`,
    )
    expect(error.remedy).toContain('update this one')
  })

  it('with unknown values is refused with their places and its version', () => {
    const value = old()
    value.environment.headroomVersion = '0.9.0'
    value.result.diagnosis.limiter = 'moonlight'
    const { code, message, problems } = refusal(() => read(value))
    expect([code, message]).toEqual([
      'INPUT_INVALID',
      'The run file old.json, written by Headroom 0.9.0, has 1 problem.',
    ])
    expect(problems[0]?.place).toBe('result.diagnosis.limiter')
  })
})

it.each([null, 7, 'text', [], {}, { kind: 'headroom.run' }])(
  'what is no run is refused without a crash: %j',
  (value) => {
    expect(refusal(() => read(value)).code).toBe('INPUT_INVALID')
  },
)
