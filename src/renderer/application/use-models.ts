import { useCallback } from 'react'
import type { ModelList } from '../../contracts/model-list.ts'
import { refreshed, useAnswer, useAsk } from '../asking/use-answer.ts'
import { useNotify } from './notices.tsx'

/** The models and calibrations of the window, and actions on them. */
export interface ModelsState {
  readonly models: ModelList
  deleteCalibration(name: string): Promise<void>
}

/** The models of the window. `first` was loaded before the page was shown; it is used until the list is out of date. */
export function useModels(first: ModelList): ModelsState {
  const notify = useNotify()
  const askOrNotify = useAsk()
  const models = useAnswer('models.list', {}, first) ?? first
  const deleteCalibration = useCallback(
    async (name: string) => {
      if ((await askOrNotify('calibrations.delete', { name })) === null) return
      await refreshed()
      notify({ text: `The calibration “${name}” was deleted.` })
    },
    [askOrNotify, notify],
  )
  return { models, deleteCalibration }
}
