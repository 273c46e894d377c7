/**
 * Before a suite that opens windows: Electron is there and starts, the app is that of the sources, and there is a display.
 * Where the machine has none, each worker of the suite gets a virtual one of its own.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { TestProject } from 'vitest/node'
import { buildApp } from '../../scripts/build.mjs'
import { describeMissing } from '../../scripts/setup/debian-packages.mjs'
import { findElectron, findMissingLibrary } from '../../scripts/setup/electron-runtime.mjs'
import { hasDisplay } from '../../scripts/setup/launch.mjs'
import { NotReadyError } from './not-ready.ts'
import { ownDisplaysVariable } from './own-display.ts'

const displays: ChildProcess[] = []

/**
 * @param project the suite's
 * @throws NotReadyError where something is missing
 */
export async function setup(project: TestProject): Promise<void> {
  const runtime = findElectron()
  if (runtime === undefined) throw new NotReadyError(['Electron'])
  const library = await findMissingLibrary(runtime)
  if (library !== undefined) throw new NotReadyError([library])
  await buildApp()
  if (hasDisplay()) return
  // Windows of test files that run at a time would take the focus from each other on one display.
  const workers = Math.max(1, Number(project.config.maxWorkers) || 1)
  const names: string[] = []
  for (let index = 0; index < workers; index += 1) names.push(await openDisplay())
  process.env[ownDisplaysVariable] = names.join(' ')
}

/** Ends the displays that `setup` opened. */
export async function teardown(): Promise<void> {
  await Promise.all(displays.splice(0).map(closeDisplay))
}

async function closeDisplay(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const exited = once(server, 'exit')
  server.kill('SIGTERM')
  await exited
}

/**
 * Starts Xvfb, which takes a number that is free and reports it.
 * @returns the name of the display, such as ":1"
 */
async function openDisplay(): Promise<string> {
  const words = ['-displayfd', '3', '-screen', '0', '1920x1200x24', '-nolisten', 'tcp']
  const server = spawn('Xvfb', words, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] })
  displays.push(server)
  const end = () => server.kill('SIGKILL')
  process.once('exit', end)
  server.once('exit', () => process.off('exit', end))
  const number = await new Promise<string | null>((resolve) => {
    server.once('error', () => resolve(null))
    server.once('exit', () => resolve(null))
    server.stdio[3]?.once('data', (text: Buffer) => resolve(text.toString().trim()))
  })
  if (number !== null) return `:${number}`
  displays.splice(displays.indexOf(server), 1)
  throw new NotReadyError(['a display or Xvfb'], describeMissing(['xvfb'], process.getuid?.() === 0).command)
}
