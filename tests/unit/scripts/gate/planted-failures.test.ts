/**
 * What must never be green, planted in suites of their own and run by the gate's own runner in a real Vitest.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { compareTests } from '../../../../scripts/gate/recorded-tests.mjs'
import { runSuite } from '../../../../scripts/gate/run-suite.mjs'

const root = join(import.meta.dirname, '../../../..')
// Each starts a Vitest of its own: seconds on an idle machine, many on a loaded one.
vi.setConfig({ testTimeout: 120_000 })

const planted: string[] = []
afterEach(() => {
  for (const path of planted.splice(0)) rmSync(path, { recursive: true, force: true })
})

/** Runs a suite of one file in a real Vitest, inside the repository so that it finds its packages. */
async function runPlanted(source: string, testTimeoutMs = 40_000) {
  mkdirSync(join(root, 'test-artifacts'), { recursive: true })
  const rootPath = mkdtempSync(join(root, 'test-artifacts', 'planted-'))
  planted.push(rootPath)
  const config = `export default { test: { projects: [{ test: { name: 'planted', include: ['*.test.mjs'] } }] } }`
  writeFileSync(join(rootPath, 'vitest.config.mjs'), config)
  writeFileSync(join(rootPath, 'planted.test.mjs'), `import { expect, it } from 'vitest'\n${source}\n`)
  return runSuite({ name: 'planted', testTimeoutMs }, { rootPath, artefactsPath: rootPath, stdio: 'ignore' })
}

const good = `it('holds', () => expect(1).toBe(1))`

it('a suite whose tests pass is green', async () => {
  expect(await runPlanted(good)).toMatchObject({
    passed: 1,
    failed: [],
    skipped: [],
    tests: ['planted.test.mjs: holds'],
  })
})

it('an unhandled rejection beside passing tests fails', async () => {
  const outcome = await runPlanted(`${good}\nit('leaves', () => { void Promise.reject(new Error('unhandled')) })`)
  expect(outcome.passed).toBe(2)
  expect(outcome.failed).toEqual([expect.stringContaining('although no test failed')])
})

it('a suite without tests fails', async () => {
  expect((await runPlanted('expect(1).toBe(1)')).failed).not.toEqual([])
})

it('a suite of which every test is skipped fails', async () => {
  expect((await runPlanted(`it.skip('holds', () => expect(1).toBe(1))`)).failed).toEqual(['no test ran'])
})

it('a runner that is killed fails', async () => {
  // The worker's parent is the runner itself.
  const outcome = await runPlanted(`${good}\nit('kills', async () => {
    process.kill(process.ppid, 'SIGKILL')
    await new Promise(() => {})
  })`)
  expect(outcome.failed).toEqual([expect.stringContaining('left no report')])
})

it('a test that never gives control back is ended, and its file is named', async () => {
  // It blocks its thread without keeping a core busy, which other tests need.
  const blocks = `Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)`
  const { failed } = await runPlanted(`${good}\nit('blocks', () => { ${blocks} })`, 4_000)
  expect(failed).toEqual(['nothing ended for 12 s; not ended: planted.test.mjs'])
})

it('a test that was recorded and is gone is named', async () => {
  const { tests } = await runPlanted(good)
  expect(compareTests(['planted.test.mjs: holds', 'planted.test.mjs: was here'], tests)).toEqual({
    gone: ['planted.test.mjs: was here'],
    added: [],
  })
})
