/**
 * The line above the figures and the chart of a prediction: of which size they are. The headline may be about another one.
 */
import { describeUnits } from '../../capacity/explain-prediction.ts'
import { gainsByWaiting, offersWhileWaiting } from '../../capacity/saturation.ts'
import type { Offering } from '../../contracts/offering.ts'
import type { Prediction } from '../../contracts/prediction.ts'
import { formatByteRate } from '../../units/byte-rate.ts'
import { joinNames } from '../../units/join-names.ts'
import { isRefusedOnly } from './answer-tiles.ts'
import type { WordedRecommendation } from './recommendation.ts'
import { sizeUnits } from './smaller-size-section.ts'

/**
 * ", not the 3 CKUs recommended above": what the headline recommends and the form does not have. Empty if the form has it,
 * and if no size is enough.
 */
export function otherThanRecommended(
  { change, isChangeSure, size }: Pick<WordedRecommendation, 'change' | 'isChangeSure' | 'size'>,
  sizeInForm: number,
  offering: Offering,
): string {
  const recommended = isChangeSure && change !== null ? change.smallest : size === null ? null : { size }
  if (recommended === null) return ''
  if (recommended.size !== sizeInForm) return `, not the ${sizeUnits(recommended, offering)} recommended above`
  return isChangeSure ? ', without the changes recommended above' : ''
}

/** "1 CKU, as in the form": the size of the figures and of the chart. */
export function sizeOfTiles(prediction: Prediction): string {
  return `${describeUnits(prediction)}, as in the form`
}

/**
 * What else to know about the figures; empty if nothing. If clients wait, it has the bytes of the same records without
 * waiting, as the chart of limits shows them. They are more, because smaller batches have more headers.
 */
export function tilesNote(prediction: Prediction): string {
  if (isRefusedOnly(prediction)) return 'What it would carry if the workload were not refused.'
  const bytes = offersWhileWaiting(prediction) ? bytesWithoutWaiting(prediction) : ''
  if (bytes === '' && !gainsByWaiting(prediction)) return ''
  const small = bytes === '' ? '' : ` In small batches, as in the chart, the load is ${bytes}.`
  return `Figures while clients wait.${small}`
}

/** "62.4 MB/s in and 312.2 MB/s out"; empty if the model limits neither. */
function bytesWithoutWaiting({ constraints }: Prediction): string {
  const demandOf = (dimension: 'ingress' | 'egress', direction: string) =>
    constraints
      .filter((each) => each.dimension === dimension && each.demand > 0)
      .map(({ demand }) => `${formatByteRate(demand)} ${direction}`)
  return joinNames([...demandOf('ingress', 'in'), ...demandOf('egress', 'out')])
}
