/**
 * Checks whether the user's topics that a run is to use exist and match the scenario.
 */
import type { PreflightCheck } from '../../contracts/preflight.ts'
import type { RunPlan } from '../../contracts/run-plan.ts'
import { counted } from '../../units/count.ts'
import type { KafkaAdmin, TopicDescription } from '../admin/kafka-admin.ts'
import { type LedTopic, unevenLeaders } from './leader-spread.ts'
import { failed, passed, warned } from './make-check.ts'

/** A sentence names at most this many topics and counts the others. */
const maxNamed = 5

/** Checks the plan's topics one by one. Writes nothing. @throws AppError if a request fails */
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
      const remedy = `Correct workload.topics.${index}.name, or let the run create its topics.`
      differences.push({ sentence: `There is no topic ${planned.name}.`, remedy })
    } else {
      seen.push(describe(planned.name, found))
      led.push({ name: planned.name, leaders: found.leaders })
      differences.push(...differencesOf(planned, index, found))
    }
  }
  if (differences.length > 0) {
    const remedy = [...new Set(differences.map((difference) => difference.remedy))].slice(0, maxNamed).join(' ')
    return failed(
      'topics',
      differences
        .slice(0, maxNamed)
        .map(({ sentence }) => sentence)
        .join(' '),
      remedy,
    )
  }
  const unnamed = seen.length - maxNamed
  const more = unnamed > 0 ? `; and ${unnamed} more` : ''
  const used = `Used as they are: ${seen.slice(0, maxNamed).join('; ')}${more}. The run's records stay in them.`
  const uneven = unevenLeaders(plan, led, brokers)
  return uneven === null ? passed('topics', used) : warned('topics', `${used} ${uneven}`, spreadRemedy)
}

const spreadRemedy =
  'Elect the preferred leaders (kafka-leader-election.sh --election-type preferred --all-topic-partitions), or move partitions. Otherwise the broker that leads most of the load reaches its limit first.'

function describe(name: string, { partitions, replicationFactor, records }: TopicDescription): string {
  const replicas = counted(replicationFactor, 'replica')
  return `${name}, ${counted(partitions, 'partition')}, ${replicas}, ${records} records`
}

/**
 * Lists differences from the plan. They fail the check, because a run on other partitions would not test the
 * prediction.
 */
function differencesOf(planned: RunPlan['topics'][number], index: number, found: TopicDescription) {
  const place = `workload.topics.${index}`
  return (['partitions', 'replicationFactor'] as const).flatMap((field) => {
    if (planned[field] === found[field]) return []
    const what = field === 'partitions' ? 'partitions' : 'replicas of each partition'
    return [
      {
        sentence: `${planned.name} has ${found[field]} ${what}, but the scenario says ${planned[field]}.`,
        remedy: `To run on the topic as it is, set ${place}.${field}=${found[field]}.`,
      },
    ]
  })
}
