import { ownTopics, type RunPlan } from '../../contracts/run-plan.ts'

/** One sentence for each topic that the run created and that is not known to be deleted. Existing topics are never listed. */
export function topicsPerhapsLeft(plan: RunPlan, deleted: readonly string[] = []): string[] {
  return ownTopics(plan)
    .filter(({ name }) => !deleted.includes(name))
    .map(({ name }) => `Topic ${name} may still exist; delete it if so.`)
}

/**
 * Lists what a lost runner may have left. A new runner cleans up first; embedded brokers take their topics with them, so only
 * topics on a connected cluster can remain.
 */
export async function leftAfterLoss(
  { plan, target }: { readonly plan: RunPlan; readonly target: { readonly kind: string } },
  sweep: () => Promise<boolean>,
): Promise<string[]> {
  const isSwept = await sweep()
  return isSwept && target.kind !== 'connection' ? [] : topicsPerhapsLeft(plan)
}
