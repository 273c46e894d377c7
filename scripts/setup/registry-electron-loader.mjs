/**
 * What Electron's own default app does, for the runtime that came without one: starts the app folder named on the
 * command line. Copied into the runtime's resources/app; never part of a packaged app.
 */
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { app } from 'electron'

/**
 * What only Electron's own default app calls, and its types therefore leave out.
 *
 * @typedef {{ setVersion(version: string): void, setAppPath(path: string): void }} DefaultAppCalls
 */

/**
 * `-r MODULE` (Playwright's way in) and the first argument that is no flag, as Electron's default app reads them.
 *
 * @param {readonly string[]} args
 */
function readArguments(args) {
  /** @type {string[]} */
  const modules = []
  for (let index = 0; index < args.length; index += 1) {
    const arg = args[index] ?? ''
    if (arg === '-r' || arg === '--require') {
      index += 1
      modules.push(args[index] ?? '')
    } else if (!arg.startsWith('-')) return { modules, appPath: resolve(arg) }
  }
  return { modules, appPath: undefined }
}

/** @param {string} appPath */
async function startApp(appPath) {
  const packagePath = join(appPath, 'package.json')
  if (!existsSync(packagePath)) throw new Error(`there is no package.json in ${appPath}`)
  const { name, productName, version, main } = JSON.parse(readFileSync(packagePath, 'utf8'))
  Object.defineProperty(process, 'defaultApp', { value: true, enumerable: true })
  const { setVersion, setAppPath } = /** @type {DefaultAppCalls} */ (/** @type {unknown} */ (app))
  if (version !== undefined) setVersion.call(app, version)
  setAppPath.call(app, appPath)
  app.setName(productName ?? name ?? app.getName())
  app.setPath('userData', join(app.getPath('appData'), app.getName()))
  await import(pathToFileURL(resolve(appPath, main ?? 'index.js')).href)
}

const { modules, appPath } = readArguments(process.argv.slice(1))
const requireFromHere = createRequire(join(process.cwd(), 'noop.js'))
for (const module of modules) requireFromHere(module)
try {
  if (appPath === undefined) throw new Error('name the app folder to start')
  await startApp(appPath)
} catch (error) {
  console.error(error)
  app.exit(1)
}
