/**
 * The words of a fault's row in docs/reliability.md, beside the tests that show them.
 *
 * A row claims only what its tests assert. What they look at nowhere is left out: the page says that it is not asserted.
 */
import { type Ending, endingOf, type RunFault, type RunPhase, runFaults } from '../run-faults.ts'

/** When a fault happens: in a part of a run, or while no load runs. */
export const faultTimes = ['cluster starts', 'preflight', 'load', 'clean-up', 'no run'] as const
export type FaultTime = (typeof faultTimes)[number]

/** Tests of one file by their titles, as they stand in it. */
export interface NamedTests {
  readonly file: string
  readonly titles: readonly string[]
}

export interface FaultCase {
  readonly times: readonly FaultTime[]
  readonly what: string
  /** What takes the place of a real process, cluster or clock in all of its tests. */
  readonly standIn?:
    | 'the rule alone'
    | 'scripted broker'
    | 'scripted runner'
    | 'simulated fleet'
    | 'simulated agents'
    | 'clock of a test'
  /** What stays of the run or the workspace. */
  readonly kept?: string
  /** What the user is told, or finds in the record. */
  readonly said?: string
  /** What is ended or deleted, and what is not. */
  readonly cleaned?: string
  /** None: nothing tests it. */
  readonly tests: readonly NamedTests[]
  /** Faults of tests/long/fault-matrix.test.ts that are this case. */
  readonly ofMatrix?: readonly RunFault[]
}

export interface Fault {
  readonly fault: string
  readonly cases: readonly FaultCase[]
  /** When it cannot happen, or changes nothing. Any other time has a case. */
  readonly cannot?: readonly FaultTime[]
}

/** Tests of a file. @param file below tests/, without its ending */
export function tests(file: string, ...titles: readonly string[]): NamedTests {
  return { file: `tests/${file}.${file.startsWith('e2e/') ? 'e2e' : 'test'}.ts`, titles }
}

/** A case that no test has. */
export function untested(what: string, ...times: readonly FaultTime[]): FaultCase {
  return { what, times, tests: [] }
}

export const runGoesOn = 'the run goes on to its end; no record is lost, and all are accounted for'
export const nothingLeft = 'no process of the run and no file in the folder of runners is left'

const matrixTests = tests('long/fault-matrix', 'the %s falls while %s (%s) ends as it must, and leaves nothing')

/** A case of the matrix, with the ending that its test demands. What else is claimed of it is `more`. */
export function matrixCase(
  fault: Pick<RunFault, 'victim' | 'signal'> & { readonly phases: readonly RunPhase[] },
  more: Pick<FaultCase, 'what'> & Partial<Pick<FaultCase, 'kept' | 'said' | 'cleaned' | 'tests'>>,
): FaultCase {
  const { victim, signal, phases } = fault
  const ofMatrix = phases.map((phase) => ({ victim, signal, phase }))
  const [first] = ofMatrix
  if (first === undefined) throw new Error('a case of the matrix needs a phase')
  const [status, endReason] = endingOf(first)
  return {
    times: [...new Set(phases.map(timeOf))],
    kept: keptBy[status],
    cleaned: nothingLeft,
    ...more,
    said: [`\`${status}\`, \`${endReason}\``, ...(more.said === undefined ? [] : [more.said])].join('; '),
    tests: [matrixTests, ...(more.tests ?? [])],
    ofMatrix,
  }
}

const keptBy: Readonly<Record<Ending[0], string>> = {
  failed: 'the run, without a result',
  partial: 'the run with its result, marked partial; the verdict is *not proven*',
  complete: 'the run with its result; it is not *confirmed*',
}

function timeOf(phase: RunPhase): FaultTime {
  if (phase === 'the cluster starts') return 'cluster starts'
  return phase === 'burn-in' || phase === 'measuring' ? 'load' : phase
}

/** Faults of the matrix that no case has, or more than one, and cases whose faults end differently. */
export function matrixProblems(faults: readonly Fault[]): string[] {
  const all = faults.flatMap(({ cases }) => cases.flatMap(({ ofMatrix = [] }) => ofMatrix))
  const nameOf = ({ victim, phase, signal }: RunFault) => `${victim}, ${phase}, ${signal}`
  const countOf = (fault: RunFault) => all.filter((each) => nameOf(each) === nameOf(fault)).length
  const known = new Set(runFaults.map(nameOf))
  return [
    ...runFaults.filter((fault) => countOf(fault) !== 1).map((fault) => `${nameOf(fault)}: in ${countOf(fault)} cases`),
    ...all.filter((fault) => !known.has(nameOf(fault))).map((fault) => `${nameOf(fault)}: not in the matrix`),
    ...faults.flatMap(({ cases }) =>
      cases
        .filter(({ ofMatrix = [] }) => new Set(ofMatrix.map((fault) => endingOf(fault).join())).size > 1)
        .map(({ what }) => `${what}: ends differently`),
    ),
  ]
}
