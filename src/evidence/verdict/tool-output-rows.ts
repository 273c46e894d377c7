/**
 * Rows that check figures that tools reported: are they of this workload, and is there an interval to judge?
 */
import type { FigureName } from '../../contracts/figures.ts'
import { minSteadyWindows } from '../../contracts/plan-windows.ts'
import { formatCount } from '../../units/count.ts'
import { judgedFigures, payloadFigure } from '../comparisons.ts'
import { rateText } from '../rate-text.ts'
import type { VerdictFacts } from './facts.ts'
import type { SentenceValues, VerdictRow } from './row.ts'

/** If measured / offered exceeds this, rounding and timing do not explain it. A rule of thumb. */
const maxMeasuredRatio = 1.02

/** If the payload per record differs by more than this factor, the records are not those of the scenario. */
const maxRecordSizeFactor = 1.05

/** The first row that matches decides. */
export const toolOutputRows: readonly VerdictRow[] = [
  {
    id: 'tools-cut-short',
    condition: 'Headroom ran the tools, and their run was cut short.',
    verdict: 'not-proven',
    reasonCode: 'partial-run',
    sentence: 'the run was cut short.',
    match: ({ outputs }) => (outputs?.isPartial === true && outputs.windows !== null ? {} : null),
  },
  {
    id: 'output-cut-short',
    condition: 'An imported output ends before its own summary.',
    verdict: 'not-proven',
    reasonCode: 'partial-run',
    sentence: 'an imported output ends before its own summary.',
    match: ({ outputs }) => (outputs?.isPartial === true ? {} : null),
  },
  {
    id: 'rate-not-reported',
    condition: 'The tools did not report the rate of the binding direction.',
    verdict: 'not-proven',
    reasonCode: 'figure-absent',
    sentence: 'the imported files do not contain the rate of {side}, which decides the verdict.',
    match: (facts) => {
      if (facts.outputs === null || reportedOf(facts) !== null) return null
      return { side: judgedFigures(facts.prediction)[0].startsWith('egress') ? 'reading' : 'writing' }
    },
  },
  {
    id: 'more-than-offered',
    condition: 'An imported output moved over 2 % more than the scenario offers.',
    verdict: 'not-proven',
    reasonCode: 'other-workload',
    sentence:
      'the imported benchmark moved {measured}, more than the {offered} that the scenario offers: it is another workload.',
    match: (facts) => moreThanOffered(facts),
  },
  {
    id: 'other-records',
    condition: 'The payload of a record differs from that of the scenario by over 5 %.',
    verdict: 'not-proven',
    reasonCode: 'other-workload',
    sentence: 'its records hold {measured} bytes of payload, those of the scenario {offered}: it is another workload.',
    match: (facts) => otherRecords(facts),
  },
  {
    id: 'tools-too-short',
    condition: 'Headroom ran the tools, for fewer than eight whole quota windows.',
    verdict: 'not-proven',
    reasonCode: 'too-short',
    sentence: `the run was too short: {windows} of the ${minSteadyWindows} whole quota windows that an interval needs.`,
    match: ({ outputs }) => {
      const windows = outputs?.windows ?? minSteadyWindows
      return windows < minSteadyWindows ? { windows: formatCount(windows) } : null
    },
  },
  {
    id: 'no-interval',
    condition: 'The tools reported one mean, so that there is no interval.',
    verdict: 'not-proven',
    reasonCode: 'no-interval',
    sentence:
      'the imported files give one mean and no interval, so its spread is not known; three repeats of the benchmark, imported as repeats, give one.',
    match: (facts) => {
      const reported = reportedOf(facts)
      return reported === null || facts.comparisons[0]?.figure === reported.figure ? null : {}
    },
  },
]

/** A figure that tools reported. */
type Reported = { readonly figure: FigureName; readonly measured: number }

/**
 * The reported rate of the binding direction, in wire bytes or else in payload. Null if unknown, or if the run is
 * sampled.
 */
function reportedOf({ outputs, prediction }: VerdictFacts): Reported | null {
  if (outputs === null) return null
  const [wire] = judgedFigures(prediction)
  const reported = [wire, payloadFigure(wire)].flatMap((figure) => {
    const measured = outputs.figures[figure]
    return measured === null ? [] : [{ figure, measured }]
  })
  return reported[0] ?? null
}

/**
 * Values if tools measured more than the scenario offers. Always null for tools that Headroom ran: their plan fixes the
 * number of records, and when they catch up they send faster than offered for a while.
 */
function moreThanOffered(facts: VerdictFacts): SentenceValues | null {
  const reported = reportedOf(facts)
  if (reported === null || facts.outputs?.windows !== null) return null
  const { figure, measured } = reported
  const offered = facts.prediction.offered[figure]
  if (measured <= offered * maxMeasuredRatio) return null
  return { measured: rateText(figure, measured), offered: rateText(figure, offered) }
}

/** Values if the records of the outputs have another size than those of the scenario; else null. */
function otherRecords({ outputs, prediction: { offered } }: VerdictFacts): SentenceValues | null {
  if (outputs === null) return null
  const { ingressPayloadBytesPerSec: payload, recordsPerSec } = outputs.figures
  if (payload === null || !recordsPerSec) return null
  const measured = payload / recordsPerSec
  const predicted = offered.ingressPayloadBytesPerSec / offered.recordsPerSec
  // This is never true for a scenario that offers nothing, because its record size is NaN.
  const isOther = Math.max(measured, predicted) > Math.min(measured, predicted) * maxRecordSizeFactor
  return isOther ? { measured: formatCount(measured), offered: formatCount(predicted) } : null
}
