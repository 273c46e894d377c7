/**
 * Topics of the user's that a run is to use: what is there, and whether it is what the scenario says.
 */
import type { PreflightCheck } from '../../contracts/preflight.ts'
import type { RunPlan } from '../../contracts/run-plan.ts'
import type { KafkaAdmin, TopicDescription } from '../admin/kafka-admin.ts'
import { type LedTopic, unevenLeaders } from './leader-spread.ts'
import { failed, passed, warned } from './make-check.ts'

/** More topics than these are counted. */
const mostNamed = 5

/** Asks for each; nothing is written. @throws AppError where the cluster does not tell */
export async function checkExistingTopics(
  admin: Pick<KafkaAdmin, 'describeTopic'>,
  plan: RunPlan,
  brokers: number,
): Promise<PreflightCheck> {
  const seen: string[] = []
  const led: LedTopic[] = []
  const differences: { readonly sentence: string; readonly remedy: string }[] = []
  for (const [index, planned] of plan.topics.entries()) {
    const found = await admin.describeTopic(planned.name)
    if (found === null) {
      const remedy = `Correct workload.topics.${index}.name, or let the run make topics of its own (without --existing-topics).`
      differences.push({ sentence: `There is no topic ${planned.name}.`, remedy })
    } else {
      seen.push(describe(planned.name, found))
      led.push({ name: planned.name, leaders: found.leaders })
      differences.push(...differencesOf(planned, index, found))
    }
  }
  const [first] = differences
  if (first !== undefined) {
    const remedy = [...new Set(differences.map((each) => each.remedy))].slice(0, mostNamed).join(' ')
    return failed(
      'topics',
      differences
        .slice(0, mostNamed)
        .map(({ sentence }) => sentence)
        .join(' '),
      remedy,
    )
  }
  const rest = seen.length - mostNamed
  const more = rest > 0 ? `; and ${rest} more` : ''
  const used = `Used as they are: ${seen.slice(0, mostNamed).join('; ')}${more}. The run's records stay in them.`
  const uneven = unevenLeaders(plan, led, brokers)
  return uneven === null ? passed('topics', used) : warned('topics', `${used} ${uneven}`, spreadRemedy)
}

const spreadRemedy =
  'Let the preferred leaders be elected (kafka-leader-election.sh --election-type preferred --all-topic-partitions), or move partitions: the broker that leads most is full first.'

function describe(name: string, { partitions, replicationFactor, records }: TopicDescription): string {
  const copies = replicationFactor === 1 ? '1 copy' : `${replicationFactor} copies`
  return `${name}, ${partitions} ${partitions === 1 ? 'partition' : 'partitions'}, ${copies}, ${records} records`
}

/** A run on other partitions than predicted would prove nothing; the scenario can say what is there. */
function differencesOf(planned: RunPlan['topics'][number], index: number, found: TopicDescription) {
  const place = `workload.topics.${index}`
  return (['partitions', 'replicationFactor'] as const).flatMap((field) => {
    if (planned[field] === found[field]) return []
    const what = field === 'partitions' ? 'partitions' : 'copies of each partition'
    return [
      {
        sentence: `${planned.name} has ${found[field]} ${what}, and the scenario says ${planned[field]}.`,
        remedy: `To run on what is there: --set ${place}.${field}=${found[field]}`,
      },
    ]
  })
}
