/**
 * Says before a run that no measurement can change its verdict.
 */
import { dimensionNoun } from '../../contracts/dimensions.ts'
import type { Prediction } from '../../contracts/prediction.ts'
import type { TargetDescription } from '../../contracts/target.ts'
import { joinNames } from '../../units/join-names.ts'
import { filledSentence } from './row.ts'
import { targetRows } from './target-rows.ts'

/** A note on a planned run that can prove nothing on its target, with the reason of its verdict; else empty. */
export function foreseenNotes(prediction: Prediction, target: TargetDescription): string[] {
  for (const row of targetRows) {
    const values = row.match({ prediction, target })
    if (values === null) continue
    return [`Whatever it measures, this run proves nothing: ${filledSentence(row, values)}${limitedText(target)}`]
  }
  return []
}

/** " This target limits ingress and egress." Empty if it limits nothing. */
function limitedText({ enforces }: TargetDescription): string {
  if (enforces.length === 0) return ''
  return ` This target limits ${joinNames(enforces.map(dimensionNoun))}. Change the workload so that one of these binds, or run it on a cluster of yours.`
}
