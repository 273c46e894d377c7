import { ownTopics, type RunPlan } from '../../contracts/run-plan.ts'

/**
 * Returns one sentence for each topic that the run created and that is not known to be deleted. Topics that existed
 * before the run are never listed.
 */
export function topicsPerhapsLeft(plan: RunPlan, deleted: readonly string[] = []): string[] {
  return ownTopics(plan)
    .filter(({ name }) => !deleted.includes(name))
    .map(({ name }) => `Topic ${name} may still exist; delete it if so.`)
}

/**
 * Lists the topics that a lost runner may have left. `sweep` lets a new runner clean up first. If that works, only
 * topics on a connected cluster can remain, because topics of embedded brokers are gone with the brokers.
 */
export async function leftAfterLoss(
  { plan, target }: { readonly plan: RunPlan; readonly target: { readonly kind: string } },
  sweep: () => Promise<boolean>,
): Promise<string[]> {
  const isSwept = await sweep()
  return isSwept && target.kind !== 'connection' ? [] : topicsPerhapsLeft(plan)
}
