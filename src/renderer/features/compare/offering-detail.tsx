/**
 * The details of an offering that carries the workload: its tiers, its bill, a field for its price, and its limits.
 */
import { useState } from 'react'
import type { CostedOffering } from '../../../billing/compare-costs.ts'
import { predict } from '../../../capacity/predict.ts'
import type { Offering } from '../../../contracts/offering.ts'
import type { Deployment, Scenario } from '../../../contracts/scenario.ts'
import { billBlocks } from '../../../presentation/billing/bill-blocks.ts'
import { totalText } from '../../../presentation/billing/bill-sentences.ts'
import { type FittingOffering, sizeText } from '../../../presentation/sizing/compared-offerings.ts'
import { ConstraintList } from '../../components/constraint-list.tsx'
import { DocumentBlocks } from '../../components/document-blocks.tsx'
import { LabelledInput } from '../../components/labelled-input.tsx'

/** The user's prices per unit and hour as typed, and their problems, by `id` of the offering. */
export interface PriceEntry {
  readonly prices: Readonly<Record<string, string>>
  readonly priceProblems: Readonly<Record<string, string>>
  readonly onPrice: (offering: string, text: string) => void
}

/** True if the bill lacks the price of a unit, so that the user is asked for it. */
export function asksForPrice({ bill }: CostedOffering): boolean {
  return bill?.missing.some(({ charge }) => charge === 'units') === true
}

interface OfferingDetailProps extends FittingOffering, PriceEntry {
  readonly scenario: Scenario
  readonly offerings: readonly Offering[]
  readonly onChoose: (deployment: Deployment) => void
}

/** The details. A button opens the offering in the sizing view. */
export function OfferingDetail({ best, tiers, scenario, offerings, onChoose, ...entry }: OfferingDetailProps) {
  const [tier, setTier] = useState(best.tier)
  const shown = tiers.find((each) => each.tier === tier) ?? best
  const offering = offerings.find((candidate) => candidate.id === shown.offering)
  const { deployment } = shown
  if (offering === undefined || deployment === null) return null
  return (
    <div className="compare-detail">
      <div className="compare-choice">
        {tiers.length > 1 ? (
          <label>
            Tier{' '}
            <select value={shown.tier ?? ''} onChange={(event) => setTier(event.target.value)}>
              {tiers.map((option) => (
                <option key={option.tier} value={option.tier ?? ''}>
                  {sizeText(option)}
                  {option.bill === null ? '' : `, ${totalText(option.bill)} per month`}
                </option>
              ))}
            </select>
          </label>
        ) : null}
        <button type="button" onClick={() => onChoose(deployment)}>
          Open in Sizing
        </button>
      </div>
      {shown.bill === null ? null : (
        <>
          <h2>What it costs a month, and why</h2>
          <PriceField shown={shown} offering={offering} {...entry} />
          <DocumentBlocks blocks={billBlocks(shown.bill, shown.chanceMet)} />
        </>
      )}
      <ConstraintList prediction={predict({ ...scenario, deployment }, offering)} />
    </div>
  )
}

interface PriceFieldProps extends PriceEntry {
  readonly shown: CostedOffering
  readonly offering: Offering
}

/** Asks for the price of a unit, if none is known or the user has typed one. */
function PriceField({ shown, offering: { id, unitName }, prices, priceProblems, onPrice }: PriceFieldProps) {
  const typed = prices[id] ?? ''
  if (typed === '' && !asksForPrice(shown)) return null
  return (
    <LabelledInput
      label={`Your price of one ${unitName.singular}, per hour`}
      value={typed}
      placeholder="2.50 USD"
      problem={priceProblems[id]}
      hint="Not stored in any file."
      onChange={(text) => onPrice(id, text)}
    />
  )
}
