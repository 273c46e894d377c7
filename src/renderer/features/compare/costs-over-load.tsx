/**
 * The monthly costs of offerings over the load: which offerings to draw, which of them costs least, and the chart.
 */
import { useMemo, useState } from 'react'
import { comparableCosts, costChart } from '../../../charts/cost-chart.ts'
import { type CostOverLoad, maxCostLines, minCostLines } from '../../../contracts/cost-over-load.ts'
import type { Scenario } from '../../../contracts/scenario.ts'
import { pricesTable } from '../../../presentation/billing/cost-over-load-document.ts'
import {
  answerSentences,
  chanceRule,
  changeSentences,
  cheapestSentences,
  clearlyLessSentence,
  crossingSentences,
  notComparedSentences,
} from '../../../presentation/billing/cost-sentences.ts'
import { withNoBreakSpaces } from '../../../presentation/painters/no-break-spaces.ts'
import type { FittingOffering } from '../../../presentation/sizing/compared-offerings.ts'
import { useOutcome } from '../../asking/use-answer.ts'
import { useSettled } from '../../asking/use-settled.ts'
import { ChartView } from '../../components/chart-view.tsx'
import { DocumentBlocks } from '../../components/document-blocks.tsx'
import { ErrorInPlace } from '../../components/error-in-place.tsx'
import { SettledStatus } from '../../components/settled-status.tsx'
import { type CompareForm, type CompareReading, costsOf } from './compare-form.ts'
import { drawableOfferings, drawnOfferings, notDrawnSentence } from './cost-lines.ts'

interface CostsOverLoadProps {
  readonly rows: readonly FittingOffering[]
  readonly scenario: Scenario
  readonly form: CompareForm
  readonly reading: CompareReading
  readonly today: string
  readonly onChange: (form: CompareForm) => void
}

/** The section of the view. It computes nothing until it is unfolded, because the costs of all loads take a second or two. */
export function CostsOverLoad(props: CostsOverLoadProps) {
  const [isOpen, setOpen] = useState(false)
  const drawable = drawableOfferings(props.rows)
  if (drawable.length < minCostLines) return null
  return (
    <details className="fold costs-over-load" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Costs over the load, and where one becomes cheaper than another</summary>
      {isOpen ? <DrawnCosts {...props} /> : null}
    </details>
  )
}

/** The costs of 33 loads take longer than a keystroke, so they are computed after a pause of this length. */
const settleMs = 300

const chartRem = 22

function DrawnCosts({ rows, scenario, form, reading, today, onChange }: CostsOverLoadProps) {
  const drawable = drawableOfferings(rows)
  const drawn = drawnOfferings(rows, form.costLines)
  const models = drawn.join()
  const input = useMemo(
    () => ({
      scenario,
      models: models.split(','),
      costs: costsOf(form, reading, today),
      targetUtilisation: reading.targetUtilisation,
    }),
    [scenario, models, form, reading, today],
  )
  const isEnough = drawn.length >= minCostLines
  const settled = useSettled(isEnough ? input : null, settleMs)
  const { outcome } = useOutcome('costs.over-load', settled, { subject: 'costs' })
  const setDrawn = (id: string, isDrawn: boolean) =>
    onChange({ ...form, costLines: isDrawn ? [...drawn, id] : drawn.filter((each) => each !== id) })
  return (
    <>
      <fieldset className="cost-lines">
        <legend>
          Offerings, {minCostLines} to {maxCostLines}
        </legend>
        {drawable.map(({ offering, offeringName }) => {
          const isDrawn = drawn.includes(offering)
          return (
            <label key={offering} className="check">
              <input
                type="checkbox"
                checked={isDrawn}
                disabled={!isDrawn && drawn.length >= maxCostLines}
                onChange={(event) => setDrawn(offering, event.target.checked)}
              />
              {offeringName}
            </label>
          )
        })}
      </fieldset>
      <NotDrawn rows={rows} />
      {outcome?.ok === false ? <ErrorInPlace error={outcome.error} /> : null}
      {isEnough ? <CostAnswer costs={outcome?.ok ? outcome.value : null} /> : <p>Choose at least two offerings.</p>}
    </>
  )
}

function CostAnswer({ costs }: { readonly costs: CostOverLoad | null }) {
  const comparable = useMemo(() => (costs === null ? null : comparableCosts(costs)), [costs])
  const sentences = useMemo(() => (comparable === null ? [] : crossingSentences(comparable)), [comparable])
  const chart = useMemo(() => (comparable === null ? null : costChart(comparable, sentences)), [comparable, sentences])
  if (costs === null || comparable === null) return <p aria-busy="true">Computing the costs of 33 loads…</p>
  const answer = answerSentences(costs).join(' ')
  return (
    <>
      <p>{withNoBreakSpaces(answer)}</p>
      <Lines sentences={cheapestSentences(costs)} />
      <SettledStatus text={answer} />
      {chart === null ? null : <ChartView description={chart} heightRem={chartRem} />}
      <Changes sentences={changeSentences(comparable)} />
      <Lines sentences={notComparedSentences(costs.lines)} />
      <DocumentBlocks blocks={[pricesTable(comparable.lines)]} />
      <p className="quiet">{clearlyLessSentence}</p>
      <p className="quiet">
        Each offering at its smallest size in its cheapest tier, from a sixteenth to sixteen times the load of Sizing. A
        line ends where no size takes the load. {chanceRule(costs.lines)} Partitions and clients do not grow.
      </p>
    </>
  )
}

function NotDrawn({ rows }: Pick<CostsOverLoadProps, 'rows'>) {
  const sentence = notDrawnSentence(rows)
  return sentence === '' ? null : <p className="quiet">{sentence}</p>
}

/** The loads at which two offerings change places, neither of which is the cheapest. Folded: few users choose between them. */
function Changes({ sentences }: { readonly sentences: readonly string[] }) {
  if (sentences.length === 0) return null
  return (
    <details className="fold">
      <summary>Where two of the others change places: {sentences.length}</summary>
      <Lines sentences={sentences} />
    </details>
  )
}

function Lines({ sentences }: { readonly sentences: readonly string[] }) {
  if (sentences.length === 0) return null
  return (
    <ul className="lines">
      {sentences.map((sentence) => (
        <li key={sentence}>{withNoBreakSpaces(sentence)}</li>
      ))}
    </ul>
  )
}
