/**
 * The user's draft of a model: its text, and whether the editor is open.
 */
import { useState } from 'react'
import type { Offering } from '../../../contracts/offering.ts'
import { useNotify } from '../../application/notices.tsx'
import { useAsk } from '../../asking/use-answer.ts'
import { copyOfModel, isWritten, keepModelDraft, readModelDraft } from './model-draft.ts'

/** The draft and actions on it. */
export interface OwnModel {
  /** Null if there is no draft. */
  readonly draft: string | null
  setDraft(text: string | null): void
  readonly isEditing: boolean
  setEditing(isEditing: boolean): void
  /** Starts a draft from the model of this id. Asks first if another draft would be lost. */
  begin(id: string): void
  /** The model to start from, while the question is open; else null. */
  readonly asked: string | null
  /** Confirms the question. */
  replace(): void
  /** Called when the question is closed in any way. */
  closeQuestion(): void
}

/** The draft of the window. */
export function useOwnModel(offerings: readonly Offering[]): OwnModel {
  const notify = useNotify()
  const askOrNotify = useAsk()
  const [draft, setKept] = useState(() => readModelDraft(localStorage))
  const [isEditing, setEditing] = useState(false)
  const [asked, setAsked] = useState<string | null>(null)
  const setDraft = (text: string | null): void => {
    if (!keepModelDraft(localStorage, text)) {
      notify({ text: 'This text is too long for a draft. It is lost when Headroom ends.' })
    }
    setKept(text)
  }
  const edit = async (id: string): Promise<void> => {
    const own = await askOrNotify('models.read', { id })
    if (own === null) return
    const source = offerings.find((each) => each.id === id)
    setDraft(own.text ?? (source === undefined ? '' : copyOfModel(source)))
    setEditing(true)
  }
  return {
    ...{ draft, setDraft, isEditing, setEditing, asked },
    begin(id) {
      if (draft !== null && isWritten(draft, offerings)) setAsked(id)
      else void edit(id)
    },
    replace() {
      if (asked !== null) void edit(asked)
    },
    closeQuestion: () => setAsked(null),
  }
}
