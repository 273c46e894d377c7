/**
 * The error for an observation without a load that can be predicted.
 */
import { AppError } from '../contracts/app-error.ts'
import type { MissingRight, Observation, SourceKind } from '../contracts/observation.ts'
import { missingRightsOf } from './cluster-reading/refusal-question.ts'
import { hasRate } from './unseen-load.ts'

/** At most this many requests without an answer are named as the reason. */
const maxReasons = 10

const otherSource = 'a list with a column like "in [MB/s]" or "messages/s", or an export of metrics'

/** Says whether the cluster refused what was asked, no rate is known, or nothing is written. INPUT_INVALID. */
export function nothingWritten(observation: Observation): AppError {
  const { sources, topics, openQuestions } = observation
  const users = topics.filter(({ isInternal }) => !isInternal)
  const isUnknown = users.length > 0 && !users.some(hasRate)
  const refused = decisiveRefusals(observation, users.length === 0, isUnknown)
  const reasonOf = (kind: SourceKind) => {
    if (kind === 'kafka-protocol' && refused.length > 0) return []
    if (!isUnknown) return ['it states no rate above 0 for any topic']
    if (kind !== 'kafka-protocol') return ['it states no rate of any topic']
    return ['it states no rate of any topic, because a rate needs two snapshots of the offsets and it has none or one']
  }
  return new AppError('INPUT_INVALID', messageOf(refused, users.length, isUnknown), {
    problems: [
      ...sources.flatMap(({ label, kind, notes }) =>
        [...reasonOf(kind), ...notes].map((text) => ({ place: label, message: text })),
      ),
      ...openQuestions
        .filter(({ id }) => /^(?:refused-|away-|partitions-(?:without-leader|not-seen-twice)$)/.test(id))
        .slice(0, maxReasons)
        .map(({ text }) => ({ place: 'brokers', message: text })),
    ],
    remedy: remedyOf(sources, refused, isUnknown),
  })
}

/** The refused requests, if they explain why nothing is known: no topic is visible, or the offsets were refused. */
function decisiveRefusals({ openQuestions }: Observation, isNoTopic: boolean, isUnknown: boolean) {
  const refused = missingRightsOf(openQuestions)
  const isDecisive = isNoTopic || (isUnknown && refused.some(({ api }) => api === 'ListOffsets'))
  return isDecisive ? refused : []
}

function messageOf(refused: readonly MissingRight[], visibleTopics: number, isUnknown: boolean): string {
  if (refused.length === 0) {
    return `${isUnknown ? 'No rate of any topic is known' : 'No topic has traffic'}, so there is no load to predict.`
  }
  const rights = [...new Set(refused.map(({ right }) => right))]
  const named = rights.map((right) => {
    const apis = refused.filter((each) => each.right === right).map(({ api }) => api)
    return `${apis.join(', ')} (without the right ${right})`
  })
  const unknown = visibleTopics === 0 ? 'No topic is visible to this user' : 'No rate of any topic is known'
  return `The cluster refused ${named.join('; ')}. ${unknown}, so there is no load to predict.`
}

function remedyOf(sources: Observation['sources'], refused: readonly MissingRight[], isUnknown: boolean): string {
  if (!sources.some(({ kind }) => kind === 'kafka-protocol')) return `Give a source with rates: ${otherSource}.`
  return `${again(refused.length > 0, isUnknown)}; or add a source with rates: ${otherSource}.`
}

function again(isRefused: boolean, isUnknown: boolean): string {
  if (isRefused) return 'Give the user the rights that headroom observe --acls prints, and read the cluster again'
  if (isUnknown)
    return 'Read the cluster until a second snapshot of the offsets: with --for 1min, or with headroom observations resume if the reading was stopped'
  return 'Read the cluster while clients write to it, for longer (--for 1h) if they write rarely'
}
