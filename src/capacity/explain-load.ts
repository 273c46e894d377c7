/**
 * Derives the offered load and the headroom from the scenario line by line, for checking by hand.
 */
import { batchHeaderBytes } from '../contracts/batch-header.ts'
import { constraintName } from '../contracts/dimensions.ts'
import type { Offering } from '../contracts/offering.ts'
import type { Scenario } from '../contracts/scenario.ts'
import { markerBytes } from '../contracts/transaction-marker.ts'
import { formatByteRate } from '../units/byte-rate.ts'
import { formatInUnit } from '../units/in-unit.ts'
import { groupDigits } from '../units/number-text.ts'
import { formatRecordRate } from '../units/record-rate.ts'
import type { ConstraintModel } from './constraint-model.ts'
import { groupReadings } from './group-readings.ts'
import { unlimitedHeadroom } from './headroom.ts'
import { nameOf } from './lag.ts'
import { recordBytes, withBatchHeader } from './record-batch.ts'
import type { ProducerLoad, TopicLoad } from './situation.ts'
import { type Solution, solve } from './solve.ts'
import { loggedBytesPerSec } from './topic-traffic.ts'
import { batchesOf, type Traffic } from './traffic.ts'
import { commitsAt, requestsPerTransaction, transactionLoad } from './transactions.ts'

/** Maximum number of producers, and of topics, that get a line. */
const maxLines = 12

/** A demand that is further than this from proportional to the load is not shown as a plain division. */
const proportionalTolerance = 0.0005

/** Two ways to compute the same figure differ by less than this share of it. */
const roundingErrors = 1e-9

/** The figures of an answer are rounded to this. */
const figureStep = 0.001

/** A name and the formula of its number. */
export type DerivedLine = { readonly name: string; readonly formula: string }

/** The offered load, by producer and topic. Long lists end with the number of lines left out. */
export function deriveLoad(scenario: Scenario, offering: Offering): DerivedLine[] {
  const { situation, offered } = solve(scenario, offering)
  const written = cut(
    situation.producers.map((load) => producerLine(load, offered)),
    'producers',
  )
  const committed = cut(
    situation.producers.flatMap((load) => commitLines(load, offered)),
    'producers with transactions',
  )
  const read = cut(
    situation.topics.map((topic, index) => topicLine(topic, loggedBytesPerSec(offered.topics[index]))),
    'topics',
  )
  return [...written, ...committed, ...read]
}

/** How the headroom and the rates to plan with follow from the binding constraint. */
export function deriveAnswer(scenario: Scenario, offering: Offering): DerivedLine[] {
  const solution = solve(scenario, offering)
  const { growth, demanded, headroom } = solution
  const [binding] = growth.binding
  if (headroom.factor === 0 || binding === undefined) {
    return [{ name: 'Headroom', formula: headroom.factor === 0 ? '0: refused at any load' : 'nothing known limits it' }]
  }
  const lines = [{ name: 'Headroom', formula: headroomFormula(binding, demanded, growth.factor) }]
  const [saturating] = headroom.binding
  if (headroom !== growth && saturating !== undefined) {
    const formula = headroomFormula(saturating, solution.waitingAt(1), headroom.factor)
    lines.push({ name: 'At most, as clients wait and fill batches', formula })
  }
  const { writing } = solution
  const [holding] = writing.headroom.binding
  if (writing.headroom !== headroom && holding !== undefined) {
    const formula = headroomFormula(holding, solution.offered, writing.headroom.factor)
    lines.push({ name: 'Headroom of producers', formula })
  }
  if (headroom.factor < unlimitedHeadroom) lines.push(...ratesOf(solution))
  return lines
}

function headroomFormula(binding: ConstraintModel, offered: Traffic, factor: number): string {
  const demand = binding.demandAt(offered)
  const result = shownFactor(factor)
  const capacity = formatInUnit(binding.capacity, binding.unit)
  if (isSame(binding.capacity / demand, factor, shownFactor))
    return `${constraintName(binding)}: ${capacity} / ${formatInUnit(demand, binding.unit)} = ${result}`
  return `${constraintName(binding)}: ${result} times the offered load needs ${capacity}; found by trial, because the demand does not grow in proportion to the load`
}

/**
 * True if two figures are equal, or differ by less than `proportionalTolerance` and are shown with the same digits. A reader
 * who computes one of them from the shown figures then gets the other.
 */
function isSame(one: number, other: number, shown: (figure: number) => string): boolean {
  const difference = Math.abs(one - other)
  if (difference <= Math.abs(other) * roundingErrors) return true
  return difference < Math.abs(other) * proportionalTolerance && shown(one) === shown(other)
}

/** True if a rate is the same as a share of the offered one, but for the rounding of figures. */
function isShare(share: number, bytesPerSec: number): boolean {
  return Math.abs(share - bytesPerSec) <= figureStep || isSame(share, bytesPerSec, formatByteRate)
}

/** A factor with at least three digits that matter: 0.797, 0.00412. */
function shownFactor(factor: number): string {
  return factor > 0 && factor < 0.1 ? String(Number(factor.toPrecision(3))) : groupDigits(factor, 3)
}

function ratesOf(solution: Solution): DerivedLine[] {
  const { offered, achievable, held, factors, situation } = solution
  const written = writtenLine(solution)
  const isAlike = held.length <= 1 && held.every(({ consumers }) => consumers.length === situation.consumers.length)
  const [read = factors.writing] = factors.reading
  const given = offered.figures.egressWireBytesPerSec
  const likely = achievable.egressWireBytesPerSec.likely
  if (likely === 0 || (isAlike && isShare(given * Math.min(1, read.likely), likely))) {
    return [written, { name: 'Achievable out', formula: shareFormula(given, read.likely, likely) }]
  }
  const groups = cut(groupLines(solution), 'consumer groups')
  return [
    written,
    ...groups,
    { name: 'Achievable out', formula: `the sum of what all groups read = ${formatByteRate(likely)}` },
  ]
}

/** What producers write: in proportion to the load, or in other batches if they wait. */
function writtenLine({ offered, achievable, factors }: Solution): DerivedLine {
  const name = 'Achievable in'
  const factor = factors.writing.likely
  const given = offered.figures.ingressWireBytesPerSec
  const likely = achievable.ingressWireBytesPerSec.likely
  if (isShare(given * Math.min(1, factor), likely)) return { name, formula: shareFormula(given, factor, likely) }
  const records = achievable.recordsPerSec.likely
  const asked = `${formatRecordRate(offered.figures.recordsPerSec)} offered`
  const taken = factor < 1 ? `${asked} x ${shownFactor(factor)} = ${formatRecordRate(records)}` : asked
  const bytes = `${groupDigits(likely / records, 2)} bytes in fuller batches`
  return { name, formula: `${taken} x ${bytes} = ${formatByteRate(likely)}` }
}

function shareFormula(given: number, factor: number, likely: number): string {
  const offered = `${formatByteRate(given)} offered`
  return factor < 1 ? `${offered} x ${shownFactor(factor)} = ${formatByteRate(likely)}` : `${offered}, all of it`
}

/** One line per consumer entry: what its groups read. Used if a limit holds back only some of them. */
function groupLines(solution: Solution): DerivedLine[] {
  const readings = groupReadings(solution)
  return readings.map((reading): DerivedLine => {
    const { readShare, wireBytesPerSec, count, binding } = reading
    const read = formatByteRate(wireBytesPerSec.likely * count)
    const written = formatByteRate((wireBytesPerSec.likely * count) / readShare)
    const limits = binding.map(constraintName).join(', ')
    const formula =
      readShare < 1
        ? `${written} written x ${shownFactor(readShare)} = ${read}, held by ${limits}`
        : `${read}, all that is written`
    return { name: `${nameOf(reading, readings)} reads`, formula }
  })
}

/** The bytes that a producer entry writes, in the batches of the offered load: fuller ones if clients have to wait. */
function producerLine(load: ProducerLoad, offered: Traffic): DerivedLine {
  const { producer } = load
  const { recordsPerBatch } = batchesOf(load, offered)
  const wire = withBatchHeader(load.compressedRecordBytes, recordsPerBatch)
  const ratio = producer.compressionRatio === 1 ? '' : `${producer.compressionRatio} x `
  const record = `${ratio}${groupDigits(recordBytes(producer), 2)} + ${batchHeaderBytes} / ${groupDigits(recordsPerBatch, 2)}`
  const why = offered.waitingShare === 0 ? '' : ', while clients wait and fill batches'
  const total = formatByteRate(producer.peakRecordsPerSec * wire)
  return {
    name: `${producer.name} writes`,
    formula: `${formatRecordRate(producer.peakRecordsPerSec)} x ${groupDigits(wire, 2)} bytes (a record ${record} of batch header${why}) = ${total}`,
  }
}

/** The transactions of a producer entry, and the bytes of their markers; nothing if it has none. */
function commitLines(load: ProducerLoad, offered: Traffic): DerivedLine[] {
  const { producer, clients, transactionMs, commitMs } = load
  const commits = commitsAt(load, producer.peakRecordsPerSec)
  if (commits === null || transactionMs === null) return []
  const { perSec } = commits
  const { batchesPerSec } = batchesOf(load, offered)
  const { markersPerSec } = transactionLoad(commits, load, batchesPerSec)
  // Between two transactions is their commit, or the wait for the next record if that is longer.
  const pauseMs = (clients / perSec) * 1000 - transactionMs
  const what = pauseMs > commitMs * (1 + 1e-9) ? 'until the next record' : 'of commit'
  const rate = formatInUnit(perSec, 'transactions/s')
  const marked = groupDigits(markersPerSec / perSec, 2)
  return [
    {
      name: `${producer.name} commits`,
      formula: `${formatInUnit(clients, 'clients')} / (${shownMs(transactionMs)} + ${shownMs(pauseMs)} ${what}) = ${rate}, each with ${requestsPerTransaction} requests`,
    },
    {
      name: `${producer.name} marks`,
      formula: `${rate} x ${marked} ${marked === '1' ? 'partition' : 'partitions'} x ${markerBytes} bytes of marker = ${formatByteRate(markersPerSec * markerBytes)}`,
    },
  ]
}

/** Milliseconds with the digits that matter: "2.813 ms", "60,000 ms". */
function shownMs(value: number): string {
  return `${groupDigits(value, value < 100 ? 3 : 2)} ms`
}

function topicLine({ topic, readers }: TopicLoad, wireBytesPerSec: number): DerivedLine {
  const formula = `${formatByteRate(wireBytesPerSec)} x ${formatInUnit(readers, 'groups')} = ${formatByteRate(wireBytesPerSec * readers)}`
  return { name: `Out of ${topic.name}`, formula }
}

function cut(lines: readonly DerivedLine[], what: string): DerivedLine[] {
  if (lines.length <= maxLines) return [...lines]
  return [...lines.slice(0, maxLines), { name: '', formula: `and ${lines.length - maxLines} more ${what}` }]
}
