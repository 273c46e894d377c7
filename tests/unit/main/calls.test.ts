import { sep } from 'node:path'
import type { BrowserWindow, IpcMain, IpcMainInvokeEvent, Shell } from 'electron'
import { describe, expect, it } from 'vitest'
import { mainCalls } from '../../../src/contracts/main-channels.ts'
import { answerCalls, type CallHandlers } from '../../../src/main/answer-calls.ts'
import { shellCalls } from '../../../src/main/shell-calls.ts'
import { messageOf, plainFrame, plainWindow } from './window-parts.ts'

type Answer = (event: IpcMainInvokeEvent, argument: unknown) => unknown

const names = Object.keys(mainCalls) as (keyof typeof mainCalls)[]

/** Registers handlers that only note their calls in `done`. `call` plays the page: it makes a call on a channel. */
function registered(currentWindow: () => BrowserWindow | null) {
  const answers = new Map<string, Answer>()
  const done: unknown[][] = []
  const ipcMain = { handle: (channel: string, answer: Answer) => answers.set(channel, answer) }
  const handlers = Object.fromEntries(
    names.map((name) => [name, (window: BrowserWindow, argument: unknown) => done.push([name, window, argument])]),
  ) as unknown as CallHandlers
  answerCalls(ipcMain as unknown as IpcMain, handlers, currentWindow)
  const call = (channel: string, event: IpcMainInvokeEvent, argument?: unknown) => {
    const answer = answers.get(channel)
    if (answer === undefined) throw new Error(`nobody answers ${channel}`)
    return answer(event, argument)
  }
  return { channels: [...answers.keys()], call, done }
}

describe('the page’s calls to main', () => {
  it('are answered on the channels of the contract, each with its window and argument', () => {
    const window = plainWindow()
    const { channels, call, done } = registered(() => window)
    expect(channels.sort()).toEqual(Object.values(mainCalls).sort())
    for (const name of names) call(mainCalls[name], messageOf(window), `for ${name}`)
    expect(done).toEqual(names.map((name) => [name, window, `for ${name}`]))
  })

  it('are refused to frames inside it, to other pages, and while there is no window', () => {
    const window = plainWindow()
    const { call, done } = registered(() => window)
    const without = registered(() => null)
    const foreign = plainWindow('https://example.org/')
    const inForeign = registered(() => foreign)
    for (const channel of Object.values(mainCalls)) {
      expect(() => call(channel, messageOf(window, { senderFrame: plainFrame() }))).toThrow('may not call Headroom')
      expect(() => call(channel, messageOf(plainWindow()))).toThrow('may not call Headroom')
      expect(() => without.call(channel, messageOf(window))).toThrow('may not call Headroom')
      expect(() => inForeign.call(channel, messageOf(foreign))).toThrow('may not call Headroom')
    }
    expect([done, without.done, inForeign.done]).toEqual([[], [], []])
  })
})

describe('the page’s calls to the desktop', () => {
  function desktop() {
    const opened: string[] = []
    const shell = {
      openExternal: (url: string) => Promise.resolve(opened.push(url)),
      showItemInFolder: (path: string) => opened.push(path),
    }
    return { opened, calls: shellCalls(shell as unknown as Shell) }
  }

  it('open an https address in the web browser', async () => {
    const { opened, calls } = desktop()
    await calls.openExternal(plainWindow(), 'https://example.org/a')
    expect(opened).toEqual(['https://example.org/a'])
    for (const url of ['http://example.org/', 'file:///etc/passwd', 7]) {
      await expect(calls.openExternal(plainWindow(), url)).rejects.toThrow('Only https addresses')
    }
    expect(opened).toHaveLength(1)
  })

  it('show a file by its absolute path', () => {
    const { opened, calls } = desktop()
    calls.showInFolder(plainWindow(), `${sep}tmp${sep}report.html`)
    expect(opened).toEqual([`${sep}tmp${sep}report.html`])
    for (const path of ['report.html', '', 7, null, `${sep}tmp${sep}report\0.html`]) {
      expect(() => calls.showInFolder(plainWindow(), path)).toThrow('Only an absolute path')
    }
    expect(opened).toHaveLength(1)
  })

  it('report that the web browser could not be opened', async () => {
    const shell = { openExternal: () => Promise.reject(new Error('no browser')) }
    const opening = shellCalls(shell as unknown as Shell).openExternal(plainWindow(), 'https://example.org/')
    await expect(opening).rejects.toThrow('no browser')
  })
})
