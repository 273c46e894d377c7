import { dimensionName } from '../../../charts/constraint-labels.ts'
import type { Limit, LimitSet, Offering } from '../../../contracts/offering.ts'
import { formatCount } from '../../../units/count.ts'
import { limitAmountText } from '../../../units/limit-text.ts'
import { SourceLine } from '../../components/source-line.tsx'

interface LimitTableProps {
  readonly set: LimitSet
  readonly unitName: Offering['unitName']
}

const kindWords: Readonly<Record<Limit['kind'], string>> = { fixed: 'fixed', guideline: 'guideline', soft: 'soft' }

/** The limits of a date, each with where it comes from. */
export function LimitTable({ set, unitName }: LimitTableProps) {
  const { sizes, limits, price } = set
  const { min, max, minMultiZone } = sizes
  const sizeText = min === max ? formatCount(min) : `${formatCount(min)} to ${formatCount(max)}`
  return (
    <section className="model-part" aria-labelledby="limits-heading">
      <h2 id="limits-heading">Limits</h2>
      <table className="limit-table">
        <thead>
          <tr>
            <th scope="col">Limit</th>
            <th scope="col">Amount</th>
            <th scope="col">Kind</th>
            <th scope="col">Source</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">Sizes</th>
            <td>
              {sizeText} {max === 1 ? unitName.singular : unitName.plural}
              {minMultiZone === undefined ? '' : `, over several zones from ${minMultiZone}`}
            </td>
            <td>{kindWords.fixed}</td>
            <td>
              <SourceLine source={sizes.source} />
            </td>
          </tr>
          {limits.map((limit) => (
            <tr key={`${limit.dimension} ${limit.unit} ${limit.kind}`}>
              <th scope="row">{dimensionName(limit.dimension)}</th>
              <td>{limitAmountText(limit, unitName.singular)}</td>
              <td>{kindWords[limit.kind]}</td>
              <td>
                <SourceLine source={limit.source} />
              </td>
            </tr>
          ))}
          {price === undefined ? null : (
            <tr>
              <th scope="row">Price</th>
              <td>
                {price.perUnitPerHour} {price.currency} an hour per {unitName.singular}
              </td>
              <td />
              <td>
                <SourceLine source={price.source} />
              </td>
            </tr>
          )}
        </tbody>
      </table>
    </section>
  )
}
