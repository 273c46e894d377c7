/**
 * The answer of a run: its verdict and the reason, or why it has no verdict.
 */
import { headSentenceOfImport } from '../../contracts/import-sentence.ts'
import type { MeasuredRecord, OutputsRun } from '../../contracts/run-record.ts'
import { type Overlay, verdictFinding, verdictLabels } from '../../contracts/verdict.ts'
import { type JudgedRun, overlayByCurrentRules, ruleVersionOf } from '../../evidence/overlay-run.ts'
import type { Answer } from '../document.ts'
import { runStatusSentences } from '../labels.ts'
import { marksOf } from '../report-facts.ts'
import { overloadSentence } from './overload-sentence.ts'
import { scaleSentence } from './scale-sentence.ts'

/** The answer of a run that Headroom measured. */
export function runAnswer(record: MeasuredRecord): Answer {
  const { overlay, status, endDetail } = record
  const marks = marksOf(record)
  if (overlay === null) {
    return { ...noVerdict, sentence: runStatusSentences[status], reason: endDetail ?? '', marks }
  }
  const reason = status === 'complete' ? '' : (endDetail ?? runStatusSentences[status])
  const sentences = [scaleSentence(record), overloadSentence(record), reason, currentVerdictSentence(record)]
  return { ...verdictOf(overlay), reason: joined(...sentences), marks }
}

/** The answer of a run that other tools measured. */
export function importAnswer(run: OutputsRun): Answer {
  const { overlay, status } = run
  const isPartial = status === 'partial'
  const reason = isPartial ? 'One output ends before its summary. Its figures up to the end are shown.' : ''
  const marks = overlay?.marks ?? (isPartial ? ['imported', 'partial'] : ['imported'])
  if (overlay === null) return { ...noVerdict, sentence: headSentenceOfImport(run), reason, marks }
  return { ...verdictOf(overlay), reason: joined(reason, currentVerdictSentence(run)), marks }
}

const noVerdict = { tone: 'not-proven', label: null } as const

function verdictOf({ verdict, reason }: Overlay): Pick<Answer, 'tone' | 'label' | 'sentence'> {
  return { tone: verdict, label: verdictLabels[verdict], sentence: verdictFinding(verdict, reason) }
}

/** The verdict of this version's rules for a run that older rules judged. Empty if this version's rules judged it. */
function currentVerdictSentence(run: JudgedRun): string {
  const current = overlayByCurrentRules(run)
  if (run.overlay === null || current === null) return ''
  const before = `This verdict was given by version ${ruleVersionOf(run.overlay)} of the rules.`
  const isSame = current.verdict === run.overlay.verdict && current.reasonCode === run.overlay.reasonCode
  const now = `version ${ruleVersionOf(current)}`
  return isSame ? `${before} Today's, ${now}, give the same verdict.` : `${before} Today's, ${now}: ${current.reason}`
}

function joined(...sentences: readonly string[]): string {
  return sentences.filter((sentence) => sentence !== '').join(' ')
}
