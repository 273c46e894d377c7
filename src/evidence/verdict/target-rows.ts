/**
 * Rows on the deployment and the target. They are the same for every run on this target.
 */
import { isOverGuidelinesOnly } from '../../capacity/refusals.ts'
import { dimensionRecords } from '../../contracts/dimensions.ts'
import type { VerdictFacts } from './facts.ts'
import { asClause, type SentenceValues, type VerdictRow } from './row.ts'

/** A row that needs no run, so that it can be judged before one. */
interface TargetRow extends Omit<VerdictRow, 'match' | 'limitReached'> {
  readonly match: (facts: Pick<VerdictFacts, 'prediction' | 'target'>) => SentenceValues | null
}

/** For sentences without values. */
const noValues = {}

/** The first of these sentences as a clause after a colon; empty if there is none. */
function firstClause([first]: readonly string[]): string {
  return first === undefined ? '' : `: ${asClause(first)}`
}

/** The first row that matches decides. */
export const targetRows: readonly TargetRow[] = [
  {
    id: 'over-guideline',
    condition: 'The workload is over a guideline of the vendor at any rate, and nothing refuses it.',
    verdict: 'not-proven',
    reasonCode: 'infeasible',
    sentence: 'this workload is over a guideline of the vendor{guideline}.',
    match: ({ prediction }) => {
      if (prediction.isFeasible || !isOverGuidelinesOnly(prediction)) return null
      return { guideline: firstClause(prediction.refusals) }
    },
  },
  {
    id: 'deployment-refuses',
    condition: 'The deployment refuses the workload.',
    verdict: 'not-proven',
    reasonCode: 'infeasible',
    sentence: 'the deployment refuses this workload{refusal}.',
    match: ({ prediction: { isFeasible, refusals } }) => {
      return isFeasible ? null : { refusal: firstClause(refusals) }
    },
  },
  {
    id: 'simulated-brokers',
    condition: 'The target is simulated brokers.',
    verdict: 'not-proven',
    reasonCode: 'dimension-not-enforced',
    sentence: 'simulated brokers limit nothing.',
    match: ({ target }) => (target?.kind === 'embedded:simulated' ? noValues : null),
  },
  {
    id: 'no-quotas',
    condition: 'The target is embedded brokers without quotas.',
    verdict: 'not-proven',
    reasonCode: 'dimension-not-enforced',
    sentence:
      'embedded brokers without quotas have none of the deployment’s limits: what they reach is what this machine reaches.',
    match: ({ target }) => (target?.kind === 'embedded:kafka' && !target.isDeclaredCapacity ? noValues : null),
  },
  {
    id: 'not-enforced',
    condition: 'The target enforces none of the dimensions that are predicted to bind.',
    verdict: 'not-proven',
    reasonCode: 'dimension-not-enforced',
    sentence: 'this target does not limit {limited}, which is what binds.',
    match: ({ target, prediction: { binding } }) => {
      const [first] = binding
      if (target === null || first === undefined) return null
      if (binding.some(({ dimension }) => target.enforces.includes(dimension))) return null
      return { limited: dimensionRecords[first.dimension].limitedThing }
    },
  },
]
