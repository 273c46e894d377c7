/**
 * Shows the published limits of an offering as of one date.
 */
import { dimensionName } from '../../contracts/dimensions.ts'
import type { LimitSet, Offering } from '../../contracts/offering.ts'
import { formatBytes } from '../../units/bytes.ts'
import { formatCount } from '../../units/count.ts'
import { formatDuration } from '../../units/duration.ts'
import { limitAmountText } from '../../units/limit-text.ts'
import { type Cell, type Content, type Table, table, textCell } from '../document.ts'
import { limitKindLabels } from '../labels.ts'
import { limitCitation } from '../source-text.ts'

type UnitName = Offering['unitName']

/**
 * Every limit of the set with its source, and sizes, features, burst and price.
 * @param today date of the report, for the age of sources: `2026-11-23`
 */
export function limitSetTable(set: LimitSet, unitName: UnitName, today: string): Table {
  const { sizes, limits } = set
  return table(
    `Limits as of ${set.asOf}`,
    [textCell('Limit'), textCell('Amount'), textCell('Kind'), textCell('Source')],
    [
      row('Sizes', sizesText(sizes, unitName), limitKindLabels.fixed, limitCitation(sizes.source, today)),
      ...limits.map((limit) =>
        row(
          dimensionName(limit.dimension),
          limitAmountText(limit, unitName.singular),
          limitKindLabels[limit.kind],
          limitCitation(limit.source, today),
        ),
      ),
      ...otherRows(set, unitName.singular, today),
    ],
  )
}

/** The remarks on the sources of limits; empty if there are none. */
export function limitRemarks({ limits, sizes }: LimitSet): Content[] {
  const named = [
    { name: 'Sizes', source: sizes.source },
    ...limits.map(({ dimension, source }) => ({ name: dimensionName(dimension), source })),
  ]
  return named.flatMap(({ name, source: { remark } }) => (remark === undefined ? [] : [`${name}: ${remark}`]))
}

function row(...texts: readonly [name: string, amount: string, kind: string, source: Content]): Cell[] {
  return texts.map(textCell)
}

function sizesText(sizes: LimitSet['sizes'], { singular, plural }: UnitName): string {
  const { min, max, multipleOf, only, minMultiZone } = sizes
  const units = `${formatCount(max)} ${max === 1 ? singular : plural}`
  return [
    min === max ? units : `${formatCount(min)} to ${units}`,
    ...(only === undefined ? [] : [`only ${only.join(', ')}`]),
    ...(multipleOf === undefined ? [] : [`in multiples of ${multipleOf}`]),
    ...(minMultiZone === undefined ? [] : [`at least ${minMultiZone} over several zones`]),
  ].join(', ')
}

function otherRows({ features, price, burst }: LimitSet, unitName: string, today: string): Cell[][] {
  return [
    ...(features === undefined ? [] : [featuresRow(features, today)]),
    ...(burst === undefined
      ? []
      : [
          row(
            'Burst',
            `${burst.low} to ${burst.high} times ingress and egress, likely ${burst.likely}`,
            '',
            limitCitation(burst.source, today),
          ),
        ]),
    ...(price === undefined
      ? []
      : [
          row(
            'Price',
            `${price.perUnitPerHour} ${price.currency}/h per ${unitName}`,
            '',
            limitCitation(price.source, today),
          ),
        ]),
  ]
}

function featuresRow(features: NonNullable<LimitSet['features']>, today: string): Cell[] {
  const { idempotentProducer, mostRecordBytes, replicationFactor, codecs, perTopic, source } = features
  const supported = [
    ...(idempotentProducer === false ? ['no idempotent producers'] : []),
    ...(mostRecordBytes === undefined ? [] : [`records up to ${formatBytes(mostRecordBytes)}`]),
    ...(replicationFactor === undefined ? [] : [`replication factor ${replicationFactor}`]),
    ...(codecs === undefined
      ? []
      : [codecs.taken.length === 0 ? 'no compression' : `codec ${codecs.taken.join(', ')}`]),
    ...(perTopic?.mostPartitions === undefined ? [] : [`${formatCount(perTopic.mostPartitions)} partitions a topic`]),
    ...(perTopic?.mostConsumerGroups === undefined
      ? []
      : [`${formatCount(perTopic.mostConsumerGroups)} groups a topic`]),
    ...(perTopic?.mostRetentionMs === undefined
      ? []
      : [`kept for ${formatDuration(perTopic.mostRetentionMs)} at most`]),
  ]
  return row('Supports', supported.join(', '), limitKindLabels.fixed, limitCitation(source, today))
}
