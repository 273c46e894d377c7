/**
 * The draft of the user's own model: its text, and whether its editor is open.
 */
import { useState } from 'react'
import type { Offering } from '../../../contracts/offering.ts'
import { useNotify } from '../../application/notices.tsx'
import { useAsk } from '../../asking/use-answer.ts'
import { copyOfModel, isWritten, keepModelDraft, readModelDraft } from './model-draft.ts'

/** The draft, whether its editor is open, and actions on them. */
export interface OwnModel {
  /** Null if there is no draft. */
  readonly draft: string | null
  setDraft(text: string | null): void
  readonly isEditing: boolean
  setEditing(isEditing: boolean): void
  /** Starts a draft as a copy of the model with this id. If the changes in another draft would be lost, asks first. */
  begin(id: string): void
  /** While the user is asked: `id` of the model to copy. Otherwise null. */
  readonly pendingModelId: string | null
  /** Replaces the draft with a copy of that model: the user has confirmed. */
  replace(): void
  /** Ends the question, whatever the user answered. */
  closeQuestion(): void
}

/** The state of the draft. @param offerings the models that can be copied */
export function useOwnModel(offerings: readonly Offering[]): OwnModel {
  const notify = useNotify()
  const askOrNotify = useAsk()
  const [draft, setKept] = useState(() => readModelDraft(localStorage))
  const [isEditing, setEditing] = useState(false)
  const [pendingModelId, setPendingModelId] = useState<string | null>(null)
  const setDraft = (text: string | null): void => {
    if (!keepModelDraft(localStorage, text)) {
      notify({ text: 'This text is too long for a draft. It is lost when Headroom ends.' })
    }
    setKept(text)
  }
  const edit = async (id: string): Promise<void> => {
    const file = await askOrNotify('models.read', { id })
    if (file === null) return
    const source = offerings.find((offering) => offering.id === id)
    setDraft(file.text ?? (source === undefined ? '' : copyOfModel(source)))
    setEditing(true)
  }
  return {
    ...{ draft, setDraft, isEditing, setEditing, pendingModelId },
    begin(id) {
      if (draft !== null && isWritten(draft, offerings)) setPendingModelId(id)
      else void edit(id)
    },
    replace() {
      if (pendingModelId !== null) void edit(pendingModelId)
    },
    closeQuestion: () => setPendingModelId(null),
  }
}
