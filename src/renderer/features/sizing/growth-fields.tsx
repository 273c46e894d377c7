import { LabelledInput } from '../../components/labelled-input.tsx'
import { growthPlace } from './growth-answer.ts'
import type { TypedGrowth } from './use-growth.ts'

/** The fields of the growth of the load, among the inputs of the sizing view. */
export function GrowthFields({ form, problems, change }: TypedGrowth) {
  return (
    <section className="group" aria-labelledby="growth-heading">
      <h2 id="growth-heading">Growth</h2>
      <div className="fields">
        <LabelledInput
          label="Growth of all rates"
          placeholder="30 %/year"
          place={growthPlace}
          value={form.growth}
          problem={problems.growth}
          onChange={(growth) => change({ ...form, growth })}
        />
        <LabelledInput
          label="Years"
          placeholder="1"
          value={form.years}
          problem={problems.years}
          onChange={(years) => change({ ...form, years })}
        />
      </div>
    </section>
  )
}
