/**
 * Notices: messages that are independent of the current view. They stay until the user closes them or newer ones
 * replace them. A confirmation (one sentence, no problem, no action) disappears when the view changes.
 */

import { createContext, useCallback, useContext, useMemo, useState } from 'react'
import type { AppErrorData } from '../../contracts/app-error.ts'
import { createHostHider } from '../../contracts/hide-hosts.ts'
import { boundedError } from '../../presentation/bounded-error.ts'
import { reachByKeys } from '../components/reach-by-keys.ts'
import { remedyText } from '../components/remedy-text.ts'

/** One notice. */
export interface Notice {
  readonly text: string
  /** Lines below the text. */
  readonly details?: readonly string[]
  /** True for an error. */
  readonly isProblem?: boolean
  readonly action?: { readonly label: string; run(): void }
}

interface ShownNotice extends Notice {
  readonly id: number
}

/** Adds a notice to those that are shown. */
export type Notify = (notice: Notice) => void

const NotifyContext = createContext<Notify>(() => {})
const ClearContext = createContext<() => void>(() => {})
/** Returns a function that removes all notices, for presenter mode: they are not meant for a customer. */
export const useClearNotices = (): (() => void) => useContext(ClearContext)
const DismissConfirmationsContext = createContext<() => void>(() => {})
/** Returns a function that removes confirmations: notices of one sentence that report no problem and have no action. */
export const useDismissConfirmations = (): (() => void) => useContext(DismissConfirmationsContext)
/** Returns the function with which a component shows a notice. */
export const useNotify = (): Notify => useContext(NotifyContext)

/** At most this many notices are shown. A further one removes the oldest. */
const maxShown = 3
/** A notice with more details than this may have to be scrolled, so its text can take the focus. */
const maxUnscrolledDetails = 6

/** Shows the notices. All components below can add one. */
export function NoticeProvider({ children }: { readonly children: React.ReactNode }) {
  const [shown, setShown] = useState<readonly ShownNotice[]>([])
  const notify = useCallback((given: Notice) => {
    const notice = presentable(given)
    setShown((before) => {
      // Several calls may report the same failure.
      const others = before.filter((shown) => shown.text !== notice.text)
      return [...others, { ...notice, id: (before.at(-1)?.id ?? 0) + 1 }].slice(-maxShown)
    })
  }, [])
  const dismiss = useCallback((id: number) => setShown((before) => before.filter((notice) => notice.id !== id)), [])
  const clear = useCallback(() => setShown([]), [])
  const dismissConfirmations = useCallback(
    () => setShown((before) => before.filter((notice) => !isConfirmation(notice))),
    [],
  )
  const list = useMemo(() => <NoticeList notices={shown} dismiss={dismiss} />, [shown, dismiss])
  return (
    <NotifyContext value={notify}>
      <ClearContext value={clear}>
        <DismissConfirmationsContext value={dismissConfirmations}>
          {children}
          {list}
        </DismissConfirmationsContext>
      </ClearContext>
    </NotifyContext>
  )
}

function isConfirmation({ isProblem, action, details = [] }: Notice): boolean {
  return isProblem !== true && action === undefined && details.length === 0
}

/** The notice, in presenter mode without host names. */
function presentable(notice: Notice): Notice {
  if (!document.documentElement.hasAttribute('data-presenting')) return notice
  const hide = createHostHider()
  return { ...notice, text: hide(notice.text), ...(notice.details ? { details: notice.details.map(hide) } : {}) }
}

function NoticeList({ notices, dismiss }: { notices: readonly ShownNotice[]; dismiss: (id: number) => void }) {
  return (
    <section className="notices" aria-live="polite" aria-label="Notices">
      {notices.map((notice) => (
        <div key={notice.id} className={notice.isProblem ? 'notice is-problem' : 'notice'}>
          <div className="notice-text" ref={(notice.details?.length ?? 0) > maxUnscrolledDetails ? reachByKeys : null}>
            <p>{notice.text}</p>
            {notice.details === undefined || notice.details.length === 0 ? null : (
              <ul>
                {notice.details.map((detail) => (
                  <li key={detail}>{detail}</li>
                ))}
              </ul>
            )}
          </div>
          <NoticeAction notice={notice} dismiss={dismiss} />
          <button type="button" className="plain" onClick={() => dismiss(notice.id)}>
            Close
          </button>
        </div>
      ))}
    </section>
  )
}

function NoticeAction({ notice, dismiss }: { notice: ShownNotice; dismiss: (id: number) => void }) {
  const { action } = notice
  if (action === undefined) return null
  return (
    <button
      type="button"
      className="plain"
      onClick={() => {
        action.run()
        dismiss(notice.id)
      }}
    >
      {action.label}
    </button>
  )
}

/** An error of the workbench as a notice: message, places and remedy. */
export function errorNotice(given: AppErrorData): Notice {
  const error = boundedError(given)
  const places = error.problems.map(({ place, message }) => (place === '' ? message : `${place}: ${message}`))
  const remedy = remedyText(error)
  return {
    text: error.message,
    details: [...places, ...(remedy === null ? [] : [remedy])],
    isProblem: true,
  }
}
