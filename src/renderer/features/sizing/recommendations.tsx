import { memo } from 'react'
import { clientHostsSentence } from '../../../capacity/client-hosts.ts'
import { dimensionName } from '../../../charts/constraint-labels.ts'
import type { Offering } from '../../../contracts/offering.ts'
import type { BandTerm, Prediction } from '../../../contracts/prediction.ts'
import type { Scenario } from '../../../contracts/scenario.ts'
import { formatCount } from '../../../units/count.ts'
import { groupDigits } from '../../../units/number-text.ts'
import { formatPercent } from '../../../units/ratio.ts'
import { GrowthSection } from './growth-section.tsx'
import { OpenQuestions } from './open-questions.tsx'

interface RecommendationsProps {
  readonly prediction: Prediction
  readonly scenario: Scenario
  readonly offering: Offering
}

/** What to buy, what to change, what was assumed. */
export const Recommendations = memo(function Recommendations({ prediction, scenario, offering }: RecommendationsProps) {
  return (
    <div>
      <section>
        <h2>Smallest size</h2>
        <p>{smallestSentence(prediction, offering.unitName)}</p>
      </section>
      <GrowthSection {...{ scenario, offering }} />
      <section>
        <h2>Fewest partitions that carry the load</h2>
        <ul className="lines">
          {prediction.minimumPartitions.map((entry) => (
            <li key={entry.topic}>
              <strong className="number">{formatCount(entry.partitions)}</strong> for {entry.topic}
              <p className="quiet">{entry.formula}</p>
            </li>
          ))}
        </ul>
      </section>
      <ClientHosts prediction={prediction} />
      <TextList heading="What to change first" entries={prediction.advice} />
      <BandTerms terms={prediction.band} />
      <OpenQuestions prediction={prediction} />
    </div>
  )
})

function smallestSentence({ smallest, deployment }: Prediction, unitName: Offering['unitName']): string {
  if (smallest === null) return `No size of ${deployment.offeringName} keeps every limit under its target.`
  const target = formatPercent(smallest.targetUtilisation)
  const unit = smallest.size === 1 ? unitName.singular : unitName.plural
  return `${smallest.size} ${unit} would keep every limit under ${target}; deciding limit: ${dimensionName(smallest.dimension).toLowerCase()}.`
}

/** How many hosts of clients the load needs, where the ceiling of one is known. */
function ClientHosts({ prediction }: Pick<RecommendationsProps, 'prediction'>) {
  const sentence = clientHostsSentence(prediction)
  if (sentence === '') return null
  return (
    <section>
      <h2>Client hosts</h2>
      <p>{sentence}</p>
    </section>
  )
}

interface TextListProps {
  readonly heading: string
  readonly entries: readonly { readonly id: string; readonly text: string }[]
}

function TextList({ heading, entries }: TextListProps) {
  if (entries.length === 0) return null
  return (
    <section>
      <h2>{heading}</h2>
      <ul className="lines">
        {entries.map((entry) => (
          <li key={entry.id}>{entry.text}</li>
        ))}
      </ul>
    </section>
  )
}

/** A factor near 1 to a tenth of a percent: 99.8 % is not 100 %. */
function factorPercent(factor: number): string {
  return `${groupDigits(factor * 100, 1)} %`
}

/** Why the band is as wide as it is. */
function BandTerms({ terms }: { readonly terms: readonly BandTerm[] }) {
  const widening = terms.filter((term) => term.lowFactor !== 1 || term.highFactor !== 1)
  if (widening.length === 0) return null
  return (
    <section>
      <h2>Why the band is this wide</h2>
      <ul className="lines">
        {widening.map((term) => (
          <li key={term.id}>
            <span className={term.isAssumption ? 'number assumed' : 'number'}>
              {factorPercent(term.lowFactor)} – {factorPercent(term.highFactor)}
            </span>
            <p className="quiet">{term.reason}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
