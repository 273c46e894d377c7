/**
 * Says which limits and prices an update took into the workspace.
 */
import type { ModelUpdate, TakenFile } from '../../contracts/model-update.ts'

/** One sentence for each file: "Limits of AWS MSK Serverless, newest date 2027-01, instead of your file from before." */
export function takenSentences({ taken }: ModelUpdate): string[] {
  return taken.map(takenSentence)
}

function takenSentence({ kind, name, date, change }: TakenFile): string {
  const subject =
    kind === 'model' ? `Limits of ${name}, newest date ${date}` : `Prices of “${name}”, checked on ${date}`
  return `${subject}${changeTexts[change]}.`
}

const changeTexts: Readonly<Record<TakenFile['change'], string>> = {
  new: '',
  replaced: ', instead of your file from before',
  same: ', which your workspace had already',
}
