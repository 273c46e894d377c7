import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MessageChannel, type MessagePort } from 'node:worker_threads'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { calls, ipcAnswer, ipcEvent } from '../../../src/contracts/ipc-contract.ts'
import type { IpcCall } from '../../../src/contracts/ipc-shape.ts'
import { createEvents } from '../../../src/workbench/events.ts'
import { type Port, serveIpc } from '../../../src/workbench/ipc-server.ts'
import { createWorkbench, type Workbench } from '../../../src/workbench/workbench.ts'
import { smallScenario } from './small-scenario.ts'

let workspacePath = ''
let workbench: Workbench
let page: MessagePort
/** Resolves when the workbench knows that the page is closed. */
let pageClosed: Promise<void>
let lastId = 0
/** What the user chose in dialogs, each as kind and path. */
const chosen = new Set<string>()

beforeEach(async () => {
  workspacePath = await mkdtemp(join(tmpdir(), 'headroom-ipc-'))
  workbench = createWorkbench({
    workspacePath,
    resourcesRoot: process.cwd(),
    resolveSecrets: async () => ({}),
    printPdf: async () => {},
  })
  const channel = new MessageChannel()
  page = channel.port1
  pageClosed = serveIpc(workbench, adapt(channel.port2), async (kind, path) => chosen.has(`${kind} ${path}`))
})
afterEach(async () => {
  page.close()
  await workbench.close()
  await rm(workspacePath, { recursive: true, force: true })
})

function adapt(port: MessagePort): Port {
  return {
    postMessage: (message) => port.postMessage(message),
    onMessage: (listener) => port.on('message', listener),
    onClose: (listener) => port.on('close', listener),
  }
}

function ask(call: string, input: unknown) {
  lastId += 1
  const id = lastId
  const answered = new Promise<ReturnType<typeof ipcAnswer.parse>>((resolve) => {
    const listen = (message: unknown) => {
      const answer = ipcAnswer.safeParse(message)
      if (!answer.success || answer.data.id !== id) return
      page.off('message', listen)
      resolve(answer.data)
    }
    page.on('message', listen)
  })
  page.postMessage({ type: 'request', id, call, input })
  return answered
}

describe('the workbench on a port', () => {
  it('answers a call', async () => {
    const answer = await ask('app.describe', {})
    expect(answer).toMatchObject({ ok: true, value: { workspacePath } })
  })

  it('keeps drafts and scenarios', async () => {
    await ask('draft.save', { text: 'half-typed' })
    expect(await ask('draft.load', {})).toMatchObject({ ok: true, value: { text: 'half-typed' } })
    const path = join(workspacePath, 'mine.headroom.json')
    chosen.add(`file ${path}`)
    await ask('scenario.write', { path, scenario: smallScenario })
    expect(await ask('scenario.read', { path })).toMatchObject({ ok: true, value: smallScenario })
  })

  it('has stored the draft that a page sent last when it knows that the page is closed', async () => {
    page.postMessage({ type: 'request', id: 1, call: 'draft.save', input: { text: 'typed last' } })
    page.close()
    await pageClosed
    expect(await workbench.handlers['draft.load']({})).toMatchObject({ text: 'typed last' })
  })

  it('has examples and offerings that come with Headroom', async () => {
    const [examples, offerings] = [await ask('examples.list', {}), await ask('models.list', {})]
    expect(JSON.stringify(examples)).toContain('first.headroom.json')
    expect(JSON.stringify(offerings)).toContain('confluent-cloud-dedicated')
  })

  it('refuses wrong input with its places, and goes on', async () => {
    expect(await ask('scenario.read', { path: 7, extra: true })).toMatchObject({
      ok: false,
      error: { code: 'INPUT_INVALID', problems: [{ place: 'path' }, { place: 'extra' }] },
    })
    expect(await ask('runs.list', {})).toMatchObject({ ok: true, value: [] })
  })

  it('passes expected errors on as data', async () => {
    expect(await ask('runs.show', { runId: 'nothing' })).toMatchObject({ ok: false, error: { code: 'RUN_NOT_FOUND' } })
  })

  it('is not disturbed by what is no request', async () => {
    page.postMessage('nonsense')
    page.postMessage({ type: 'request', id: 1, call: 'runs.explode', input: {} })
    expect(await ask('runs.list', {})).toMatchObject({ ok: true })
  })

  it('answers a call that the contract does not declare', async () => {
    const error = { code: 'INPUT_INVALID', message: 'The workbench has no such call.' }
    expect(await ask('runs.explode', {})).toMatchObject({ ok: false, error })
    expect(await ask('__proto__', {})).toMatchObject({ ok: false, error })
  })

  it('writes no scenario to a file, and no report to a folder, that the user did not choose', async () => {
    const path = join(workspacePath, '.bashrc')
    chosen.add(`folder ${path}`)
    const refused = {
      ok: false,
      error: { code: 'FILE_UNWRITABLE', message: expect.stringContaining('was not chosen') },
    }
    expect(await ask('scenario.write', { path, scenario: smallScenario })).toMatchObject(refused)
    const report = { scenario: smallScenario, formats: ['html'], directory: join(workspacePath, 'reports') }
    chosen.add(`file ${report.directory}`)
    expect(await ask('sizing.report', report)).toMatchObject(refused)
    await expect(readdir(workspacePath)).resolves.not.toContain('.bashrc')
    await expect(readdir(workspacePath)).resolves.not.toContain('reports')
    chosen.add(`folder ${report.directory}`)
    expect(await ask('sizing.report', report)).toMatchObject({ ok: true })
  })

  it('knows of every call whether it writes where its input says', () => {
    const fieldsOf = (input: z.ZodType) => (input instanceof z.ZodObject ? Object.keys(input.shape) : [])
    const all = Object.entries<IpcCall>(calls)
    const inFolder = all.filter(([, { input }]) => fieldsOf(input).includes('directory'))
    expect(inFolder.flatMap(([name, { writes }]) => (writes === 'directory' ? [] : [name]))).toEqual([])
    const atPath = all.filter(([, { input, writes }]) => fieldsOf(input).includes('path') && writes !== 'path')
    // These read the file, or `path` is a field of the scenario.
    expect(atPath.map(([name]) => name).sort()).toEqual([
      'campaign.report-file',
      'runs.add',
      'runs.on-curve',
      'scenario.read',
    ])
  })

  it('has parsed already what neither end of the port parses: the lists of models, prices and broken files', async () => {
    const parsed = Object.entries<IpcCall>(calls).flatMap(([name, { isParsed }]) => (isParsed === true ? [name] : []))
    expect(parsed).toEqual(['models.list'])
    await mkdir(join(workspacePath, 'models'))
    await writeFile(join(workspacePath, 'models', 'broken.json'), '{ "id": "broken" }')
    const { output } = calls['models.list']
    const list = await workbench.handlers['models.list']({})
    expect(list.broken).toHaveLength(1)
    expect(output.parse(list)).toEqual(list)
    expect(await ask('models.list', {})).toMatchObject({ ok: true, value: list })
  })

  it('serves sizing if the store cannot be used', async () => {
    const broken = createWorkbench({
      workspacePath: join(process.cwd(), 'package.json', 'below'),
      resourcesRoot: process.cwd(),
      resolveSecrets: async () => ({}),
      printPdf: async () => {},
    })
    expect((await broken.handlers['examples.list']({})).length).toBeGreaterThan(0)
    await expect(broken.handlers['runs.list']({})).rejects.toMatchObject({ code: 'STORE_UNUSABLE' })
    await broken.close()
  })
})

describe('events on a port', () => {
  it('travel until the port closes, and only when they follow the contract', async () => {
    const failures: string[] = []
    const events = createEvents(() => undefined)
    const channel = new MessageChannel()
    const port = adapt(channel.port2)
    const served = {
      handlers: workbench.handlers,
      on: events.on,
      logError: (message: string) => failures.push(message),
    }
    serveIpc(served, port, async () => false)
    const heard: unknown[] = []
    channel.port1.on('message', (message) => heard.push(ipcEvent.parse(message).payload))
    events.emit('validation.notice', { runId: 'one', message: 'first' })
    events.emit('validation.notice', { runId: '', message: 'an empty id' })
    events.emit('validation.notice', { runId: 'one', message: 'second' })
    while (heard.length < 2) await new Promise(setImmediate)
    expect(heard).toEqual([
      { runId: 'one', message: 'first' },
      { runId: 'one', message: 'second' },
    ])
    expect(failures).toEqual(['The event validation.notice does not follow the contract.'])
    const closed = new Promise((resolve) => channel.port2.once('close', resolve))
    channel.port1.close()
    await closed
    expect(() => events.emit('validation.notice', { runId: 'one', message: 'third' })).not.toThrow()
  })

  it('reach every listener also if one throws', () => {
    const failed: string[] = []
    const events = createEvents((event) => failed.push(event))
    const heard: string[] = []
    events.on('validation.notice', () => {
      throw new Error('listener')
    })
    const stop = events.on('validation.notice', ({ message }) => heard.push(message))
    events.emit('validation.notice', { runId: 'one', message: 'first' })
    stop()
    events.emit('validation.notice', { runId: 'one', message: 'second' })
    expect([heard, failed]).toEqual([['first'], ['validation.notice', 'validation.notice']])
  })
})
