/**
 * Describes an observation: the load of the cluster, the utilisation of its deployment, and what is not known.
 */

import { predictionSentences } from '../../capacity/explain-prediction.ts'
import type { AnsweredObservation } from '../../contracts/answered-observation.ts'
import type { Prediction } from '../../contracts/prediction.ts'
import { isMisstated } from '../../evidence/observed-load.ts'
import { unseenLoad } from '../../observation/unseen-load.ts'
import { dayOfEpochMs, formatDay } from '../../units/calendar-day.ts'
import { counted, formatCount } from '../../units/count.ts'
import { formatPercent } from '../../units/ratio.ts'
import { compactJson } from '../compact-json.ts'
import {
  type Answer,
  blocks,
  type Content,
  type Document,
  facts,
  foldedCode,
  list,
  paragraph,
  type Section,
} from '../document.ts'
import { deploymentContent, deploymentText, utcTime } from '../report-facts.ts'
import { assumptionsSection, formulasSection, limitsSection } from '../sizing/prediction-sections.ts'
import { findingsSection } from './findings-section.ts'
import { loadSection } from './load-section.ts'
import { provenanceSection } from './provenance-section.ts'
import { sourcesSection } from './sources-section.ts'
import { topicsSection } from './topics-section.ts'

/** The report on an observation. */
export function observationDocument(described: AnsweredObservation): Document {
  const { observation, scenario, prediction } = described
  return {
    subject: 'Headroom observation report',
    title: observation.name,
    answer: answerOf(described),
    introduction: [introductionFacts(described)],
    hasShortAnswer: true,
    sections: [
      { ...limitsSection(prediction, true), id: 'headroom', title: 'Headroom now: every limit at the observed peak' },
      loadSection(described),
      topicsSection(observation),
      findingsSection(described.findings),
      questionsSection(described),
      sourcesSection(observation),
      provenanceSection(described),
      assumptionsSection(prediction),
      formulasSection(prediction, formatDay(dayOfEpochMs(observation.createdAtEpochMs))),
      {
        id: 'appendix',
        title: 'Appendix: the scenario',
        marks: [],
        isDetail: true,
        // Unfolded, the scenario of 904 topics took more than a hundred printed pages.
        blocks: [
          paragraph('Save it as SCENARIO.headroom.json. A printed report leaves it out.'),
          foldedCode('The scenario', compactJson(scenario)),
        ],
      },
    ],
    closing: `Made by Headroom ${observation.headroomVersion}. No load was generated.`,
  }
}

/**
 * The answer: how far the observed peak is from the limits, and whether the brokers' own figures agree with the
 * prediction.
 */
function answerOf({ observation, openQuestions, prediction, isDeploymentKnown, verdict }: AnsweredObservation): Answer {
  const unseen = unseenLoad([...observation.openQuestions, ...openQuestions])
  const { sentence, reason } = predictionSentences(prediction, unseen.length === 0 ? undefined : 'all of it')
  const isProven = verdict.verdict !== 'not-proven'
  const marks = [...(isProven ? [] : ['not proven']), ...(unseen.length === 0 ? [] : ['a part of the load'])]
  const tone = isProven ? verdict.verdict : 'predicted'
  if (isDeploymentKnown && isMisstated(prediction)) {
    return { tone: 'below', label: null, ...misstatedSentences(prediction), marks }
  }
  const missing = unseen.length === 0 ? '' : `The rest was not seen. ${unseen.join(' ')} `
  if (isDeploymentKnown) {
    const when = unseen.length === 0 ? 'At the observed peak' : 'At the peak of the part of the load that was seen'
    return {
      tone,
      label: null,
      sentence: `${when}: ${sentence}`,
      reason: `${missing}${reason} ${verdict.reason}`,
      marks,
    }
  }
  const part = unseen.length === 0 ? '' : 'Of the part of the load that was seen: '
  const unknown = `It is not stated what the cluster runs on, so this is not its headroom: ${assumedSizeText(prediction)}`
  return { tone, label: null, sentence: `${part}${sentence}`, reason: `${missing}${unknown}`, marks }
}

/** Says which size of the assumed service the answer is for. If no size fits, its smallest size shows the limits. */
function assumedSizeText(prediction: Prediction): string {
  const { offeringName } = prediction.deployment
  if (prediction.smallest !== null) return `${deploymentText(prediction)} is the smallest that fits the observed peak.`
  return `no size of ${offeringName} fits the observed peak, and the limits shown are those of ${deploymentText(prediction)}.`
}

/**
 * Says that the cluster cannot be running on the stated deployment, which refuses the observed workload. The limits of the
 * report are still those of that deployment.
 */
function misstatedSentences(prediction: Prediction): Pick<Answer, 'sentence' | 'reason'> {
  const { size, unitName, offeringName } = prediction.deployment
  const limiting = prediction.constraints.filter(({ kind }) => kind !== 'structural')
  const fullest = limiting.reduce((most, { utilisation }) => Math.max(most, utilisation), 0)
  return {
    sentence: `The observed cluster does not run on ${formatCount(size)} ${unitName} of ${offeringName}.`,
    reason: `${prediction.refusals.join(' ')} State what it runs on. To size this deployment for the load, open the scenario and change that there: its fullest limit would be at ${formatPercent(fullest)}.`,
  }
}

function introductionFacts({ observation, prediction, isDeploymentKnown }: AnsweredObservation) {
  const { topics, groups, createdAtEpochMs, id } = observation
  const userTopics = topics.filter(({ isInternal }) => !isInternal)
  const internal = topics.length - userTopics.length
  return facts([
    ['Observation', id],
    ['Made', utcTime(createdAtEpochMs)],
    [
      'Topics',
      `${formatCount(userTopics.length)}${internal === 0 ? '' : `, and ${counted(internal, 'internal one')}`}`,
    ],
    ['Consumer groups', groups.length === 0 ? 'none known by name' : counted(groups.length, 'group')],
    [isDeploymentKnown ? 'Runs on' : 'Compared with', deploymentContent(prediction, dayOf(createdAtEpochMs))],
  ])
}

/** The day for which the age of limits is judged: `2026-11-23`. */
function dayOf(epochMs: number): string {
  return new Date(epochMs).toISOString().slice(0, 10)
}

function questionsSection({ observation, openQuestions, isDeploymentKnown }: AnsweredObservation): Section {
  const questionTexts = [...observation.openQuestions, ...openQuestions].map(({ text, effect }) => `${text} ${effect}`)
  const all = [...(isDeploymentKnown ? [] : [deploymentQuestion]), ...questionTexts]
  return {
    id: 'questions',
    title: 'Open questions',
    marks: [],
    blocks: blocks(
      all.length === 0 ? paragraph('None. What was assumed is listed at the end.') : list(all.slice(0, maxQuestions)),
      all.length > maxQuestions &&
        paragraph(`And ${counted(all.length - maxQuestions, 'more')} like these. The JSON has all of them.`),
    ),
  }
}

const deploymentQuestion: Content = [
  'What does the cluster run on? State its offering and size to see its utilisation ',
  { kind: 'command', command: '--offering ID --size N', view: null },
]

/** At most this many questions are shown; the others are counted. */
const maxQuestions = 20
