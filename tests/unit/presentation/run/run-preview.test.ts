import { expect, it } from 'vitest'
import { planRun } from '../../../../src/planning/plan-run.ts'
import { summarisePlan } from '../../../../src/planning/summarise-plan.ts'
import { runPreviewFacts } from '../../../../src/presentation/run/run-preview.ts'
import { first } from '../../capacity/known-files.ts'
import { knownRecord } from '../known-run.ts'

function topicsRow(usesExistingTopics: boolean) {
  const { plan } = planRun(first, { runId: 'r1', brokers: null, usesExistingTopics })
  const rows = runPreviewFacts({ summary: summarisePlan(plan), target: knownRecord.target })
  return rows[1]
}

it('says that topics which a run creates are deleted, and that existing ones are not', () => {
  expect(topicsRow(false)).toEqual(['Creates', '1 topic, 24 partitions; deleted afterwards'])
  expect(topicsRow(true)).toEqual(['Uses', '1 topic, 24 partitions, existing; neither altered nor deleted'])
})
