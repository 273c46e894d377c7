/**
 * Every write of a workspace made to fail in turn, as SQLite tests itself: whatever falls, and however, the workspace opens
 * afterwards, has all that was acknowledged, and nothing that was refused ends in a stack trace.
 */
import { execFile, execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openStore, type Store, storeFileName } from '../../src/workbench/store/store.ts'
import { bundleScript } from '../unit/workbench/bundle-script.ts'
import { showFigures } from './figures.ts'

const ways = ['error', 'full', 'short', 'killed'] as const
type Way = (typeof ways)[number]

/** What the process said and how it ended. */
interface Outcome {
  readonly kept: readonly string[]
  readonly refused: readonly string[]
  readonly stderr: string
  readonly isKilled: boolean
  /** Calls that write, and whether one was made to fail; null if the process was killed. */
  readonly calls: number | null
  readonly hasFailed: boolean
}

describe.runIf(process.platform === 'linux')('a workspace', () => {
  let folder = ''
  let scriptPath = ''
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'headroom-failing-'))
    execFileSync('cc', [
      '-O2',
      '-Wall',
      '-Werror',
      '-shared',
      '-fPIC',
      '-o',
      join(folder, 'failing.so'),
      'tests/long/failing-writes.c',
      '-ldl',
    ])
    scriptPath = await bundleScript(new URL('store-work.ts', import.meta.url), 'store-work')
  })
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true })
    rmSync(scriptPath, { force: true })
  })

  /** Does the work in a workspace whose call of that number fails. @param call 0 for none */
  function workIn(workspace: string, call: number, way: Way): Promise<Outcome> {
    const countPath = `${workspace}.count`
    const env = {
      ...process.env,
      LD_PRELOAD: join(folder, 'failing.so'),
      FAILING_FOLDER: workspace,
      FAILING_CALL: String(call),
      FAILING_WAY: way,
      FAILING_COUNT: countPath,
    }
    return new Promise((resolve) => {
      execFile(process.execPath, [scriptPath, workspace], { env }, (error, stdout, stderr) => {
        const isKilled = error?.signal === 'SIGKILL'
        const [calls, failed] = isKilled ? [null, '1'] : readFileSync(countPath, 'utf8').split(' ')
        rmSync(countPath, { force: true })
        const said = (word: string) =>
          stdout
            .split('\n')
            .filter((line) => line.startsWith(`${word} `))
            .map((line) => line.slice(word.length + 1))
        const ended = { stderr, isKilled, calls: calls === null ? null : Number(calls), hasFailed: failed === '1' }
        resolve({ kept: said('kept'), refused: said('refused'), ...ended })
      })
    })
  }

  /** What is wrong with a workspace after the work: nothing acknowledged may be missing. */
  function problemsOf(workspace: string, { kept, refused, stderr, isKilled }: Outcome): string[] {
    const problems = stderr === '' ? [] : [stderr]
    if (!isKilled && kept.length + refused.length === 0) problems.push('it said nothing')
    const codes = refused.map((line) => line.split(' ').at(-1) ?? '')
    const known = ['DISK_FULL', 'STORE_UNUSABLE', 'RUN_NOT_FOUND']
    problems.push(...codes.filter((code) => !known.includes(code)).map((code) => `refused with ${code}`))
    let store: Store
    try {
      store = openStore(workspace)
    } catch (error) {
      return [...problems, `it does not open: ${String(error)}`]
    }
    try {
      const runs = store.listRuns().map(({ id }) => id)
      const seconds = runs.includes('one') ? store.readSamples('one').map(({ second }) => second) : []
      const missing = kept.filter((line) => {
        if (line === 'run one') return !runs.includes('one')
        if (line.startsWith('sample ')) return !seconds.includes(Number(line.slice(7)))
        if (line === 'draft') return store.loadDraft('scenario') !== 'a draft'
        if (line === 'note') return store.listRuns().find(({ id }) => id === 'one')?.notes !== 'a note'
        if (line === 'run two with samples') return !runs.includes('two') || store.readSamples('two').length !== 1
        return line === 'outcome' && store.readRun('one').endReason !== 'user-abort'
      })
      problems.push(...missing.map((line) => `lost: ${line}`))
      // All or nothing: a run that was not acknowledged is there with its sample, or is not there.
      if (runs.includes('two') && store.readSamples('two').length !== 1) problems.push('half of run two')
      for (const id of runs) store.readRun(id)
      // It can be written again, in a place that the work did not use.
      store.saveDraft('afterwards', 'another draft')
      if (store.loadDraft('afterwards') !== 'another draft') problems.push('it takes no draft')
    } catch (error) {
      problems.push(String(error))
    }
    store.close()
    return problems
  }

  /** Lets each call fail in turn, until the work is through without one. */
  async function failEach(way: Way, prepare: (workspace: string) => void) {
    const problems: string[] = []
    let [call, tried, lastCall] = [0, 0, Infinity]
    const next = async (): Promise<void> => {
      for (call += 1; call <= lastCall; call += 1) {
        const own = call
        const workspace = join(folder, `${way}-${own}`)
        mkdirSync(workspace, { mode: 0o700 })
        prepare(workspace)
        const outcome = await workIn(workspace, own, way)
        if (!outcome.hasFailed) lastCall = Math.min(lastCall, own)
        else tried += 1
        problems.push(...problemsOf(workspace, outcome).map((problem) => `${way} at call ${own}: ${problem}`))
        rmSync(workspace, { recursive: true, force: true })
      }
    }
    // Each takes its own number before it waits.
    await Promise.all(Array.from({ length: availableParallelism() }, next))
    return { problems, tried }
  }

  const old = gunzipSync(readFileSync('tests/fixtures/workspaces/version-5/headroom.db.gz'))
  const beginnings: Readonly<Record<string, (workspace: string) => void>> = {
    'that is new': () => undefined,
    'of an older version, which is migrated': (workspace) => writeFileSync(join(workspace, storeFileName), old),
  }

  test.each(Object.keys(beginnings))('%s does all its work if no call fails', async (beginning) => {
    const workspace = mkdtempSync(join(folder, 'whole-'))
    beginnings[beginning]?.(workspace)
    const outcome = await workIn(workspace, 0, 'error')
    expect(problemsOf(workspace, outcome)).toEqual([])
    // What would be found if it were missing.
    const more = { ...outcome, kept: [...outcome.kept, 'sample 99'], refused: ['note INTERNAL'] }
    expect(problemsOf(workspace, more)).toEqual(['refused with INTERNAL', 'lost: sample 99'])
    expect(outcome.refused).toEqual([])
    expect(outcome.kept).toHaveLength(19)
  })

  test.each(Object.keys(beginnings).flatMap((beginning) => ways.map((way) => [beginning, way] as const)))(
    '%s opens with all that it acknowledged, whichever call fails (%s)',
    async (beginning, way) => {
      const { problems, tried } = await failEach(way, beginnings[beginning] ?? (() => undefined))
      showFigures(`${beginning}, ${way}`, { 'calls that failed': tried, problems: problems.length })
      expect(problems.slice(0, 20)).toEqual([])
      expect(tried).toBeGreaterThan(20)
    },
  )
})
