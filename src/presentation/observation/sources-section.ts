/**
 * Shows the sources of an observation, and where they disagree.
 */
import type { Observation, ObservedFigure, ObservedText, SourceKind, TimeSpan } from '../../contracts/observation.ts'
import { clusterFields, readFields, topicFields, topicTexts } from '../../contracts/observation-fields.ts'
import { formatDuration } from '../../units/duration.ts'
import { formatInUnit } from '../../units/in-unit.ts'
import { significantDigits } from '../../units/number-text.ts'
import { type Block, blocks, heading, list, type Section, table, textCell } from '../document.ts'
import { listedTime } from '../report-facts.ts'

/** Names of the kinds of sources. */
export const sourceKindLabels: Readonly<Record<SourceKind, string>> = {
  'topic-list': 'list of topics',
  'confluent-metrics': 'Confluent metrics export',
  cloudwatch: 'CloudWatch metrics',
  'kcp-state': 'kcp state file',
  prometheus: 'Prometheus',
  jolokia: 'Jolokia',
  'kafka-protocol': 'Kafka protocol',
}

/** At most this many disagreements are shown; the JSON has all of them. */
const maxDisagreements = 20

/** Each source with its time span, then the fields on which sources disagree. */
export function sourcesSection(observation: Observation): Section {
  const { sources } = observation
  const rows = sources.map(({ id, kind, label, span }) =>
    [id, sourceKindLabels[kind], label, spanText(span)].map(textCell),
  )
  const notes = sources.flatMap(({ id, notes: own }) => own.map((note) => `${id}: ${note}`))
  return {
    id: 'sources',
    title: 'Sources',
    marks: [],
    blocks: blocks(
      table('Where the figures come from', ['Source', 'Kind', 'Name', 'Time'].map(textCell), rows),
      notes.length > 0 && list(notes),
      disagreementBlocks(observation),
    ),
  }
}

/** A span of time: "7 days until 2026-11-22 10:00 UTC". */
export function spanText(span: TimeSpan | null): string {
  if (span === null) return 'not stated'
  const length = span.toEpochMs - span.fromEpochMs
  const end = `${listedTime(span.toEpochMs)} UTC`
  return length === 0 ? end : `${formatDuration(length)} until ${end}`
}

function disagreementBlocks(observation: Observation): Block[] {
  const sentences = [
    ...disagreements('the cluster', observation.cluster, clusterFields),
    ...observation.topics.flatMap(({ name, figures, texts }) => [
      ...disagreements(name, figures, topicFields),
      ...disagreements(name, texts, topicTexts),
    ]),
    ...observation.groups.flatMap(({ name, reads }) =>
      reads.flatMap((read) => disagreements(`${name} on ${read.topic}`, read.figures, readFields)),
    ),
  ]
  if (sentences.length === 0) return []
  const more = sentences.length - maxDisagreements
  return [
    heading('Where sources disagree'),
    list([...sentences.slice(0, maxDisagreements), ...(more > 0 ? [`and ${more} more, in the JSON`] : [])]),
  ]
}

type Fields = Readonly<Record<string, { readonly unit: string; readonly label: string }>>

/** @param owner the cluster, topic or group whose fields these are */
function disagreements(
  owner: string,
  figures: Readonly<Partial<Record<string, ObservedFigure | ObservedText>>>,
  fields: Fields,
): string[] {
  return Object.entries(figures).flatMap(([name, figure]) => {
    const field = fields[name]
    if (field === undefined || figure?.differing === undefined) return []
    const others = figure.differing.map(({ source, value }) => `${valueText(value, field.unit)} (${source})`)
    return [
      `${field.label} of ${owner}: ${valueText(figure.value, field.unit)} (${figure.source}) is used, not ${others.join(', ')}`,
    ]
  })
}

/** A value of a field with its unit. */
export function valueText(value: number | string, unit: string): string {
  if (typeof value === 'string') return value
  return unit.includes('/s') ? formatInUnit(value, unit) : `${significantDigits(value)} ${unit}`
}
