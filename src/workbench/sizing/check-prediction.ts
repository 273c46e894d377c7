/**
 * Checks that the predicted load uses no limit beyond a given share, for scripts and build servers.
 */
import { checkShares } from '../../capacity/check-shares.ts'
import type { Prediction } from '../../contracts/prediction.ts'
import type { Section } from '../../presentation/document.ts'
import { type CheckedScenario, junitXml } from '../../presentation/sizing/junit-xml.ts'
import { shareCheckSection, shareCheckSentences } from '../../presentation/sizing/share-check-sentences.ts'
import { writeFileAtomically } from '../files/write-file-atomically.ts'

/** A checked scenario, with the outcome as sentences. */
export interface CheckedPrediction extends CheckedScenario {
  readonly section: Section
  readonly sentences: readonly string[]
}

/** Checks the prediction of a scenario file. `share` is 0 to 1. */
export function checkPrediction(file: string, prediction: Prediction, share: number): CheckedPrediction {
  const check = checkShares(prediction, share)
  return {
    file,
    prediction,
    check,
    section: shareCheckSection(check, prediction),
    sentences: shareCheckSentences(check, prediction),
  }
}

/** Returns the check for JSON output: the limits above the share, without the details that the prediction already has. */
export function checkObject({ check, sentences }: Pick<CheckedPrediction, 'check' | 'sentences'>) {
  const { share, isPassed, isCarried, limits } = check
  const above = limits.filter(({ isAbove }) => isAbove).map(({ constraint }) => constraint)
  return {
    share,
    isPassed,
    isCarried,
    above: above.map(({ id, dimension, utilisation }) => ({ id, dimension, utilisation })),
    sentences,
  }
}

/** Writes the checks as JUnit XML. @throws AppError DISK_FULL or FILE_UNWRITABLE; no incomplete file is left. */
export async function writeJunit(path: string, checked: readonly CheckedScenario[]): Promise<void> {
  await writeFileAtomically(path, junitXml(checked))
}
