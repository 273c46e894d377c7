/**
 * The question for a request of a reading that the cluster refused or that a broker did not answer, and the requests that
 * such questions are about.
 */
import type { ClusterReading } from '../../contracts/cluster-reading.ts'
import type { MissingRight, OpenQuestion } from '../../contracts/observation.ts'
import { observedApis } from '../../contracts/observe-rights.ts'
import { someOf } from '../some-of.ts'

type Refusal = ClusterReading['refusals'][number]

/** The question for a refused request. */
export function refusedQuestion({ api, brokerId, error, neededAcl, unknown, isAway, topics }: Refusal): OpenQuestion {
  if (isAway === true) {
    const broker = brokerId === null ? 'A broker' : `Broker ${brokerId}`
    const text = `${broker} could not be reached for ${api} at least once (${error}). Is it up, and can its address be reached from here?`
    return { id: `away-${idOf(api)}`, text, effect: `For what it led or coordinated then: ${unknown}` }
  }
  const right = neededAcl === null ? 'No right would allow it.' : `The right ${neededAcl} would allow it.`
  const ofTopics = topics === undefined ? '' : ` for ${someOf(topics, 'topic')}`
  return {
    id: `refused-${idOf(api)}`,
    text: `The cluster refused ${api}${ofTopics} (${error}). ${right}`,
    effect: unknown,
    ...(neededAcl === null ? {} : { missingRight: { api, right: neededAcl } }),
  }
}

/** The requests that were refused because the user lacks a right, each once, in the order of `observedApis`. */
export function missingRightsOf(questions: readonly OpenQuestion[]): readonly MissingRight[] {
  const rights = questions.flatMap(({ missingRight }) => missingRight ?? [])
  return observedApis.flatMap((row) => rights.find(({ api }) => api === row.api) ?? [])
}

/** The name of a request as part of an id, which has no spaces: `DescribeConfigs of brokers` has two. */
function idOf(api: string): string {
  return api.replaceAll(' ', '-')
}
