import { formatValue, rateBeside, rateOfUnitBeside } from '../../../charts/value-format.ts'
import type { Prediction } from '../../../contracts/prediction.ts'
import type { Result } from '../../../contracts/result.ts'
import { figureLabel, measureLabels, runMeasureLabels } from '../../../presentation/labels.ts'
import { withNoBreakSpaces } from '../../../presentation/painters/no-break-spaces.ts'
import { figureBounds } from '../../../presentation/report-facts.ts'
import { isOverload } from '../../../presentation/run/overload-sentence.ts'
import { byteRateQuantity } from '../../../units/byte-rate.ts'
import { formatCount } from '../../../units/count.ts'
import { formatMicroseconds, latencyQuantity } from '../../../units/duration.ts'
import { withoutUnit } from '../../../units/quantity.ts'
import { percentQuantity } from '../../../units/ratio.ts'
import { Tile } from '../../components/tile.tsx'
import type { RunView } from './run-view.ts'

const noText = '–'
const none = withoutUnit(noText)

/** The figures of a run. A live run shows those of the last second, an ended one those of its steady window. */
export function RunTiles({ run, prediction }: { readonly run: RunView; readonly prediction: Prediction }) {
  const result = run.record?.result ?? null
  return (
    <dl className="tiles is-run">
      <MeasuredTile run={run} prediction={prediction} figure="ingressWireBytesPerSec" />
      <MeasuredTile run={run} prediction={prediction} figure="egressWireBytesPerSec" />
      {result === null ? <LiveTiles {...{ run, prediction }} /> : <ResultTiles {...{ result, prediction }} />}
    </dl>
  )
}

/** The figures before a run, all of them predicted. */
export function PredictedTiles({ prediction }: { readonly prediction: Prediction }) {
  const { ingressWireBytesPerSec: ingress, egressWireBytesPerSec: egress } = prediction.expected
  return (
    <dl className="tiles">
      <Tile label={figureLabel('Predicted', 'ingressWireBytesPerSec')} value={byteRateQuantity(ingress.likely)}>
        band {figureBounds('ingressWireBytesPerSec', ingress, ingress.likely)}
      </Tile>
      <Tile label={figureLabel('Predicted', 'egressWireBytesPerSec')} value={byteRateQuantity(egress.likely)}>
        band {figureBounds('egressWireBytesPerSec', egress, egress.likely)}
      </Tile>
      <Tile label="Measured" value={none}>
        nothing yet
      </Tile>
    </dl>
  )
}

interface MeasuredTileProps {
  readonly run: RunView
  readonly prediction: Prediction
  readonly figure: 'ingressWireBytesPerSec' | 'egressWireBytesPerSec'
}

function MeasuredTile({ run, prediction, figure }: MeasuredTileProps) {
  const band = prediction.expected[figure]
  // The comparison comes first: it has the measured figure in the same bytes as the prediction (see `counts` of a limit).
  const compared = run.record?.overlay?.comparisons.find((comparison) => comparison.figure === figure)
  const steady = compared?.measured ?? run.record?.result?.steady?.[figure]
  const whole = run.record?.result?.wholeRun[figure]
  const now = run.lastPoint?.[figure]
  const value = steady?.mean ?? whole ?? now
  return (
    <Tile label={figureLabel('Measured', figure)} value={value === undefined ? none : rateBeside(value, band.likely)}>
      {steady === undefined ? null : (
        <span className="line">
          mean, 95{'\u00a0'}%:{' '}
          <span className="number">
            {withNoBreakSpaces(figureBounds(figure, steady, rateOfUnitBeside(steady.mean, band.likely)))}
          </span>
        </span>
      )}
      <span className="line">
        predicted <span className="number">{withNoBreakSpaces(figureBounds(figure, band, band.likely))}</span>
      </span>
    </Tile>
  )
}

/** Below the response time of a run that offers more than the limit: a long one is expected. */
const overloadText = 'overloaded on purpose'

interface LiveTilesProps {
  readonly run: RunView
  readonly prediction: Prediction
}

function LiveTiles({ run, prediction }: LiveTilesProps) {
  const point = run.lastPoint
  const latency = point?.responseP99Us
  const lag = point?.lagRecords
  return (
    <>
      <Tile label={measureLabels.responseP99Us} value={latency == null ? none : latencyQuantity(latency)}>
        {isOverload(prediction, null) ? overloadText : 'due time to acknowledgement'}
      </Tile>
      <Tile label={runMeasureLabels.throttled} value={point === null ? none : latencyQuantity(point.throttleMs * 1000)}>
        longest in the last second
      </Tile>
      <Tile label={runMeasureLabels.lag} value={lag == null ? none : withoutUnit(formatCount(lag))}>
        records written and not read yet
      </Tile>
    </>
  )
}

interface ResultTilesProps {
  readonly result: Result
  readonly prediction: Prediction
}

function ResultTiles({ result, prediction }: ResultTilesProps) {
  const response = result.latency.response
  const isOver = isOverload(prediction, result)
  return (
    <>
      <Tile label={measureLabels.responseP99Us} value={response === null ? none : latencyQuantity(response.p99Us)}>
        {isOver ? <span className="line">{overloadText}</span> : null}
        median {response === null ? noText : formatValue(response.p50Us, 'latency-us')}
      </Tile>
      <Tile label={runMeasureLabels.throttled} value={percentQuantity(result.throttle.producerSecondsFraction)}>
        of all seconds, up to {formatMicroseconds(result.throttle.maxMs * 1000)}
      </Tile>
      <Tile label={runMeasureLabels.acknowledged} value={percentQuantity(result.ackedRatio)}>
        {acknowledgedOf(result)}
        {isOver ? <span className="line">more was offered than fits</span> : null}
      </Tile>
    </>
  )
}

/**
 * Names the records whose acknowledged share the tile shows. The shown rates may give a slightly different share, because
 * they weight the seconds differently.
 */
function acknowledgedOf({ steady, steadyWindow: { fromSecond, toSecond } }: Result): string {
  return steady === null ? 'of the offered records' : `of those offered in seconds ${fromSecond}–${toSecond}`
}
