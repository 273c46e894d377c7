/**
 * A run that other load tools made: its sentence, its figures beside the prediction, its clients, and what the tools do not
 * report.
 */
import { useMemo } from 'react'
import { importChart } from '../../../charts/import-chart.ts'
import type { FigureName } from '../../../contracts/figures.ts'
import { type OutputsRun, runLabel } from '../../../contracts/run-record.ts'
import type { Scenario } from '../../../contracts/scenario.ts'
import { figureQuantity } from '../../../evidence/rate-text.ts'
import { figureLabel, runMeasureLabels } from '../../../presentation/labels.ts'
import { withNoBreakSpaces } from '../../../presentation/painters/no-break-spaces.ts'
import { figureBounds } from '../../../presentation/report-facts.ts'
import {
  clientsSection,
  importedFigures,
  missingSection,
  notReported,
} from '../../../presentation/run/import-document.ts'
import { importAnswer } from '../../../presentation/run/run-answer.ts'
import { calibrationSections } from '../../../presentation/sizing/prediction-sections.ts'
import { latencyQuantity } from '../../../units/duration.ts'
import { withoutUnit } from '../../../units/quantity.ts'
import { ChartView } from '../../components/chart-view.tsx'
import { DocumentBlocks, DocumentSection, DocumentSections } from '../../components/document-blocks.tsx'
import { ExportButton } from '../../components/export-button.tsx'
import { ReportFields } from '../../components/report-fields.tsx'
import { Tile } from '../../components/tile.tsx'
import { RunQuestion, Verdict } from './run-answer.tsx'
import type { RunView } from './run-view.ts'

interface ImportedAnswerProps {
  readonly run: RunView
  /** The record of `run`, whose figures come from the outputs of tools. */
  readonly imported: OutputsRun
  /** The current scenario of the window. */
  readonly scenario: Scenario
  readonly onCompare: () => void
  readonly isExporting: boolean
  readonly onExport: () => void
  readonly onClose: () => void
}

/** The right side of the validation view while a run of other tools is shown. */
export function ImportedAnswer(props: ImportedAnswerProps) {
  const { run, imported, scenario, isExporting, onCompare, onExport, onClose } = props
  const isOfCurrentScenario = JSON.stringify(imported.scenario) === JSON.stringify(scenario)
  return (
    <>
      <RunQuestion record={imported} scenario={scenario} />
      <Verdict run={run} />
      <p className="badges">
        {importAnswer(imported).marks.map((mark) => (
          <span className="badge" key={mark}>
            {mark}
          </span>
        ))}
        <span className="quiet">{runLabel(imported)}</span>
      </p>
      <div className="actions">
        <ExportButton disabledBecause={null} {...{ isExporting, onExport }} />
        {imported.origin === 'imported' && !isOfCurrentScenario ? (
          <button type="button" onClick={onCompare}>
            Compare with “{scenario.name}”
          </button>
        ) : null}
        <button type="button" onClick={onClose}>
          New validation
        </button>
        <ReportFields hasHosts />
      </div>
      <ImportedTiles run={imported} />
      <ImportedCharts run={imported} />
      <DocumentBlocks blocks={[importedFigures(imported)]} />
      <div className="evidence">
        <div>
          {imported.prediction === null ? null : (
            <DocumentSections sections={calibrationSections(imported.prediction)} />
          )}
          <DocumentSection section={clientsSection(imported)} />
        </div>
        <div>
          <Notes lines={imported.notes} />
          <DocumentSection section={missingSection(imported)} />
        </div>
      </div>
    </>
  )
}

function Notes({ lines }: { readonly lines: readonly string[] }) {
  if (lines.length === 0) return null
  return (
    <section>
      <h2>Notes on these outputs</h2>
      <ul className="lines">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  )
}

/** The figures of each direction. Wire bytes are shown only if the tools do not report payload bytes. */
const directions = [
  { wire: 'ingressWireBytesPerSec', payload: 'ingressPayloadBytesPerSec' },
  { wire: 'egressWireBytesPerSec', payload: 'egressPayloadBytesPerSec' },
] as const

function ImportedTiles({ run }: { readonly run: OutputsRun }) {
  const { figures, repeats } = run.observations
  const [latency, ...others] = repeats.flatMap(({ parts }) => parts.flatMap(({ latencies }) => latencies))
  return (
    <dl className="tiles">
      {directions.map(({ wire, payload }) => (
        <FigureTile
          key={wire}
          run={run}
          figure={figures[payload] === null && figures[wire] !== null ? wire : payload}
        />
      ))}
      <FigureTile run={run} figure="recordsPerSec" />
      <Tile
        label={runMeasureLabels.toolP99Us}
        value={latency?.p99Us == null || others.length > 0 ? none : latencyQuantity(latency.p99Us)}
      >
        {latencyDetail(latency?.p99Us ?? null, others.length)}
      </Tile>
    </dl>
  )
}

const none = withoutUnit('–')

/** The text below the latency. With several clients none is shown, because their percentiles cannot be combined. */
function latencyDetail(p99Us: number | null, others: number): string {
  if (others > 0) return 'per client, see below'
  return p99Us === null ? notReported : 'as printed by the tool'
}

interface FigureTileProps {
  readonly run: OutputsRun
  readonly figure: FigureName
}

function FigureTile({ run: { observations, prediction }, figure }: FigureTileProps) {
  const value = observations.figures[figure]
  const interval = observations.intervals?.[figure] ?? null
  const band = prediction?.expected[figure] ?? null
  return (
    <Tile label={figureLabel('Imported', figure)} value={value === null ? none : figureQuantity(figure, value)}>
      {value === null ? <span className="line">{notReported}</span> : null}
      {interval === null || figure === 'recordsPerSec' ? null : (
        <span className="line">
          95{'\u00a0'}%: {withNoBreakSpaces(figureBounds(figure, interval, interval.mean))}
        </span>
      )}
      {band === null || figure === 'recordsPerSec' ? null : (
        <span className="line">predicted {withNoBreakSpaces(figureBounds(figure, band, band.likely))}</span>
      )}
    </Tile>
  )
}

const chartRem = 16

function ImportedCharts({ run }: { readonly run: OutputsRun }) {
  const charts = useMemo(
    () =>
      (['ingress', 'egress'] as const).flatMap((direction) => {
        const description = importChart(run, direction)
        return description === null ? [] : [{ direction, description }]
      }),
    [run],
  )
  if (charts.length === 0) {
    return <p className="reason">No chart: these outputs do not say how long their clients ran.</p>
  }
  return (
    <div className="charts">
      {charts.map(({ direction, description }) => (
        <ChartView key={direction} description={description} heightRem={chartRem} />
      ))}
    </div>
  )
}
