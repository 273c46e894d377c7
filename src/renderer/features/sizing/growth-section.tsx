/**
 * Growth per year and its duration, and what the load needs then. The window keeps the fields: no scenario has them.
 */
import { useMemo, useState } from 'react'
import type { Offering } from '../../../contracts/offering.ts'
import type { Scenario } from '../../../contracts/scenario.ts'
import { DocumentBlocks } from '../../components/document-blocks.tsx'
import { LabelledInput } from '../../components/labelled-input.tsx'
import { type GrowthForm, growthBlocks, readGrowth } from './growth-answer.ts'

const growthKey = 'headroom.growth'
const yearsKey = 'headroom.growth-years'

interface GrowthSectionProps {
  readonly scenario: Scenario
  readonly offering: Offering
}

/** Two fields and the answer. */
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
  const blocks = useMemo(
    () => (growthPerYear === 0 ? [] : growthBlocks(scenario, offering, { growthPerYear, years })),
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
      <div role="status">
        <DocumentBlocks blocks={blocks} />
      </div>
    </section>
  )
}
