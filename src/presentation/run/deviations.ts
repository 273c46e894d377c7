/**
 * Sentences on how a run differed from its scenario and its plan. Every report has them.
 */
import { AppError } from '../../contracts/app-error.ts'
import type { MeasuredRecord } from '../../contracts/run-record.ts'
import type { Sample } from '../../contracts/sample.ts'
import { planRun } from '../../planning/plan-run.ts'
import { formatCount } from '../../units/count.ts'

/** How the plan deviates from the scenario. Planning reports this as notes, so the scenario is planned again. */
function planNotes({ id, scenario, target, plan }: MeasuredRecord): string[] {
  const { durationMs, quotaWindowMs, seed } = plan
  try {
    return [...planRun(scenario, { runId: id, brokers: target.brokers, durationMs, quotaWindowMs, seed }).notes]
  } catch (error) {
    // A record of another version may have a scenario that cannot be planned any more. Its plan is in the appendix.
    if (error instanceof AppError) return []
    throw error
  }
}

function clientNote({ scenario }: MeasuredRecord): string[] {
  if (scenario.workload.clientFamily === 'librdkafka') return []
  return [
    'The workload’s clients use Java, those of the run librdkafka, which groups records into requests differently.',
  ]
}

function warnings({ preflight }: MeasuredRecord): string[] {
  const warned = preflight?.checks.filter((check) => check.state === 'warned') ?? []
  return warned.map(({ label, detail }) => `${label}, before the run: ${detail}`)
}

/** Errors of clients by code, rebalances during the load, and negative end-to-end times. */
function incidents(samples: readonly Sample[]): string[] {
  const errors = new Map<string, number>()
  const rebalances = new Map<string, { first: number; last: number }>()
  let negativeLatencies = 0
  for (const { producers, consumers } of samples) {
    for (const { errors: counts } of [...producers, ...consumers]) {
      for (const [code, count] of Object.entries(counts)) errors.set(code, (errors.get(code) ?? 0) + count)
    }
    for (const group of consumers) {
      negativeLatencies += group.negativeLatencies
      const first = rebalances.get(group.groupId)?.first ?? group.rebalances
      rebalances.set(group.groupId, { first, last: group.rebalances })
    }
  }
  const rebalanced = [...rebalances].filter(([, { first, last }]) => last > first)
  return [
    ...[...errors].map(([code, count]) => `The clients reported the error ${code} ${formatCount(count)} times.`),
    ...rebalanced.map(
      ([groupId, { first, last }]) => `The group ${groupId} rebalanced ${last - first} times during the load.`,
    ),
    ...(negativeLatencies === 0
      ? []
      : [`${formatCount(negativeLatencies)} end-to-end times were negative and count as zero.`]),
  ]
}

/** One sentence per deviation of the run from its scenario and its plan. Empty if there are none. */
export function deviations(record: MeasuredRecord, samples: readonly Sample[]): string[] {
  const { target, endReason, endDetail } = record
  return [
    ...(endReason === null || endReason === 'plan-complete' ? [] : [endDetail ?? `The run ended early: ${endReason}.`]),
    ...(target.scale === 1
      ? []
      : [`Rates, record counts and byte limits of the scenario were multiplied by ${target.scale}.`]),
    ...planNotes(record),
    ...clientNote(record),
    ...warnings(record),
    ...incidents(samples),
  ]
}
