/**
 * The model that a person writes: its text, kept in the window, and whether it is in sight.
 */
import { useState } from 'react'
import type { Offering } from '../../../contracts/offering.ts'
import { useNotify } from '../../application/notices.tsx'
import { useAsk } from '../../asking/use-answer.ts'
import { copyOfModel, isWritten, keepModelDraft, readModelDraft } from './model-draft.ts'

/** One model that is written. */
export interface OwnModel {
  /** Null where none was begun. */
  readonly draft: string | null
  setDraft(text: string | null): void
  readonly isEditing: boolean
  setEditing(isEditing: boolean): void
  /** Begins a model from the one of this id; asks first where another one was written and would be lost. */
  begin(id: string): void
  /** The one that is to be begun from, while that is asked; null where nothing is. */
  readonly asked: string | null
  /** The answer: yes. */
  replace(): void
  /** The question is gone, however it was answered. */
  closeQuestion(): void
}

/** The model of a window. */
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
