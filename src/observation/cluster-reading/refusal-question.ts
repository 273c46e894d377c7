/**
 * The question for a request of a reading that the cluster refused or that a broker did not answer, and the requests that
 * such questions are about.
 */
import type { ClusterReading } from '../../contracts/cluster-reading.ts'
import type { OpenQuestion } from '../../contracts/observation.ts'
import { type ObservedApi, observedApis, rightText } from '../../contracts/observe-rights.ts'
import { someOf } from '../some-of.ts'

type Refusal = ClusterReading['refusals'][number]

/** The question for a refused request. */
export function refusedQuestion({ api, brokerId, error, neededAcl, unknown, isAway, topics }: Refusal): OpenQuestion {
  if (isAway === true) {
    const broker = brokerId === null ? 'A broker' : `Broker ${brokerId}`
    const text = `${broker} could not be reached for ${api} at least once (${error}). Is it up, and can its address be reached from here?`
    return { id: `away-${idOf(api)}`, text, effect: `For what it led or coordinated then: ${unknown}` }
  }
  const right = neededAcl === null ? 'No right would allow it.' : allowedBy(neededAcl)
  const ofTopics = topics === undefined ? '' : ` for ${someOf(topics, 'topic')}`
  return {
    id: refusedId(api),
    text: `The cluster refused ${api}${ofTopics} (${error}). ${right}`,
    effect: unknown,
  }
}

/** The requests that were refused because the user lacks a right, in the order of `observedApis`. */
export function requestsWithoutRight(questions: readonly OpenQuestion[]): readonly ObservedApi[] {
  return observedApis.filter(({ api, right }) =>
    questions.some(({ id, text }) => id === refusedId(api) && text.endsWith(allowedBy(rightText(right)))),
  )
}

/** The end of the question for a refused request that a right would allow. */
function allowedBy(right: string): string {
  return `The right ${right} would allow it.`
}

function refusedId(api: string): string {
  return `refused-${idOf(api)}`
}

/** The name of a request as part of an id, which has no spaces: `DescribeConfigs of brokers` has two. */
function idOf(api: string): string {
  return api.replaceAll(' ', '-')
}
