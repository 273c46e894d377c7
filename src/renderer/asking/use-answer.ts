/**
 * Hooks with which components call the workbench.
 */
import { useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import type { CallInput, CallName, CallOutput } from '../../contracts/ipc-contract.ts'
import { workbench } from '../api.ts'
import { errorNotice, useNotify } from '../application/notices.tsx'
import { type Answer, answerOf, type EarlierOutcome, noAnswer } from './answer.ts'
import { Answers } from './answers.ts'

const answers = new Answers(workbench)

/** Calls the workbench. See `Answers.ask`. */
export const ask: Answers['ask'] = (call, input) => answers.ask(call, input)

/** See `Answers.refreshed`. */
export const refreshed = (): Promise<void> => answers.refreshed()

interface AskingOptions<T> {
  /**
   * What the input is about, for example a target. When the input changes but not its subject, the earlier outcome is shown
   * until the new one is known. If the subject is left out, every change of the input removes the outcome at once.
   */
  readonly subject?: string
  /** The value, if it is already known. It is not requested until it is out of date. */
  readonly first?: T
}

/**
 * The answer to a call. It is requested when the component is mounted, when the input changes, and when the answer gets out
 * of date. A null input requests nothing.
 */
export function useOutcome<K extends CallName>(
  call: K,
  input: CallInput<K> | null,
  { subject, first }: AskingOptions<CallOutput<K>> = {},
): Answer<CallOutput<K>> {
  const text = useMemo(() => (input === null ? '' : JSON.stringify(input)), [input])
  const inputSubject = subject ?? text
  const known = useRef(first)
  const listen = useCallback(
    (listener: () => void) => {
      if (text === '') return () => {}
      const value = known.current
      return answers.listen({ call, text }, listener, value === undefined ? undefined : { ok: true, value })
    },
    [call, text],
  )
  const outcome = useSyncExternalStore(listen, () => (text === '' ? null : answers.outcomeOf({ call, text })))
  const earlier = useRef<EarlierOutcome<CallOutput<K>> | null>(null)
  if (outcome !== null) earlier.current = { subject: inputSubject, outcome }
  return text === '' ? noAnswer : answerOf(outcome, inputSubject, earlier.current)
}

/**
 * The latest value of an answer; null before the first one. An error is shown as a notice, and the earlier value stays.
 */
export function useAnswer<K extends CallName>(
  call: K,
  input: CallInput<K> | null,
  first?: CallOutput<K>,
): CallOutput<K> | null {
  const notify = useNotify()
  const { outcome } = useOutcome(call, input, first === undefined ? {} : { first })
  const last = useRef<CallOutput<K> | null>(null)
  useEffect(() => {
    if (outcome?.ok === false) notify(errorNotice(outcome.error))
  }, [outcome, notify])
  last.current = outcome === null ? null : outcome.ok ? outcome.value : last.current
  return last.current
}

/** Like `ask`, but resolves to the value, or to null after an error, which is shown as a notice. */
export type AskOrNotify = <K extends CallName>(call: K, input: CallInput<K>) => Promise<CallOutput<K> | null>

/** Returns the `AskOrNotify` of the page. */
export function useAsk(): AskOrNotify {
  const notify = useNotify()
  return useCallback(
    async (call, input) => {
      const outcome = await ask(call, input)
      if (outcome.ok) return outcome.value
      notify(errorNotice(outcome.error))
      return null
    },
    [notify],
  )
}
