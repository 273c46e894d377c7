import { useCallback, useState } from 'react'
import type { ModelList } from '../../contracts/model-list.ts'
import { workbench } from '../api.ts'
import { errorNotice, useNotify } from './notices.tsx'

/** What there is to predict with, read again after a calibration was made or deleted. */
export interface ModelsDesk {
  readonly models: ModelList
  refresh(): Promise<void>
  deleteCalibration(name: string): Promise<void>
}

/** One desk for the life of the window, beginning with `initial`. */
export function useModels(initial: ModelList): ModelsDesk {
  const notify = useNotify()
  const [models, setModels] = useState(initial)
  const refresh = useCallback(async () => {
    const outcome = await workbench.call('models.list', {})
    if (outcome.ok) setModels(outcome.value)
    else notify(errorNotice(outcome.error))
  }, [notify])
  const deleteCalibration = useCallback(
    async (name: string) => {
      const outcome = await workbench.call('calibrations.delete', { name })
      if (!outcome.ok) return notify(errorNotice(outcome.error))
      await refresh()
      notify({ text: `The calibration “${name}” was deleted.` })
    },
    [notify, refresh],
  )
  return { models, refresh, deleteCalibration }
}
