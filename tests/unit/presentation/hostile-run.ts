/**
 * The known run with markup wherever a name or a sentence of others may stand.
 */
import type { MeasuredRecord } from '../../../src/contracts/run-record.ts'
import { knownPrediction } from './known-prediction.ts'
import { knownResult } from './known-result.ts'
import { knownRecord } from './known-run.ts'

/** Text that ends every element and attribute it could stand in, and runs where it is not escaped. */
export const hostile = `</title></style><script>alert(1)</script><img src=x onerror="alert(1)">'&{{}}`

/** A run whose every free text is hostile. */
export function hostileRecord(): MeasuredRecord {
  const source = { title: hostile, url: 'javascript:alert(1)', date: '2020-04', grade: 'P', remark: hostile } as const
  return {
    ...knownRecord,
    status: 'partial',
    endDetail: hostile,
    scenario: { ...knownRecord.scenario, name: hostile, notes: hostile },
    offering: { ...knownRecord.offering, name: hostile },
    target: { ...knownRecord.target, label: hostile },
    prediction: {
      ...knownPrediction,
      isFeasible: false,
      refusals: [hostile],
      deployment: { ...knownPrediction.deployment, offeringName: hostile, unitName: hostile },
      constraints: knownPrediction.constraints.map((entry) => ({ ...entry, id: hostile, formula: hostile, source })),
      binding: [{ id: hostile, dimension: 'ingress', layer: 'cluster' }],
      assumptions: [{ id: 'a', text: hostile, field: hostile }],
      advice: [{ id: 'a', text: hostile }],
    },
    preflight: {
      isPassed: false,
      checks: [{ id: 'tcp', label: hostile, state: 'failed', detail: hostile, remedy: hostile }],
    },
    cleanUp: { deletedTopics: [hostile], deletedGroups: [hostile], leftovers: [hostile] },
    result: {
      ...knownResult,
      diagnosis: { limiter: 'unknown', sentence: hostile, evidence: [{ label: hostile, value: hostile }] },
      accounting: { ...knownResult.accounting, isClosed: false, gaps: [hostile] },
    },
    overlay: null,
  }
}
