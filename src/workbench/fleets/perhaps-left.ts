import { ownTopics, type RunPlan } from '../../contracts/run-plan.ts'

/** Topics of a run that nobody told to be deleted, each a sentence; those of the user's are nobody's to delete. */
export function topicsPerhapsLeft(plan: RunPlan, deleted: readonly string[] = []): string[] {
  return ownTopics(plan)
    .filter(({ name }) => !deleted.includes(name))
    .map(({ name }) => `Topic ${name} may still be there; delete it if so.`)
}

/**
 * What may be left of a run whose runner is gone and told nothing: a fresh one sweeps, and embedded brokers go with what they
 * keep.
 */
export async function leftAfterLoss(
  { plan, target }: { readonly plan: RunPlan; readonly target: { readonly kind: string } },
  sweep: () => Promise<boolean>,
): Promise<string[]> {
  const isSwept = await sweep()
  return isSwept && target.kind !== 'connection' ? [] : topicsPerhapsLeft(plan)
}
