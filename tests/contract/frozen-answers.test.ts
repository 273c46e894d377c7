import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { validationObject } from '../../src/cli/validation-output.ts'
import { campaignRecord } from '../../src/contracts/campaign-record.ts'
import { runExport } from '../../src/contracts/run-file.ts'
import { runOfMeasuredFile } from '../../src/contracts/run-file-conversion.ts'
import { openStore } from '../../src/workbench/store/store.ts'
import { headroom, headroomIn } from '../unit/cli/run-headroom.ts'
import { serviceRun } from '../unit/evidence/known-runs.ts'
import { answerLines } from './answer-lines.ts'
import { commandsOfWorkspace, commandsWithoutWorkspace } from './frozen-commands.ts'

const fixtures = new URL('../fixtures/', import.meta.url)
const answers = new URL('answers/', fixtures)
const isRecording = process.env.HEADROOM_RECORD_ANSWERS === '1'
const workspace = mkdtempSync(join(tmpdir(), 'headroom-frozen-'))
const howToRecord = 'HEADROOM_RECORD_ANSWERS=1 npx vitest run --project contract tests/contract/frozen-answers.test.ts'

/** Compares an answer with the recorded one of that name, or records it. */
function expectFrozen(name: string, lines: readonly string[]): void {
  const file = new URL(`${name}.txt`, answers)
  if (isRecording) writeFileSync(file, `${lines.join('\n')}\n`)
  expect(lines, `where the change is meant: ${howToRecord}`).toEqual(readFileSync(file, 'utf8').trimEnd().split('\n'))
}

type Outcome = Awaited<ReturnType<typeof headroom>>

function linesOf(words: readonly string[], { exitCode, out }: Outcome): string[] {
  const answer: unknown = JSON.parse(out.replaceAll(workspace, 'WORKSPACE'))
  return [`headroom ${words.join(' ')} --json`, `exit code ${exitCode}`, ...answerLines(withPlans(answer))]
}

/** The answer of `plan` with its files of JSON as the values that they hold. */
function withPlans(answer: unknown): unknown {
  const { data } = z.looseObject({ files: z.array(z.object({ name: z.string(), text: z.string() })) }).safeParse(answer)
  if (data === undefined) return answer
  const files = data.files.map(({ name, text }) => ({ name, text: text.startsWith('{') ? JSON.parse(text) : text }))
  return { ...data, files }
}

beforeAll(() => {
  // Ages of limits depend on the day.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 27, 12) })
  const store = openStore(workspace)
  for (const run of [serviceRun('one', 66e6), serviceRun('two', 132e6, { size: 2 })]) {
    store.insertRun(run)
    store.updateRun(run)
  }
  for (const name of ['benchmark', 'ladder']) {
    const file = new URL(`campaigns/${name}.json`, fixtures)
    const record = campaignRecord.parse(JSON.parse(readFileSync(file, 'utf8')))
    store.insertCampaign(record)
    for (const result of record.results) store.addCampaignResult(record.id, result)
  }
  store.close()
})

afterAll(() => {
  vi.useRealTimers()
  rmSync(workspace, { recursive: true, force: true })
})

describe('keys, types, enum values and numbers of the JSON', () => {
  it.each(Object.entries(commandsWithoutWorkspace))(
    'of %s are those that were recorded',
    async (name, words) => {
      expectFrozen(name, linesOf(words, await headroom(...words, '--json')))
    },
    120_000,
  )

  it.each(Object.entries(commandsOfWorkspace))(
    'of %s in a workspace are those that were recorded',
    async (name, words) => {
      expectFrozen(name, linesOf(words, await headroomIn(workspace, ...words, '--json')))
    },
  )

  it('of validate are those that were recorded', () => {
    const file = new URL('runs/before-compression.json', fixtures)
    const { samples: _samples, ...run } = runExport.parse(JSON.parse(readFileSync(file, 'utf8')))
    expectFrozen('validate', answerLines(validationObject(runOfMeasuredFile(run), [], null)))
  })

  it('are recorded of these commands alone', () => {
    const names = [...Object.keys(commandsWithoutWorkspace), ...Object.keys(commandsOfWorkspace), 'validate']
    expect(readdirSync(answers).sort()).toEqual(names.map((name) => `${name}.txt`).sort())
  })
})
