import type { RefusedRow } from './compare-rows.ts'

/** Reasons that stand beside an offering; a few say enough. */
const mostReasons = 3

/** What does not carry the workload, and why. */
export function RefusedList({ rows }: { readonly rows: readonly RefusedRow[] }) {
  if (rows.length === 0) return null
  return (
    <section className="refused" aria-labelledby="refused-heading">
      <h2 id="refused-heading">Does not carry it</h2>
      <ul className="lines">
        {rows.map(({ offering, offeringName, reasons }) => (
          <li key={offering}>
            <p>{offeringName}</p>
            {reasons.slice(0, mostReasons).map(({ text, tiers }) => (
              <p className="quiet" key={text}>
                {text}
                {tiers > 1 ? ` (${tiers} tiers)` : ''}
              </p>
            ))}
            {reasons.length > mostReasons ? (
              <p className="quiet">And {reasons.length - mostReasons} reasons of other tiers.</p>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  )
}
