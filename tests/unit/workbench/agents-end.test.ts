import { describe, expect, it } from 'vitest'
import type { RunPlan } from '../../../src/contracts/run-plan.ts'
import { mergeEnds } from '../../../src/workbench/fleets/agents-end.ts'
import type { FleetEnd } from '../../../src/workbench/fleets/fleet.ts'
import { exampleDraft } from './example-run.ts'

const { plan } = exampleDraft('ends')
const [topic] = plan.topics
const existing: RunPlan = {
  ...plan,
  topics: plan.topics.map((each) => ({ ...each, name: 'orders', isExisting: true as const, configs: {} })),
}

/** One agent ended in order and had nothing to delete; the other went away and told nothing. */
function leftoversOf(plan: RunPlan): readonly string[] {
  const nothing = { deletedTopics: [], deletedGroups: [], leftovers: [] }
  const ends: { readonly name: string; readonly end: FleetEnd }[] = [
    { name: 'one:1', end: { reason: 'plan-complete', detail: null, cleanUp: nothing, error: null } },
    { name: 'two:2', end: { reason: 'runner-exited', detail: 'Gone.', cleanUp: null, error: null } },
  ]
  return mergeEnds({ plan, failure: null, isStopped: false, lost: [], ends }).cleanUp?.leftovers ?? []
}

describe('the end of a run on agents', () => {
  it('names topics of the run that an agent may have left', () => {
    expect(leftoversOf(plan)).toEqual([`Topic ${topic?.name} may still exist; delete it if so.`])
  })

  it('does not list existing topics to delete', () => {
    expect(leftoversOf(existing)).toEqual([])
  })
})
