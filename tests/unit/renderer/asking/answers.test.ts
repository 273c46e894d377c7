import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { CallInput, CallName, EventName, EventPayload } from '../../../../src/contracts/ipc-contract.ts'
import { answerOf } from '../../../../src/renderer/asking/answer.ts'
import { Answers } from '../../../../src/renderer/asking/answers.ts'
import { createWorkbenchClient } from '../../../../src/renderer/workbench-client.ts'
import { patience } from '../../patience.ts'

interface Request {
  readonly call: CallName
  answer(value: unknown): void
  refuse(message: string): void
}

/** The answers of a window over a real port, and the requests that arrive at the workbench's end. */
function openWindow() {
  const client = createWorkbenchClient()
  const answers = new Answers(client)
  const requests: Request[] = []
  let port: MessagePort
  const attach = () => {
    const { port1, port2 } = new MessageChannel()
    onTestFinished(() => {
      port1.close()
      port2.close()
    })
    port = port2
    port.onmessage = ({ data: { id, call } }) => {
      const answer = (value: unknown) => port2.postMessage({ type: 'answer', id, ok: true, value })
      const refuse = (message: string) => {
        const error = { code: 'INTERNAL', message, remedy: null, problems: [] }
        port2.postMessage({ type: 'answer', id, ok: false, error })
      }
      if (call === 'app.describe') refuse('Only a round trip.')
      else requests.push({ call, answer, refuse })
    }
    client.attach(port1)
  }
  attach()
  const request = (index: number) =>
    vi.waitFor(() => {
      const found = requests[index]
      if (found === undefined) throw new Error(`${requests.length} requests so far`)
      return found
    }, patience)
  const tell = <K extends EventName>(event: K, payload: EventPayload<K>) =>
    port.postMessage({ type: 'event', event, payload })
  /** Resolves when both sides have read all messages that were sent before. */
  const roundTrip = () => answers.ask('app.describe', {})
  return { answers, requests, request, attach, tell, roundTrip, detach: () => client.detach('The workbench stopped.') }
}

type OpenWindow = ReturnType<typeof openWindow>

/** Listens to the answer to a call, as a component does. */
function show<K extends CallName>({ answers }: OpenWindow, call: K, first: CallInput<K>) {
  let question = { call, text: JSON.stringify(first) }
  let renderings = 0
  const rendered = () => {
    renderings += 1
  }
  let stop = answers.listen(question, rendered)
  onTestFinished(() => stop())
  return {
    change(input: CallInput<K>) {
      const stopEarlier = stop
      question = { call, text: JSON.stringify(input) }
      stop = answers.listen(question, rendered)
      stopEarlier()
    },
    stop: () => stop(),
    get outcome() {
      return answers.outcomeOf(question)
    },
    get renderings() {
      return renderings
    },
  }
}

const text = (value: string) => ({ ok: true, value: { text: value } })

describe('a shown answer', () => {
  it('is requested once, however many components show it', async () => {
    const window = openWindow()
    const one = show(window, 'draft.load', {})
    const other = show(window, 'draft.load', {})
    ;(await window.request(0)).answer({ text: 'draft' })
    await vi.waitFor(() => expect([one.outcome, other.outcome]).toEqual([text('draft'), text('draft')]), patience)
    expect(window.requests).toHaveLength(1)
  })

  it('is the error if the workbench refuses, and is not requested again', async () => {
    const window = openWindow()
    const shown = show(window, 'draft.load', {})
    ;(await window.request(0)).refuse('The workspace cannot be read.')
    await vi.waitFor(
      () => expect(shown.outcome).toMatchObject({ ok: false, error: { message: 'The workspace cannot be read.' } }),
      patience,
    )
    expect(window.requests).toHaveLength(1)
  })

  it('is never the answer to an earlier input, even if that one arrives last', async () => {
    const window = openWindow()
    const shown = show(window, 'models.read', { id: 'first' })
    const first = await window.request(0)
    shown.change({ id: 'second' })
    ;(await window.request(1)).answer({ text: 'of the second' })
    first.answer({ text: 'of the first' })
    await vi.waitFor(() => expect(shown.outcome).toEqual(text('of the second')), patience)
    await window.roundTrip()
    expect(shown.outcome).toEqual(text('of the second'))
  })

  it('is not requested if it is already known', async () => {
    const window = openWindow()
    const known = { ok: true as const, value: { connections: [] } }
    const question = { call: 'connections.list', text: '{}' } as const
    onTestFinished(window.answers.listen(question, () => {}, known))
    expect(window.answers.outcomeOf(question)).toBe(known)
    await window.roundTrip()
    expect(window.requests).toEqual([])
    const forgetting = window.answers.ask('connections.forget', { name: 'mine' })
    ;(await window.request(0)).answer({})
    await forgetting
    expect((await window.request(1)).call).toBe('connections.list')
  })

  it('is dropped when no component shows it any more, and is not requested again', async () => {
    const window = openWindow()
    const shown = show(window, 'runs.list', {})
    ;(await window.request(0)).answer([])
    await vi.waitFor(() => expect(shown).toMatchObject({ outcome: { ok: true, value: [] }, renderings: 1 }), patience)
    shown.stop()
    expect(shown.outcome).toBe(null)
    window.tell('validation.ended', { runId: 'r', record: null, error: null })
    await window.roundTrip()
    expect(window.requests).toHaveLength(1)
  })
})

describe('an outdated answer', () => {
  it('is requested again after a call that changes it', async () => {
    const window = openWindow()
    const shown = show(window, 'connections.list', {})
    ;(await window.request(0)).answer({ connections: [] })
    const forgetting = window.answers.ask('connections.forget', { name: 'mine' })
    ;(await window.request(1)).answer({})
    expect(await forgetting).toEqual({ ok: true, value: {} })
    const again = await window.request(2)
    expect(again.call).toBe('connections.list')
    again.refuse('The workspace cannot be read.')
    await window.answers.refreshed()
    expect(shown.outcome).toMatchObject({ ok: false })
  })

  it('is not requested again after a call that failed or that changes other answers', async () => {
    const window = openWindow()
    show(window, 'connections.list', {})
    ;(await window.request(0)).answer({ connections: [] })
    const failing = window.answers.ask('connections.forget', { name: 'mine' })
    ;(await window.request(1)).refuse('There is no such connection.')
    await failing
    await window.roundTrip()
    expect(window.requests).toHaveLength(2)
    const other = window.answers.ask('draft.save', { text: '' })
    ;(await window.request(2)).answer({})
    await other
    await window.roundTrip()
    expect(window.requests).toHaveLength(3)
  })

  it('is requested again after an event that changes it, and an answer on its way no longer counts', async () => {
    const window = openWindow()
    const shown = show(window, 'runs.list', {})
    const early = await window.request(0)
    window.tell('validation.ended', { runId: 'r', record: null, error: null })
    const again = await window.request(1)
    again.answer([])
    early.refuse('An answer from before the run ended.')
    await window.roundTrip()
    expect(shown.outcome).toEqual({ ok: true, value: [] })
  })

  it('is requested again from a restarted workbench', async () => {
    const window = openWindow()
    const shown = show(window, 'draft.load', {})
    ;(await window.request(0)).answer({ text: 'before' })
    await vi.waitFor(() => expect(shown.outcome).toEqual(text('before')), patience)
    window.detach()
    window.attach()
    ;(await window.request(1)).answer({ text: 'after' })
    await vi.waitFor(() => expect(shown.outcome).toEqual(text('after')), patience)
  })
})

describe('the answer that a component sees', () => {
  const outcome = { ok: true, value: 'the plan' } as const
  const earlier = { subject: 'embedded', outcome }

  it('is the outcome of its input, or until that is known the outcome of an earlier input about the same subject', () => {
    expect(answerOf(outcome, 'embedded', null)).toEqual({ outcome, isCurrent: true })
    expect(answerOf(null, 'embedded', earlier)).toEqual({ outcome, isCurrent: false })
  })

  it('is never the outcome of an input about another subject', () => {
    expect(answerOf(null, 'connection', earlier)).toEqual({ outcome: null, isCurrent: false })
  })
})
