/**
 * Growth: how much a year and for how long, and what the load needs then. Kept with the window, as it is of no scenario.
 */
import { useMemo, useState } from 'react'
import type { Offering } from '../../../contracts/offering.ts'
import type { Scenario } from '../../../contracts/scenario.ts'
import { LabelledInput } from '../../components/labelled-input.tsx'
import { type GrowthForm, growthSentence, readGrowth } from './growth-answer.ts'

const growthKey = 'headroom.growth'
const yearsKey = 'headroom.growth-years'

interface GrowthSectionProps {
  readonly scenario: Scenario
  readonly offering: Offering
}

/** Two fields and a sentence. */
export function GrowthSection({ scenario, offering }: GrowthSectionProps) {
  const [form, setForm] = useState<GrowthForm>(() => ({
    growth: localStorage.getItem(growthKey) ?? '',
    years: localStorage.getItem(yearsKey) ?? '',
  }))
  const reading = readGrowth(form)
  const problems: Partial<GrowthForm> = reading.ok ? {} : reading.problems
  const change = (changed: GrowthForm) => {
    setForm(changed)
    localStorage.setItem(growthKey, changed.growth)
    localStorage.setItem(yearsKey, changed.years)
  }
  const { growthPerYear = 0, years = 0 } = reading.ok ? (reading.growth ?? {}) : {}
  const sentence = useMemo(
    () => (growthPerYear === 0 ? null : growthSentence(scenario, offering, { growthPerYear, years })),
    [scenario, offering, growthPerYear, years],
  )
  return (
    <section>
      <h2>After growth</h2>
      <div className="fields">
        <LabelledInput
          label="Growth of all rates"
          placeholder="30 %/year"
          value={form.growth}
          problem={problems.growth}
          onChange={(growth) => change({ ...form, growth })}
        />
        <LabelledInput
          label="Years"
          placeholder="1"
          value={form.years}
          problem={problems.years}
          onChange={(growing) => change({ ...form, years: growing })}
        />
      </div>
      {sentence === null ? null : <p role="status">{sentence}</p>}
    </section>
  )
}
