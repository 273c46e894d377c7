/**
 * Before a suite that opens windows: Electron is there and starts, the app is that of the sources, and there is a display,
 * a virtual one of the suite's own where the machine has none.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { buildApp } from '../../scripts/build.mjs'
import { describeMissing } from '../../scripts/setup/debian-packages.mjs'
import { findElectron, findMissingLibrary } from '../../scripts/setup/electron-runtime.mjs'
import { hasDisplay } from '../../scripts/setup/launch.mjs'
import { NotReadyError } from './not-ready.ts'

let display: ChildProcess | undefined

/** @throws NotReadyError where something is missing */
export async function setup(): Promise<void> {
  const runtime = findElectron()
  if (runtime === undefined) throw new NotReadyError(['Electron'])
  const library = await findMissingLibrary(runtime)
  if (library !== undefined) throw new NotReadyError([library])
  await buildApp()
  if (!hasDisplay()) await openDisplay()
}

/** Ends the display that `setup` opened. */
export async function teardown(): Promise<void> {
  if (display === undefined || display.exitCode !== null) return
  const exited = once(display, 'exit')
  display.kill('SIGTERM')
  await exited
  display = undefined
}

/** Starts Xvfb, which takes a number that is free and tells it, for this process and those that it starts. */
async function openDisplay(): Promise<void> {
  const words = ['-displayfd', '3', '-screen', '0', '1920x1200x24', '-nolisten', 'tcp']
  const server = spawn('Xvfb', words, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] })
  display = server
  const end = () => server.kill('SIGKILL')
  process.once('exit', end)
  server.once('exit', () => process.off('exit', end))
  const number = await new Promise<string | null>((resolve) => {
    server.once('error', () => resolve(null))
    server.once('exit', () => resolve(null))
    server.stdio[3]?.once('data', (text: Buffer) => resolve(text.toString().trim()))
  })
  if (number === null) {
    display = undefined
    throw new NotReadyError(['a display or Xvfb'], describeMissing(['xvfb'], process.getuid?.() === 0).command)
  }
  process.env.DISPLAY = `:${number}`
}
