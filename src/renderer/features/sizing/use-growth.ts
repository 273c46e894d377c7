/**
 * The growth of the load that the user typed. It is kept in `localStorage`, because it is not part of a scenario.
 */
import { useMemo, useRef, useState } from 'react'
import { type Growth, type GrowthForm, readGrowth } from './growth-answer.ts'

const growthKey = 'headroom.growth'
const yearsKey = 'headroom.growth-years'

/** The growth as typed and as read. */
export interface TypedGrowth {
  readonly form: GrowthForm
  readonly problems: Partial<GrowthForm>
  /** Null if nothing was typed, or if the text is not a valid growth. */
  readonly growth: Growth | null
  change(form: GrowthForm): void
}

/** The growth that the user typed last, in this or an earlier session. */
export function keptGrowth(): GrowthForm {
  return { growth: localStorage.getItem(growthKey) ?? '', years: localStorage.getItem(yearsKey) ?? '' }
}

/** The state of the typed growth. `onChange` is called when the text of the growth changes, but not for the years alone. */
export function useGrowth(onChange: (form: GrowthForm) => void): TypedGrowth {
  const [form, setForm] = useState<GrowthForm>(keptGrowth)
  const latest = useRef(onChange)
  latest.current = onChange
  return useMemo(() => {
    const reading = readGrowth(form)
    return {
      form,
      problems: reading.ok ? {} : reading.problems,
      growth: reading.ok ? reading.growth : null,
      change(changed: GrowthForm) {
        setForm(changed)
        if (changed.growth !== form.growth) latest.current(changed)
        localStorage.setItem(growthKey, changed.growth)
        localStorage.setItem(yearsKey, changed.years)
      },
    }
  }, [form])
}
