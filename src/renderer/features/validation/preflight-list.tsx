import type { Preflight, PreflightCheck } from '../../../contracts/preflight.ts'

const signs: Readonly<Record<PreflightCheck['state'], { readonly sign: string; readonly word: string }>> = {
  passed: { sign: '✓', word: 'passed' },
  failed: { sign: '✕', word: 'failed' },
  warned: { sign: '!', word: 'warning' },
  skipped: { sign: '–', word: 'skipped' },
}

/** The checks before a run, each with its outcome and remedy. */
export function PreflightList({ preflight }: { readonly preflight: Preflight }) {
  return (
    <section>
      <h2>Checks before the run</h2>
      <ul className="checklist">
        {preflight.checks.map((check) => (
          <li key={check.id}>
            <span className={`sign is-${check.state}`}>
              <span aria-hidden="true">{signs[check.state].sign}</span>
              <span className="visually-hidden">{signs[check.state].word}</span>
            </span>
            <span>
              {check.label} <span className="quiet">{check.detail}</span>
              {check.remedy === null ? null : <p>{check.remedy}</p>}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
