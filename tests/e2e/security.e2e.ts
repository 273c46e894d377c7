import { existsSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mainCalls, workbenchPortChannel } from '../../src/contracts/main-channels.ts'
import { type HeadroomWindow, openHeadroom } from './open-window.ts'

let opened: HeadroomWindow
beforeAll(async () => {
  opened = await openHeadroom()
})
afterAll(() => opened.app.close())

describe('the page', () => {
  it('has no Node and no Electron, only named tasks', async () => {
    const found = await opened.page.evaluate(() => ({
      globals: ['require', 'process', 'module', 'Buffer', 'electron', 'ipcRenderer'].filter((name) => name in window),
      tasks: Object.keys(Reflect.get(window, 'headroom')).sort(),
    }))
    expect(found).toEqual({
      globals: [],
      tasks: [
        ...Object.keys(mainCalls),
        'onMenuCommand',
        'onWorkbenchState',
        'pathOfFile',
        'requestWorkbenchPort',
      ].sort(),
    })
  })

  it('is isolated and sandboxed', async () => {
    const preferences = await opened.app.evaluate(({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents
      return contents === undefined ? null : Reflect.apply(Reflect.get(contents, 'getLastWebPreferences'), contents, [])
    })
    expect(preferences).toMatchObject({
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      webSecurity: true,
    })
  })

  it('comes from its own origin with its policy in the header', async () => {
    const { page } = opened
    expect(await page.evaluate(() => location.origin)).toBe('app://headroom')
    const response = await page.reload()
    await page.locator('.shell').waitFor()
    expect(response?.headers()['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self';/)
  })

  it('cannot evaluate text, run inline script or reach the network', async () => {
    const { page } = opened
    const outcome = await page.evaluate(async () => {
      const violations: string[] = []
      const allThree = new Promise<void>((resolve) =>
        document.addEventListener('securitypolicyviolation', (event) => {
          violations.push(event.effectiveDirective)
          if (violations.length === 3) resolve()
        }),
      )
      const script = document.createElement('script')
      script.textContent = 'window.wasRun = true'
      document.head.append(script)
      const isFetched = await fetch('https://127.0.0.1:9/').then(
        () => true,
        () => false,
      )
      const frame = document.createElement('iframe')
      frame.src = 'app://headroom/index.html'
      document.body.append(frame)
      await allThree
      script.remove()
      frame.remove()
      return { wasRun: 'wasRun' in window, isFetched, violations: violations.sort() }
    })
    expect(outcome).toEqual({
      wasRun: false,
      isFetched: false,
      violations: ['connect-src', 'frame-src', 'script-src-elem'],
    })
  })

  it('cannot reach the network by WebRTC, neither directly nor through a server', async () => {
    const { page } = opened
    let connections = 0
    const server = createServer((socket) => {
      connections += 1
      socket.destroy()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const candidates = await page.evaluate(async (urls) => {
      const connection = new RTCPeerConnection({ iceServers: [{ urls, username: 'me', credential: 'x' }] })
      const found: string[] = []
      const gathered = new Promise((resolve) =>
        connection.addEventListener('icecandidate', ({ candidate }) => {
          if (candidate === null) resolve(null)
          else if (candidate.candidate !== '') found.push(candidate.candidate)
        }),
      )
      connection.createDataChannel('out')
      await connection.setLocalDescription(await connection.createOffer())
      await gathered
      connection.close()
      return found
    }, `turn:127.0.0.1:${port}?transport=tcp`)
    server.close()
    expect({ candidates, connections }).toEqual({ candidates: [], connections: 0 })
  })

  it('cannot leave its address, open a window or ask for a permission', async () => {
    const { app, page } = opened
    const opener = await page.evaluate(() => window.open('https://example.org/') === null)
    await app.evaluate(({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents
      const attempt = new Promise((resolve) =>
        contents?.once('will-navigate', (event) => {
          // Waits until the listeners that were added later, such as the guard, have decided.
          setImmediate(() => resolve({ url: event.url, isRefused: event.defaultPrevented }))
        }),
      )
      Object.assign(globalThis, { attempt })
    })
    await page.evaluate(() => {
      location.href = 'https://example.org/'
    })
    const attempt = await app.evaluate(() => Reflect.get(globalThis, 'attempt'))
    expect(attempt).toEqual({ url: 'https://example.org/', isRefused: true })
    const permission = await page.evaluate(() => Notification.requestPermission())
    expect({ opener, url: page.url(), permission }).toEqual({
      opener: true,
      url: 'app://headroom/index.html',
      permission: 'denied',
    })
    expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1)
  })

  it('may open https links only', async () => {
    const { app, page } = opened
    await app.evaluate(({ shell }) => {
      Reflect.set(globalThis, 'openedLinks', [])
      shell.openExternal = (url) => {
        Reflect.get(globalThis, 'openedLinks').push(url)
        return Promise.resolve()
      }
    })
    const outcomes = await page.evaluate(async () => {
      const bridge = Reflect.get(globalThis, 'headroom')
      const attempt = (url: unknown) =>
        bridge.openExternal(url).then(
          () => 'opened',
          () => 'refused',
        )
      return Promise.all(['https://example.org/', 'http://example.org/', 'file:///etc/passwd', 7].map(attempt))
    })
    expect(outcomes).toEqual(['opened', 'refused', 'refused', 'refused'])
    expect(await app.evaluate(() => Reflect.get(globalThis, 'openedLinks'))).toEqual(['https://example.org/'])
  })
})

describe('main', () => {
  it('has nothing written where the user did not choose to', async () => {
    const { app, page, workspace } = opened
    const [stolen, chosen] = [join(workspace, 'stolen.json'), join(workspace, 'chosen.json')]
    await app.evaluate(({ dialog }, filePath) => {
      dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath })
    }, chosen)
    const outcome = await page.evaluate(
      async ({ channel, paths }) => {
        const bridge = Reflect.get(globalThis, 'headroom')
        const port = await new Promise<MessagePort>((resolve) => {
          addEventListener('message', ({ data, ports: [first] }) => {
            if (data === channel && first !== undefined) resolve(first)
          })
          bridge.requestWorkbenchPort()
        })
        let id = 0
        const call = (name: string, input: unknown) => {
          id += 1
          const own = id
          return new Promise<{ ok: boolean; value: unknown }>((resolve) => {
            port.addEventListener('message', ({ data }) => data.id === own && resolve(data))
            port.start()
            port.postMessage({ type: 'request', id: own, call: name, input })
          })
        }
        const examples = (await call('examples.list', {})).value as { scenario: unknown }[]
        const write = async (path: string) =>
          (await call('scenario.write', { path, scenario: examples[0]?.scenario })).ok
        const before = [await write(paths.stolen), await write(paths.chosen)]
        const saved = await bridge.chooseScenarioToSave({ name: 'mine', path: paths.stolen })
        return { before, saved, after: [await write(paths.stolen), await write(paths.chosen)] }
      },
      { channel: workbenchPortChannel, paths: { stolen, chosen } },
    )
    expect(outcome).toEqual({ before: [false, false], saved: chosen, after: [false, true] })
    expect([existsSync(stolen), existsSync(chosen)]).toEqual([false, true])
  })

  it('answers no other page, not even one that knows the channels', async () => {
    const { app } = opened
    const outcome = await app.evaluate(
      async ({ BrowserWindow }, { call, portChannel }) => {
        const webPreferences = { sandbox: false, contextIsolation: false, nodeIntegration: true }
        const foreign = new BrowserWindow({ show: false, webPreferences })
        await foreign.loadURL('data:text/html,<p>foreign</p>')
        const answer = await foreign.webContents.executeJavaScript(
          `require('electron').ipcRenderer.invoke('${call}').then(() => 'answered', (error) => error.message)`,
        )
        const port = await foreign.webContents.executeJavaScript(`new Promise((resolve) => {
          const { ipcRenderer } = require('electron')
          ipcRenderer.on('${portChannel}', () => resolve('port given'))
          ipcRenderer.send('${portChannel}')
          setTimeout(() => resolve('no port'), 500)
        })`)
        foreign.destroy()
        return { answer, port }
      },
      { call: mainCalls.describeRuntime, portChannel: workbenchPortChannel },
    )
    expect(outcome).toEqual({ answer: expect.stringContaining('may not call Headroom'), port: 'no port' })
  })

  it('gives no port to a frame inside its page, though it shows an address of the page', async () => {
    const { app, page } = opened
    await page.route('app://headroom/inner.html', (route) => route.fulfill({ contentType: 'text/html', body: 'inner' }))
    const session = await page.context().newCDPSession(page)
    // The page's own policy allows no frames. It is switched off here to test the check behind it.
    await session.send('Page.setBypassCSP', { enabled: true })
    await page.reload()
    await page.locator('.shell').waitFor()
    await page.evaluate(async () => {
      const frame = document.createElement('iframe')
      frame.src = 'app://headroom/inner.html'
      const loaded = new Promise((resolve) => frame.addEventListener('load', resolve))
      document.body.append(frame)
      await loaded
    })
    const outcome = await app.evaluate(({ BrowserWindow, ipcMain }, channel) => {
      const sender = BrowserWindow.getAllWindows()[0]?.webContents
      const [inner] = sender?.mainFrame.frames ?? []
      if (sender === undefined || inner === undefined) throw new Error('there is no frame')
      const isGivenPort = (senderFrame: typeof inner) => {
        let isGiven = false
        senderFrame.postMessage = () => {
          isGiven = true
        }
        ipcMain.emit(channel, { sender, senderFrame })
        return isGiven
      }
      return { url: inner.url, inner: isGivenPort(inner), main: isGivenPort(sender.mainFrame) }
    }, workbenchPortChannel)
    expect(outcome).toEqual({ url: 'app://headroom/inner.html', inner: false, main: true })
  })

  it('gives its bridge to no page but its own, not even in its own window', async () => {
    const { app } = opened
    const outcome = await app.evaluate(async ({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents
      if (contents === undefined) throw new Error('there is no window')
      const bridges: string[] = []
      for (const url of ['data:text/html,<p>foreign</p>', 'about:blank', 'app://headroom/index.html']) {
        await contents.loadURL(url)
        bridges.push(await contents.executeJavaScript('typeof headroom'))
      }
      const answer = await contents.executeJavaScript(`headroom.describeRuntime().then(() => 'answered')`)
      return { bridges, answer }
    })
    expect(outcome).toEqual({ bridges: ['undefined', 'undefined', 'object'], answer: 'answered' })
  })
})
