import { _electron } from 'playwright-core'

/** Long for a start on a busy machine, short against Playwright's own three minutes. */
const firstTimeoutMs = 25_000
const secondTimeoutMs = 60_000

/**
 * Starts Electron. Once in some hundred starts on a busy machine Playwright connects and never hears of the app; it is then
 * started once more. An app that does not come up fails both times.
 * @param {NonNullable<Parameters<typeof _electron.launch>[0]>} options
 * @returns {Promise<import('playwright-core').ElectronApplication>}
 */
export async function launchElectron(options) {
  try {
    return await _electron.launch({ ...options, timeout: firstTimeoutMs })
  } catch (error) {
    console.warn(`Electron is started once more: ${error instanceof Error ? error.message.split('\n')[0] : error}`)
    return _electron.launch({ ...options, timeout: secondTimeoutMs })
  }
}
