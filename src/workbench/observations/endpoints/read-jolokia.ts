/**
 * Reads the counters of brokers through their Jolokia agents, twice, so that rates can be computed from the
 * differences.
 */
import { AppError } from '../../../contracts/app-error.ts'
import { isJolokiaAnswer } from '../../../observation/jolokia-metrics.ts'
import { jsonOf, listOf } from '../../../observation/json-source.ts'
import type { SourceFile } from '../../../observation/source-reading.ts'
import { readEndpoint } from './read-endpoint.ts'

/** The MBeans that are read from every broker. Only `read` requests are sent, and these change nothing. */
const mbeans = [
  'kafka.server:type=BrokerTopicMetrics,name=BytesInPerSec,topic=*',
  'kafka.server:type=BrokerTopicMetrics,name=BytesOutPerSec,topic=*',
  'kafka.server:type=BrokerTopicMetrics,name=MessagesInPerSec,topic=*',
  'kafka.server:type=socket-server-metrics,listener=*,networkProcessor=*',
  'kafka.server:type=KafkaRequestHandlerPool,name=RequestHandlerAvgIdlePercent',
  'kafka.log:type=Log,name=Size,topic=*,partition=*',
]

/**
 * Queries the agents of all brokers twice and returns the responses as one source. `wait` resolves when it is time for
 * the second query.
 * @throws AppError CLUSTER_UNREACHABLE; INPUT_INVALID if an address is no Jolokia agent
 */
export async function readJolokia(urls: readonly string[], wait: () => Promise<void>): Promise<SourceFile> {
  const first = await queryAgents(urls)
  await wait()
  const answers = [...first, ...(await queryAgents(urls))]
  return { name: 'Jolokia', sha256: null, text: JSON.stringify(answers) }
}

/** Queries each agent once. @throws AppError CLUSTER_UNREACHABLE or INPUT_INVALID */
export async function queryAgents(urls: readonly string[]): Promise<unknown[]> {
  const answers: unknown[] = []
  for (const url of urls) {
    const text = await readEndpoint(
      url,
      mbeans.map((mbean) => ({ type: 'read', mbean })),
    )
    if (!isJolokiaAnswer(text)) {
      throw new AppError('INPUT_INVALID', `${url} does not answer like a Jolokia agent.`, {
        remedy: 'Give the address of the agent of each broker, like http://broker-1:8778/jolokia.',
      })
    }
    answers.push(...listOf(jsonOf(text)))
  }
  return answers
}
