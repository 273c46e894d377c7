/**
 * How a component asks the workbench.
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

/** Resolves when what a call has just changed was asked for again. */
export const refreshed = (): Promise<void> => answers.refreshed()

interface AskingOptions<T> {
  /**
   * What the input is about. While a changed input is asked about, the outcome of the earlier one stays in sight if both
   * have the same subject. Left out: it goes at once.
   */
  readonly subject?: string
  /** A value that is known already: it is not asked for until it is out of date. */
  readonly first?: T
}

/**
 * The answer to a call, asked for when the component appears, when the input changes, and when the answer is out of date.
 * Without an input (null) nothing is asked.
 */
export function useOutcome<K extends CallName>(
  call: K,
  input: CallInput<K> | null,
  { subject, first }: AskingOptions<CallOutput<K>> = {},
): Answer<CallOutput<K>> {
  const text = useMemo(() => (input === null ? '' : JSON.stringify(input)), [input])
  const about = subject ?? text
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
  if (outcome !== null) earlier.current = { subject: about, outcome }
  return text === '' ? noAnswer : answerOf(outcome, about, earlier.current)
}

/** The value of the last answer that was no error; null before it. An error is shown as a notice. */
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

/** As `ask`, but resolves to the value alone: null after an error, which is shown as a notice. */
export type AskOrNotify = <K extends CallName>(call: K, input: CallInput<K>) => Promise<CallOutput<K> | null>

/** The `AskOrNotify` of the page. */
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
