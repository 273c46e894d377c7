/**
 * The other workloads on the cluster of the open scenario. They are kept when the view changes or the page is reloaded.
 */
import { useCallback, useState } from 'react'
import { type Scenario, scenario as scenarioSchema } from '../../../contracts/scenario.ts'
import { shell } from '../../api.ts'
import { useAsk } from '../../asking/use-answer.ts'

const storageKey = 'headroom.other-workloads'

/** The other workloads, and how to change them. */
export interface OtherWorkloads {
  readonly scenarios: readonly Scenario[]
  /** Asks for a scenario file and adds its workload. */
  add(): Promise<void>
  remove(index: number): void
  removeAll(): void
}

/** The other workloads of this window. */
export function useOtherWorkloads(): OtherWorkloads {
  const [scenarios, setScenarios] = useState(storedScenarios)
  const askOrNotify = useAsk()
  const change = useCallback((changed: readonly Scenario[]) => {
    setScenarios(changed)
    sessionStorage.setItem(storageKey, JSON.stringify(changed))
  }, [])
  return {
    scenarios,
    async add() {
      const path = await shell.chooseScenarioToOpen()
      if (path === null) return
      const added = await askOrNotify('scenario.read', { path })
      if (added !== null) change([...scenarios, added])
    },
    remove: (index) => change(scenarios.filter((_each, at) => at !== index)),
    removeAll: () => change([]),
  }
}

function storedScenarios(): readonly Scenario[] {
  const text = sessionStorage.getItem(storageKey)
  const stored = text === null ? null : scenarioSchema.array().safeParse(JSON.parse(text))
  return stored?.success === true ? stored.data : []
}
