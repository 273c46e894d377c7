/**
 * Opens the real window with Playwright: the built app in the Electron that set-up found, with a workspace of its own.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { ElectronApplication, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, TestRunner } from 'vitest'
import { buildApp } from '../../scripts/build.mjs'
import { findElectron } from '../../scripts/setup/electron-runtime.mjs'
import { electronArguments } from '../../scripts/setup/launch.mjs'
import { whereIs } from '../noise.mjs'
import { axeProblems } from './axe-problems.mjs'
import { launchElectron } from './launch-electron.mjs'

export const repositoryRoot = resolve(import.meta.dirname, '../..')
/**
 * Time limit of a step, so long that only a step that hangs reaches it. Playwright's own limit of 30 s would test the speed of
 * the machine: with eight times the load of its cores, steps of 2 s took over 20 s.
 */
export const hangMs = 120_000

/** The views of the window, in the order of its rail. */
export const allViews = [
  'Sizing',
  'Compare',
  'Validation',
  'Runs',
  'Models',
  'Benchmarks',
  'Agents',
  'Observe',
  'Forecast',
] as const
const artifactsPath = join(repositoryRoot, 'test-artifacts')

/** An open window of Headroom. */
export interface HeadroomWindow {
  readonly app: ElectronApplication
  readonly page: Page
  readonly workspace: string
  /** Errors of the page and violations of its content security policy. */
  readonly complaints: readonly string[]
}

/** Options of `openWindow`. */
export interface OpenOptions {
  /** Left out: an empty workspace. */
  readonly workspace?: string
  readonly colorScheme?: 'light' | 'dark'
}

const workspaces: string[] = []

/** Deletes what `makeWorkspace` made for the tests of a file. `tests/ready/own-workspaces.ts` calls it after each. */
export function removeWorkspaces(): void {
  for (const path of workspaces.splice(0)) rmSync(path, { recursive: true, force: true })
}

/** A workspace for one test. It is deleted after the tests of the file. */
export function makeWorkspace(): string {
  const path = mkdtempSync(join(tmpdir(), 'headroom-e2e-'))
  workspaces.push(path)
  return path
}

/** The command that starts the app with a workspace. */
export function startCommand(workspace: string): { readonly executablePath: string; readonly args: string[] } {
  const runtime = findElectron()
  if (runtime === undefined) throw new Error('No Electron is here; scripts/setup/electron-runtime.mjs gets one.')
  return {
    executablePath: runtime.executablePath,
    args: electronArguments(repositoryRoot, ['--workspace', workspace]),
  }
}

/** Opens the window and waits until it can be used. */
export async function openHeadroom(options: OpenOptions = {}): Promise<HeadroomWindow> {
  await buildApp()
  const workspace = options.workspace ?? makeWorkspace()
  const { colorScheme = 'light' } = options
  const start = { ...startCommand(workspace), cwd: repositoryRoot, colorScheme }
  const app = await launchElectron(start, whereIs(TestRunner.getCurrentTest()))
  app.context().setDefaultTimeout(hangMs)
  const page = await app.firstWindow({ timeout: hangMs })
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  await page.locator('.shell').waitFor()
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  return { app, page, workspace, complaints }
}

/** Opens windows for the tests of a file. Each is closed after its test. */
export function windowPerTest(): (options?: OpenOptions) => Promise<HeadroomWindow> {
  const opened: HeadroomWindow[] = []
  afterEach(async () => {
    for (const { app } of opened.splice(0)) await app.close()
  })
  return async (options) => {
    const window = await openHeadroom(options)
    opened.push(window)
    return window
  }
}

/**
 * Shares one window among the tests of a file or group, which takes a fraction of the time of a window for each. A test gets
 * it with the page loaded again and the first example open, as in a new workspace. The workspace stays the same, and so does
 * what an earlier test replaced in the main process.
 */
export function sharedWindow(): (options?: Pick<OpenOptions, 'colorScheme'>) => Promise<HeadroomWindow> {
  let opened: HeadroomWindow | undefined
  afterAll(() => opened?.app.close())
  return async ({ colorScheme = 'light' } = {}) => {
    if (opened === undefined) {
      opened = await openHeadroom({ colorScheme })
      return opened
    }
    const { page } = opened
    await page.emulateMedia({ colorScheme })
    await page.evaluate(() => {
      localStorage.clear()
      sessionStorage.clear()
    })
    await page.reload()
    await page.locator('.shell').waitFor()
    await goTo(page, 'Sizing')
    await page.getByLabel('Start from an example').selectOption({ value: 'first.headroom.json' })
    return opened
  }
}

/**
 * Stops the clock of the main process. Main allows a few restarts within a minute, so a test of that would otherwise depend on
 * how fast the machine restarts a process.
 */
export async function stopTheClock(app: ElectronApplication): Promise<void> {
  await app.evaluate(() => {
    const nowEpochMs = Date.now()
    Date.now = () => nowEpochMs
  })
}

/** Keeps a picture of the page in test-artifacts/. */
export async function keepScreenshot(page: Page, name: string): Promise<void> {
  mkdirSync(artifactsPath, { recursive: true })
  await page.screenshot({ path: join(artifactsPath, `${name}.png`) })
}

/** Goes to a view of the rail. */
export async function goTo(
  page: Page,
  view: 'Sizing' | 'Compare' | 'Validation' | 'Runs' | 'Models' | 'Benchmarks' | 'Agents' | 'Observe' | 'Forecast',
): Promise<void> {
  await page.getByRole('navigation').getByRole('button', { name: view }).click()
  // The code of a view is loaded when it is first opened.
  await page.getByRole('main').getByRole('heading', { level: 1 }).first().waitFor()
}

/** The text of an element with ordinary spaces instead of non-breaking ones. */
export async function textOf(locator: Locator): Promise<string> {
  return ((await locator.textContent()) ?? '').replace(/\s+/g, ' ')
}

/** The accessibility problems that axe finds on the current page, as sentences. */
export function accessibilityProblems(page: Page): Promise<string[]> {
  return axeProblems(page)
}
