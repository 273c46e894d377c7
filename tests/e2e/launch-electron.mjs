import { basename } from 'node:path'
import { _electron, errors } from 'playwright-core'
import { tryAgainOnNoise } from '../noise.mjs'

/** Long for a start on a busy machine, short against Playwright's own three minutes. */
const firstTimeoutMs = 25_000
const laterTimeoutMs = 60_000

/**
 * Starts Electron. Once in some hundred starts on a busy machine Playwright connects and never hears of the app; it is then
 * started again, which is recorded. An app that ends by itself fails at once, one that never comes up each time.
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
    return { app: await _electron.launch(options), error: null }
  } catch (error) {
    if (!(error instanceof errors.TimeoutError)) throw error
    return { app: null, error }
  }
}
