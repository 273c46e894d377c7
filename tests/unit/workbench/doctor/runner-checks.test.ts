import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { checkElectron, checkRunner } from '../../../../src/workbench/doctor/runner-checks.ts'
import { locateResources } from '../../../../src/workbench/resources.ts'
import { temporaryFolder } from '../../temporary-folder.ts'

const folder = temporaryFolder()
afterEach(() => vi.unstubAllEnvs())

/** Resources whose runner is this script, run by the Node of the test. */
async function withHost(script: string) {
  const hostScriptPath = join(folder.path, 'host.mjs')
  await writeFile(hostScriptPath, script)
  return { ...locateResources(folder.path), runnerNodePath: process.execPath, hostScriptPath }
}

describe('the load runner', () => {
  test('that ends at once is not said to be slow', async () => {
    expect(await checkRunner(await withHost('process.exit(3)'))).toMatchObject([
      { id: 'runner', state: 'wrong', detail: 'it ended as soon as it was started' },
    ])
  })

  test('is not known if no temporary file can be written, and the remedy names the folder', async () => {
    const resources = await withHost('')
    vi.stubEnv('TMPDIR', join(folder.path, 'host.mjs'))
    expect(await checkRunner(resources)).toMatchObject([
      { id: 'runner', state: 'wrong', remedy: expect.stringContaining('TMPDIR') },
    ])
  })
})

describe('Electron', () => {
  /** Electron as the scripts of set-up find it. */
  async function found(electron: string, missingLibrary: string) {
    const scripts = join(folder.path, 'scripts')
    await mkdir(join(scripts, 'setup'), { recursive: true })
    const finder = `export const findElectron = () => (${electron})
      export const findMissingLibrary = async () => (${missingLibrary})`
    await writeFile(join(scripts, 'setup', 'electron-runtime.mjs'), finder)
    return checkElectron({ ...locateResources(folder.path), printScriptPath: join(scripts, 'print-pdf.mjs') })
  }
  const official = `{ electronVersion: '45.0.1', kind: 'official' }`

  test('is there if it is found with its libraries', async () => {
    expect(await found(official, 'undefined')).toMatchObject({ state: 'ok', detail: 'Electron 45.0.1 (official)' })
  })

  test('is missing if it is not found', async () => {
    expect(await found('undefined', 'undefined')).toMatchObject({ state: 'missing', detail: 'it was not found' })
  })

  test.each([
    ["'libnss3.so'", 'Electron 45.0.1 (official): it does not find libnss3.so'],
    ["'spawn /home/ann/electron EACCES'", 'Electron 45.0.1 (official): it cannot be started'],
  ])('that does not start for %s is wrong', async (reason, detail) => {
    const finding = await found(official, reason)
    expect(finding).toMatchObject({ state: 'wrong', detail, remedy: expect.stringContaining('npm start') })
  })
})
