import { afterEach, describe, expect, it, vi } from 'vitest'
import { createWorkbenchClient, type WorkbenchClient } from '../../../src/renderer/workbench-client.ts'
import { patience } from '../patience.ts'

const open: { close(): void }[] = []
afterEach(() => {
  for (const port of open.splice(0)) port.close()
  vi.restoreAllMocks()
})

/** Attaches a port to the client. Returns its other end, which is the workbench's. */
function attachTo(client: WorkbenchClient): MessagePort {
  const { port1, port2 } = new MessageChannel()
  open.push(port1, port2)
  client.attach(port1)
  return port2
}

function nextMessage(port: MessagePort): Promise<{ id: number; call: string; input: unknown }> {
  return new Promise((resolve) => {
    port.onmessage = (event) => resolve(event.data)
  })
}

const describeAnswer = { headroomVersion: '1.2.3', workspacePath: '/ws' }

describe('calls to the workbench', () => {
  it('wait for the port and are answered by id', async () => {
    const client = createWorkbenchClient()
    const answer = client.call('app.describe', {})
    const port = attachTo(client)
    const request = await nextMessage(port)
    expect(request).toMatchObject({ type: 'request', call: 'app.describe', input: {} })
    port.postMessage({ type: 'answer', id: request.id, ok: true, value: describeAnswer })
    expect(await answer).toEqual({ ok: true, value: describeAnswer })
  })

  it('pass on an error unchanged', async () => {
    const client = createWorkbenchClient()
    const port = attachTo(client)
    const answer = client.call('runs.show', { runId: 'x' })
    const { id } = await nextMessage(port)
    const error = { code: 'RUN_NOT_FOUND', message: 'No run x.', remedy: 'List them.', problems: [] }
    port.postMessage({ type: 'answer', id, ok: false, error })
    expect(await answer).toEqual({ ok: false, error })
  })

  it('refuse an answer with an unexpected shape', async () => {
    const client = createWorkbenchClient()
    const port = attachTo(client)
    const answer = client.call('app.describe', {})
    const { id } = await nextMessage(port)
    port.postMessage({ type: 'answer', id, ok: true, value: { headroomVersion: 7 } })
    expect(await answer).toMatchObject({ ok: false, error: { code: 'INTERNAL' } })
  })

  it('pass on as it is what the workbench has parsed already', async () => {
    const client = createWorkbenchClient()
    const port = attachTo(client)
    const answer = client.call('models.list', {})
    const { id } = await nextMessage(port)
    const value = { offerings: 'not looked at' }
    port.postMessage({ type: 'answer', id, ok: true, value })
    expect(await answer).toEqual({ ok: true, value })
  })

  it('that were sent fail when the workbench stops, and later ones wait for the next port', async () => {
    const client = createWorkbenchClient()
    const reattached = vi.fn()
    client.onReattached(reattached)
    const first = attachTo(client)
    const lost = client.call('runs.list', {})
    await nextMessage(first)
    client.detach('The workbench stopped.')
    expect(await lost).toMatchObject({ ok: false, error: { message: 'The workbench stopped.' } })
    const waiting = client.call('app.describe', {})
    expect(reattached).not.toHaveBeenCalled()
    const second = attachTo(client)
    const { id } = await nextMessage(second)
    second.postMessage({ type: 'answer', id, ok: true, value: describeAnswer })
    expect(await waiting).toMatchObject({ ok: true })
    expect(reattached).toHaveBeenCalledOnce()
  })
})

describe('a workbench that stops', () => {
  it('is not started again: all calls fail with the reason, also later ones', async () => {
    const client = createWorkbenchClient()
    const reason = { ok: false, error: { message: 'Restart Headroom.' } }
    const first = attachTo(client)
    const sent = client.call('runs.list', {})
    await nextMessage(first)
    client.detach('The workbench stopped.')
    await sent
    const waiting = client.call('app.describe', {})
    client.giveUp('Restart Headroom.')
    expect(await waiting).toMatchObject(reason)
    expect(await client.call('runs.list', {})).toMatchObject(reason)
  })

  it.each(['detach', 'giveUp'] as const)('takes what is live with it, of which a page hears (%s)', (how) => {
    const client = createWorkbenchClient()
    const [stopped, removed] = [vi.fn(), vi.fn()]
    client.onStopped(stopped)
    client.onStopped(removed)()
    attachTo(client)
    expect(stopped).not.toHaveBeenCalled()
    client[how]('The workbench stopped.')
    expect(stopped).toHaveBeenCalledOnce()
    expect(removed).not.toHaveBeenCalled()
  })
})

describe('events of the workbench', () => {
  it('reach their listeners until those are removed, and only if they are valid', async () => {
    const client = createWorkbenchClient()
    const port = attachTo(client)
    const complaint = vi.spyOn(console, 'error').mockImplementation(() => {})
    const messages: string[] = []
    const stop = client.on('validation.notice', ({ message }) => messages.push(message))
    const notice = (message: unknown) =>
      port.postMessage({ type: 'event', event: 'validation.notice', payload: { runId: 'r', message } })
    notice('one')
    notice(2)
    port.postMessage({ type: 'something else' })
    await vi.waitFor(() => expect(complaint).toHaveBeenCalledTimes(2), patience)
    stop()
    notice('three')
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(messages).toEqual(['one'])
  })
})
