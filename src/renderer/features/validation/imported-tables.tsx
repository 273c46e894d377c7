import { figureNames } from '../../../contracts/figures.ts'
import type { ImportedLatency } from '../../../contracts/imported-run.ts'
import type { OutputsRun } from '../../../contracts/run-record.ts'
import { clientsOf, latencyLabels, type NamedClient } from '../../../evidence/imported-clients.ts'
import { figureLabels } from '../../../presentation/labels.ts'
import { formatFigure } from '../../../presentation/report-facts.ts'
import { formatBinaryByteRate } from '../../../units/byte-rate.ts'
import { formatCount } from '../../../units/count.ts'
import { formatDuration, formatMicroseconds } from '../../../units/duration.ts'
import { joinBounds } from '../../../units/number-text.ts'
import { formatSignedPercent } from '../../../units/ratio.ts'
import { NumberHead } from '../../components/number-head.tsx'

/** In place of a figure that a tool does not print. */
export const cannotSay = 'cannot say'

/** What was imported beside what was predicted, figure by figure. */
export function ImportedFigures({ run: { observations, prediction } }: { readonly run: OutputsRun }) {
  const { figures, intervals } = observations
  return (
    <section>
      <h2>{prediction === null ? 'Imported figures' : 'Imported and predicted'}</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">Figure</th>
            {prediction === null ? null : <NumberHead>Predicted</NumberHead>}
            <NumberHead>Imported</NumberHead>
            {prediction === null ? null : <NumberHead>Difference</NumberHead>}
          </tr>
        </thead>
        <tbody>
          {figureNames.map((figure) => {
            const [value, interval] = [figures[figure], intervals?.[figure] ?? null]
            const band = prediction?.expected[figure] ?? null
            return (
              <tr key={figure}>
                <th scope="row">{figureLabels[figure]}</th>
                {band === null ? null : (
                  <td className="is-number">
                    {formatFigure(figure, band.likely)}
                    <p className="quiet">
                      {joinBounds(formatFigure(figure, band.low), formatFigure(figure, band.high))}
                    </p>
                  </td>
                )}
                <td className="is-number">
                  {value === null ? <span className="quiet">{cannotSay}</span> : formatFigure(figure, value)}
                  {value === null || figure === 'recordsPerSec' ? null : (
                    <p className="quiet">{formatBinaryByteRate(value)}</p>
                  )}
                  {interval === null ? null : (
                    <p className="quiet">
                      95 %: {joinBounds(formatFigure(figure, interval.low), formatFigure(figure, interval.high))}
                    </p>
                  )}
                </td>
                {band === null ? null : (
                  <td className="is-number">
                    {value === null || band.likely === 0 ? '–' : formatSignedPercent(value / band.likely - 1)}
                  </td>
                )}
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}

/** More clients than these are counted: the report has them all. */
const mostClients = 40

/** What each client measured, with the latencies that its tool printed. */
export function ImportedClients({ run }: { readonly run: OutputsRun }) {
  const clients = clientsOf(run.observations)
  const more = clients.length - mostClients
  return (
    <section>
      <h2>Clients</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">Client</th>
            <NumberHead>Payload</NumberHead>
            <NumberHead>Records</NumberHead>
            <NumberHead>Time</NumberHead>
          </tr>
        </thead>
        <tbody>
          {clients.slice(0, mostClients).map((named) => (
            <ClientRow key={named.client} {...named} />
          ))}
        </tbody>
      </table>
      {more > 0 ? <p className="quiet">And {formatCount(more)} more; a report has them all.</p> : null}
    </section>
  )
}

function ClientRow({ client, part }: NamedClient) {
  const { payloadBytesPerSec, records, durationMs, latencies, notes } = part
  return (
    <tr>
      <th scope="row">
        {client}
        <p className="quiet">
          {part.file}, line {formatCount(part.line)}
        </p>
        {latencies.map((latency) => (
          <p className="quiet" key={latency.kind}>
            {latencyText(latency)}
          </p>
        ))}
        {notes.map((note) => (
          <p className="quiet" key={note}>
            {note}
          </p>
        ))}
      </th>
      <td className="is-number">
        {payloadBytesPerSec === null ? cannotSay : formatBinaryByteRate(payloadBytesPerSec)}
      </td>
      <td className="is-number">{records === null ? cannotSay : formatCount(records)}</td>
      <td className="is-number">{durationMs === null ? cannotSay : formatDuration(durationMs)}</td>
    </tr>
  )
}

function latencyText({ kind, meanUs, p50Us, p95Us, p99Us, p999Us, maxUs }: ImportedLatency): string {
  const values = [
    ['mean', meanUs],
    ['50 %', p50Us],
    ['95 %', p95Us],
    ['99 %', p99Us],
    ['99.9 %', p999Us],
    ['longest', maxUs],
  ] as const
  const told = values.flatMap(([name, us]) => (us === null ? [] : [`${name} ${formatMicroseconds(us)}`]))
  return `Latency, ${latencyLabels[kind]}: ${told.join(', ')}`
}
