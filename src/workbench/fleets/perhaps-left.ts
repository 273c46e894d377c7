import { ownTopics, type RunPlan } from '../../contracts/run-plan.ts'

/** Topics of a run that nobody told to be deleted, each a sentence; those of the user's are nobody's to delete. */
export function topicsPerhapsLeft(plan: RunPlan, deleted: readonly string[] = []): string[] {
  return ownTopics(plan)
    .filter(({ name }) => !deleted.includes(name))
    .map(({ name }) => `Topic ${name} may still be there; delete it if so.`)
}
