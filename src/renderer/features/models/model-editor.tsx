/**
 * The text editor of the user's own model. The text is checked while the user types. A click on a problem goes to its
 * line.
 */
import { useEffect, useId, useRef, useState } from 'react'
import { type ModelCheck, maxModelTextLength } from '../../../contracts/model-check.ts'
import { formatCount } from '../../../units/count.ts'
import { errorNotice, useNotify } from '../../application/notices.tsx'
import { ask, useAsk } from '../../asking/use-answer.ts'
import { ButtonWithReason } from '../../components/button-with-reason.tsx'
import { latestOnly } from '../../components/latest-only.ts'

interface ModelEditorProps {
  /** The stored text: the initial one, then the last one that was passed to `onChange`. */
  readonly text: string
  /** Called after a pause in typing, because passing on a large text after each keystroke would be slow. */
  readonly onChange: (text: string) => void
  /** Called when the model was saved in the workspace under this id. */
  readonly onSaved: (id: string) => void
  readonly onClose: () => void
}

/** Length of the pause in typing after which `onChange` is called. */
const typingPauseMs = 250

/** The editor of one model. The owner stores the text that `onChange` passes on. */
export function ModelEditor({ text, onChange, onSaved, onClose }: ModelEditorProps) {
  const id = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  const notify = useNotify()
  const askOrNotify = useAsk()
  const isTooLong = text.length > maxModelTextLength
  const checked = useChecked(isTooLong ? null : text)
  const typing = useTyping(onChange)
  // The text area is uncontrolled: React would rewrite a large controlled one after each keystroke.
  const [initial] = useState(text)
  const save = async () => {
    typing.flush()
    const saved = await askOrNotify('models.save', { text: area.current?.value ?? text })
    if (saved === null) return
    notify({ text: 'The model was saved in the workspace.', details: [saved.path] })
    onSaved(saved.id)
  }
  const problems = checked?.problems ?? []
  return (
    <>
      <h1 className="question">What can your own cluster carry?</h1>
      <p className="sentence" role="status">
        {isTooLong ? tooLongSentence(text.length) : stateSentence(checked)}
      </p>
      <p className="reason">
        A model is data: each limit with its unit, its source and a date. It is saved in the workspace, beside the
        models that come with Headroom.
      </p>
      <div className="actions">
        <ButtonWithReason
          className="primary"
          disabledBecause={checked?.offering == null ? whyNotSaved(isTooLong, checked) : null}
          onClick={() => void save()}
        >
          Save the model
        </ButtonWithReason>
        <button type="button" onClick={onClose}>
          Close and keep the text
        </button>
      </div>
      <ProblemList
        problems={problems}
        onGo={(line) => {
          if (area.current !== null) goToLine(area.current, line)
        }}
      />
      <div className="field model-text">
        <div className="field-head">
          <label htmlFor={id}>Model, as JSON</label>
        </div>
        <textarea
          id={id}
          ref={area}
          rows={24}
          wrap="off"
          spellCheck={false}
          autoComplete="off"
          aria-invalid={isTooLong || problems.length > 0}
          defaultValue={initial}
          onPaste={(event) => {
            const problem = pasteProblem(event.clipboardData.getData('text/plain'))
            if (problem === null) return
            event.preventDefault()
            notify({ text: problem, isProblem: true })
          }}
          onChange={(event) => typing.type(event.target.value)}
        />
      </div>
    </>
  )
}

interface ProblemListProps {
  readonly problems: ModelCheck['problems']
  readonly onGo: (line: number) => void
}

/** At most this many problems are listed, because more do not fit on a screen. The rest appears when these are corrected. */
const maxShown = 12

function ProblemList({ problems, onGo }: ProblemListProps) {
  if (problems.length === 0) return null
  return (
    <ul className="lines model-problems" aria-label="Problems">
      {problems.slice(0, maxShown).map(({ line, place, message }) => (
        <li key={`${line} ${place} ${message}`}>
          <button type="button" className="plain number" onClick={() => onGo(line)}>
            line {line}
          </button>{' '}
          {place === '' ? null : <code>{place}: </code>}
          {message}
        </li>
      ))}
      {problems.length > maxShown ? <li>and {formatCount(problems.length - maxShown)} more</li> : null}
    </ul>
  )
}

/** Why the text cannot be saved. */
function whyNotSaved(isTooLong: boolean, checked: ModelCheck | null): string {
  if (isTooLong) return 'the text is too long'
  return checked === null ? 'the text is being checked' : 'needs the problems below solved'
}

function stateSentence(checked: ModelCheck | null): string {
  if (checked === null) return 'Checking…'
  if (checked.offering !== null) return `“${checked.offering.name}” is valid.`
  const { length } = checked.problems
  return length === 1 ? '1 problem.' : `${formatCount(length)} problems.`
}

/** A pasted text with more lines than this is refused, because it would need too much memory. */
const maxLines = 100_000

/** Why a text cannot be pasted; null if it can. */
function pasteProblem(text: string): string | null {
  if (text.length > maxModelTextLength) return tooLongSentence(text.length)
  const lines = text.split('\n').length
  if (lines <= maxLines) return null
  return `A model has ${formatCount(maxLines)} lines at most; this text has ${formatCount(lines)}.`
}

function tooLongSentence(length: number): string {
  return `A model has ${formatCount(maxModelTextLength)} characters at most; this text has ${formatCount(length)}.`
}

/**
 * The result of the latest check. Checks of a large text take a while, so it may belong to an earlier text. Null before
 * the first result, and without a text.
 */
function useChecked(text: string | null): ModelCheck | null {
  const notify = useNotify()
  const [checked, setChecked] = useState<ModelCheck | null>(null)
  const [check] = useState(() =>
    latestOnly(async (asked: string) => {
      const outcome = await ask('models.check', { text: asked })
      if (outcome.ok) setChecked(outcome.value)
      else notify(errorNotice(outcome.error))
    }),
  )
  useEffect(() => {
    if (text !== null) check(text)
  }, [check, text])
  return text === null ? null : checked
}

interface Typing {
  /** Called with the text after each keystroke. */
  type(text: string): void
  /** Passes on a pending text now. */
  flush(): void
}

/** Passes on the text to `onPause` after a pause in typing, and when the editor is removed. */
function useTyping(onPause: (text: string) => void): Typing {
  const latest = useRef(onPause)
  latest.current = onPause
  const [typing] = useState(() => {
    let pending: { readonly text: string; readonly timer: number } | null = null
    const flush = () => {
      if (pending === null) return
      const { text, timer } = pending
      pending = null
      window.clearTimeout(timer)
      latest.current(text)
    }
    const type = (text: string) => {
      if (pending !== null) window.clearTimeout(pending.timer)
      pending = { text, timer: window.setTimeout(flush, typingPauseMs) }
    }
    return { type, flush }
  })
  useEffect(() => typing.flush, [typing])
  return typing
}

/** Selects a line and scrolls to it. */
function goToLine(area: HTMLTextAreaElement, line: number): void {
  const lines = area.value.split('\n')
  const start = lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0)
  area.focus()
  area.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0))
  area.scrollTop = (area.scrollHeight / lines.length) * Math.max(0, line - 4)
}
