import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { _electron, errors } from 'playwright-core'
import { tryAgainOnNoise } from '../noise.mjs'

/**
 * Script of Playwright that delays the app until Playwright is attached. Playwright loads it only into an Electron that
 * it found itself. Without it Playwright attaches to a window during its first navigation.
 */
const holdUntilAttached = join(
  dirname(createRequire(import.meta.url).resolve('playwright-core/package.json')),
  'lib/server/electron/loader.js',
)

/** Long enough for a start on a busy machine, and much shorter than Playwright's own limit of three minutes. */
const firstTimeoutMs = 25_000
const laterTimeoutMs = 60_000

/**
 * Starts Electron. If Playwright is not connected in time, Electron is started again, and that is recorded with the
 * steps of the start from stderr. An app that exits fails the test at once. An app that never starts fails at the last
 * attempt.
 * @param {NonNullable<Parameters<typeof _electron.launch>[0]>} options
 * @param {{ readonly suite: string, readonly test: string }} where left out: the program that was started
 * @returns {Promise<import('playwright-core').ElectronApplication>}
 */
export async function launchElectron(options, where = { suite: 'no suite', test: basename(process.argv[1] ?? '') }) {
  const { app, error } = await tryAgainOnNoise(
    where,
    (attempt) => launchOnce({ ...options, timeout: attempt === 1 ? firstTimeoutMs : laterTimeoutMs }),
    (outcome) => (outcome.app === null ? 'electron-not-connected' : null),
  )
  if (app === null) throw error
  return app
}

/** @param {NonNullable<Parameters<typeof _electron.launch>[0]>} options */
async function launchOnce(options) {
  try {
    const args = ['-r', holdUntilAttached, ...(options.args ?? [])]
    return { app: await _electron.launch({ ...options, args }), error: null }
  } catch (error) {
    if (!(error instanceof errors.TimeoutError)) throw error
    console.warn(error.message)
    return { app: null, error }
  }
}
