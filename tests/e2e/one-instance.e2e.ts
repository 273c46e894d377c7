import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { type HeadroomWindow, hangMs, openHeadroom, repositoryRoot, startCommand } from './open-window.ts'

const opened: HeadroomWindow[] = []
afterEach(async () => {
  for (const { app } of opened.splice(0)) await app.close()
})

/** Starts the app again on a workspace. Returns how that second process ends. */
function startAgain(workspace: string): Promise<{ exitCode: number | null; signal: string | null }> {
  const { executablePath, args } = startCommand(workspace)
  const child = spawn(executablePath, args, { cwd: repositoryRoot, stdio: 'ignore' })
  const timer = setTimeout(() => child.kill('SIGKILL'), hangMs)
  return new Promise((resolve) => {
    child.once('exit', (exitCode, signal) => {
      clearTimeout(timer)
      resolve({ exitCode, signal })
    })
  })
}

describe('a workspace', () => {
  it('has one window: a second start shows the first one and ends', async () => {
    const first = await openHeadroom()
    opened.push(first)
    await first.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.minimize())
    expect(await startAgain(first.workspace)).toEqual({ exitCode: 0, signal: null })
    const state = await first.app.evaluate(({ BrowserWindow }) => {
      const windows = BrowserWindow.getAllWindows()
      return { count: windows.length, isMinimized: windows[0]?.isMinimized() }
    })
    expect(state).toEqual({ count: 1, isMinimized: false })
  })

  it('that is started again while its window closes opens again afterwards', async () => {
    const { app, workspace } = await openHeadroom()
    const ended = once(app.process(), 'exit')
    const mark = join(workspace, 'started-again')
    await app.evaluate(({ app: electron }, path) => {
      // If the second process stayed open, it would outlive the test.
      electron.relaunch = () => process.getBuiltinModule('node:fs').writeFileSync(path, '')
      electron.once('will-quit', () => electron.emit('second-instance', {}, [], ''))
      setImmediate(() => electron.quit())
    }, mark)
    await ended
    expect(existsSync(mark)).toBe(true)
  })

  it('in another folder has another window', async () => {
    opened.push(await openHeadroom(), await openHeadroom())
    for (const { page } of opened) expect(await page.locator('.sentence').count()).toBe(1)
  })

  it('remembers where its window was', async () => {
    const first = await openHeadroom()
    await first.app.evaluate(({ BrowserWindow }) => {
      BrowserWindow.getAllWindows()[0]?.setBounds({ x: 60, y: 40, width: 1100, height: 700 })
    })
    await first.page.waitForFunction(() => outerWidth === 1100)
    await first.app.close()
    const again = await openHeadroom({ workspace: first.workspace })
    opened.push(again)
    const bounds = await again.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getBounds())
    expect(bounds).toEqual({ x: 60, y: 40, width: 1100, height: 700 })
  })
})
