import { describe, expect, it } from 'vitest'
import type { AppErrorData } from '../../../src/contracts/app-error.ts'
import type { RunPlan } from '../../../src/contracts/run-plan.ts'
import { mergeEnds, namedError } from '../../../src/workbench/fleets/agents-end.ts'
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

  it('has the name of the agent in its error once, and keeps code, remedy and action', () => {
    const refused: AppErrorData = {
      code: 'PLAN_IMPOSSIBLE',
      message: 'The disk of one:1 is full.',
      remedy: 'Free it',
      action: { command: '--scale 0.1', view: null },
      problems: [{ place: 'disk', message: '1 GB is needed' }],
    }
    const end: FleetEnd = { reason: 'prepare-failed', detail: null, cleanUp: null, error: refused }
    expect(namedError('one:1', end).toData()).toEqual({
      ...refused,
      message: 'Agent one:1: The disk of one:1 is full.',
    })
    expect(namedError('one:1', { ...end, isConnectionError: true }).toData()).toEqual(refused)
    expect(namedError('one:1', { ...end, error: null }).message).toBe('Agent one:1 ended the run: prepare-failed')
  })

  it('does not list existing topics to delete', () => {
    expect(leftoversOf(existing)).toEqual([])
  })
})
