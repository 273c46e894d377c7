/**
 * Derives the offered load and the headroom from the scenario line by line, for checking by hand.
 */
import { constraintName } from '../contracts/dimensions.ts'
import type { Offering } from '../contracts/offering.ts'
import type { Scenario } from '../contracts/scenario.ts'
import { markerBytes } from '../contracts/transaction-marker.ts'
import { formatByteRate } from '../units/byte-rate.ts'
import { formatInUnit } from '../units/in-unit.ts'
import { groupDigits } from '../units/number-text.ts'
import { formatRecordRate } from '../units/record-rate.ts'
import { batchesAt } from './batching.ts'
import type { ConstraintModel } from './constraint-model.ts'
import { groupReadings } from './group-readings.ts'
import { unlimitedHeadroom } from './headroom.ts'
import { nameOf } from './lag.ts'
import { batchHeaderBytes, recordBytes, wireBytesPerRecord } from './record-batch.ts'
import type { ProducerLoad, TopicLoad } from './situation.ts'
import { type Solution, solve } from './solve.ts'
import { loggedBytesPerSec } from './topic-traffic.ts'
import type { Traffic } from './traffic.ts'
import { commitsAt, requestsPerTransaction, transactionLoad } from './transactions.ts'

/** Maximum number of producers, and of topics, that get a line. */
const maxLines = 12

/** A demand within this tolerance of proportional to the load is shown as a plain division. */
const proportionalTolerance = 0.005

/** A name and the formula of its number. */
export type DerivedLine = { readonly name: string; readonly formula: string }

/** The offered load, by producer and topic. Long lists end with the number of lines left out. */
export function deriveLoad(scenario: Scenario, offering: Offering): DerivedLine[] {
  const { situation, offered } = solve(scenario, offering)
  const written = cut(situation.producers.map(producerLine), 'producers')
  const committed = cut(situation.producers.flatMap(commitLine), 'producers with transactions')
  const read = cut(
    situation.topics.map((topic, index) => topicLine(topic, loggedBytesPerSec(offered.topics[index]))),
    'topics',
  )
  return [...written, ...committed, ...read]
}

/** How the headroom and the rates to plan with follow from the binding constraint. */
export function deriveAnswer(scenario: Scenario, offering: Offering): DerivedLine[] {
  const solution = solve(scenario, offering)
  const { growth, demanded, headroom, offered } = solution
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
    const formula = headroomFormula(holding, offered, writing.headroom.factor)
    lines.push({ name: 'Headroom of producers', formula })
  }
  if (headroom.factor < unlimitedHeadroom) lines.push(...ratesOf(solution))
  return lines
}

function headroomFormula(binding: ConstraintModel, offered: Traffic, factor: number): string {
  const demand = binding.demandAt(offered)
  const result = groupDigits(factor, 3)
  const isProportional = Math.abs((factor * demand) / binding.capacity - 1) < proportionalTolerance
  const capacity = formatInUnit(binding.capacity, binding.unit)
  if (isProportional)
    return `${constraintName(binding)}: ${capacity} / ${formatInUnit(demand, binding.unit)} = ${result}`
  return `${constraintName(binding)}: ${result} times the offered load needs ${capacity}; found by trial, because the demand does not grow in proportion to the load`
}

function ratesOf(solution: Solution): DerivedLine[] {
  const { writing, held, headroom } = solution
  const written = rateLine(solution, 'ingressWireBytesPerSec', writing.headroom.factor)
  const isAlike =
    held.length <= 1 && held.every(({ consumers }) => consumers.length === solution.situation.consumers.length)
  if (isAlike) return [written, rateLine(solution, 'egressWireBytesPerSec', headroom.factor)]
  const groups = cut(groupLines(solution), 'consumer groups')
  const total = formatByteRate(solution.achievable.egressWireBytesPerSec.likely)
  return [written, ...groups, { name: 'Achievable out', formula: `the sum of what all groups read = ${total}` }]
}

function rateLine(
  { offered, achievable }: Solution,
  name: 'ingressWireBytesPerSec' | 'egressWireBytesPerSec',
  factor: number,
): DerivedLine {
  const given = formatByteRate(offered.figures[name])
  const likely = formatByteRate(achievable[name].likely)
  const formula =
    factor < 1 ? `${given} offered x ${groupDigits(factor, 3)} = ${likely}` : `${given} offered, all of it`
  return { name: name === 'ingressWireBytesPerSec' ? 'Achievable in' : 'Achievable out', formula }
}

/** What the groups of each entry read, because a limit holds some of them and not all. */
function groupLines(solution: Solution): DerivedLine[] {
  const readings = groupReadings(solution)
  return readings.map((reading): DerivedLine => {
    const { readShare, wireBytesPerSec, count, binding } = reading
    const read = formatByteRate(wireBytesPerSec.likely * count)
    const written = formatByteRate((wireBytesPerSec.likely * count) / readShare)
    const limits = binding.map(constraintName).join(', ')
    const formula =
      readShare < 1
        ? `${written} written x ${groupDigits(readShare, 3)} = ${read}, held by ${limits}`
        : `${read}, all that is written`
    return { name: `${nameOf(reading, readings)} reads`, formula }
  })
}

function producerLine(load: ProducerLoad): DerivedLine {
  const { producer } = load
  const { recordsPerBatch } = batchesAt(load, producer.peakRecordsPerSec)
  const wire = wireBytesPerRecord(producer, recordsPerBatch)
  const ratio = producer.compressionRatio === 1 ? '' : `${producer.compressionRatio} x `
  const record = `${ratio}${groupDigits(recordBytes(producer), 2)} + ${batchHeaderBytes} / ${groupDigits(recordsPerBatch, 2)}`
  const total = formatByteRate(producer.peakRecordsPerSec * wire)
  return {
    name: `${producer.name} writes`,
    formula: `${formatRecordRate(producer.peakRecordsPerSec)} x ${groupDigits(wire, 2)} bytes (a record ${record} of batch header) = ${total}`,
  }
}

/** What the transactions of a producer entry cost; nothing if it has none. */
function commitLine(load: ProducerLoad): DerivedLine[] {
  const { producer, clients, transactionMs, commitMs } = load
  const commits = commitsAt(load, producer.peakRecordsPerSec)
  if (commits === null || transactionMs === null) return []
  const { batchesPerSec } = batchesAt(load, producer.peakRecordsPerSec)
  const { markersPerSec } = transactionLoad(commits, load, batchesPerSec)
  // Between two transactions is their commit, or the wait for the next record if that is longer.
  const pauseMs = (clients / commits.perSec) * 1000 - transactionMs
  const what = pauseMs > commitMs * (1 + 1e-9) ? 'until the next record' : 'of commit'
  const each = `${groupDigits(transactionMs, 3)} + ${groupDigits(pauseMs, 3)} ms ${what}`
  const rate = formatInUnit(commits.perSec, 'transactions/s')
  const markers = `${groupDigits(markersPerSec / commits.perSec, 1)} partitions`
  const formula = `${formatInUnit(clients, 'clients')} / (${each}) = ${rate}, each with ${requestsPerTransaction} requests and a marker of ${markerBytes} bytes in ${markers} = ${formatByteRate(markersPerSec * markerBytes)} of markers`
  return [{ name: `${producer.name} commits`, formula }]
}

function topicLine({ topic, readers }: TopicLoad, wireBytesPerSec: number): DerivedLine {
  const formula = `${formatByteRate(wireBytesPerSec)} x ${formatInUnit(readers, 'groups')} = ${formatByteRate(wireBytesPerSec * readers)}`
  return { name: `Out of ${topic.name}`, formula }
}

function cut(lines: readonly DerivedLine[], what: string): DerivedLine[] {
  if (lines.length <= maxLines) return [...lines]
  return [...lines.slice(0, maxLines), { name: '', formula: `and ${lines.length - maxLines} more ${what}` }]
}
