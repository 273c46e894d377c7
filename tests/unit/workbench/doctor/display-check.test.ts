import { createServer, type ListenOptions, type Server } from 'node:net'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { checkDisplay } from '../../../../src/workbench/doctor/display-check.ts'
import { temporaryFolder } from '../../temporary-folder.ts'

const folder = temporaryFolder()

async function listening(at: ListenOptions): Promise<Server> {
  const server = createServer((socket) => socket.on('error', () => undefined))
  onTestFinished(() => {
    server.close()
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(at, resolve))
  return server
}

const wrong = { state: 'wrong', remedy: 'Log in to a desktop, or use the terminal.' }

// Other systems have a display of their own.
describe.runIf(process.platform === 'linux')('a display', () => {
  test('is missing if no variable names one', async () => {
    for (const environment of [{}, { DISPLAY: '', WAYLAND_DISPLAY: '' }]) {
      expect(await checkDisplay(environment)).toMatchObject({
        state: 'missing',
        detail: 'DISPLAY and WAYLAND_DISPLAY are not set',
      })
    }
  })

  test('of Wayland answers at its socket, by its name or its path', async () => {
    const path = join(folder.path, 'wayland-7')
    await listening({ path })
    const named = { WAYLAND_DISPLAY: 'wayland-7', XDG_RUNTIME_DIR: folder.path }
    for (const environment of [named, { WAYLAND_DISPLAY: path }]) {
      expect(await checkDisplay(environment)).toMatchObject({ state: 'ok', detail: 'Wayland' })
    }
  })

  test('of X11 over the network answers at its port', async () => {
    const { port } = (await listening({ host: '127.0.0.1', port: 0 })).address() as { port: number }
    const environment = { DISPLAY: `127.0.0.1:${port - 6_000}.0`, WAYLAND_DISPLAY: join(folder.path, 'none') }
    expect(await checkDisplay(environment)).toMatchObject({ state: 'ok', detail: 'X11' })
  })

  test.each([':59999', ':99999', 'hunter2', ':x', '/tmp/launch-x/org.xquartz:0'])(
    'that does not answer is said to be wrong, without repeating %j',
    async (display) => {
      const finding = await checkDisplay({ DISPLAY: display })
      expect(finding).toMatchObject({ ...wrong, detail: 'nothing answers at the display of DISPLAY' })
    },
  )

  test('of either kind is named if neither answers', async () => {
    const environment = { DISPLAY: ':59999', WAYLAND_DISPLAY: 'none' }
    expect(await checkDisplay(environment)).toMatchObject({
      ...wrong,
      detail: 'nothing answers at the display of WAYLAND_DISPLAY and DISPLAY',
    })
  })
})
