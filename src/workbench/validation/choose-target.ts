/**
 * Chooses the target of a validation from the request and the parts of the runner that are ready.
 */
import { AppError } from '../../contracts/app-error.ts'
import type { Connection } from '../../contracts/connection.ts'
import { makeReadyRemedy, type SetupStatus, type SetupStep } from '../../contracts/setup-status.ts'
import type { TargetChoice } from '../../contracts/target-choice.ts'

/** A target that is ready, and a notice if Headroom made the choice. */
export type ChosenTarget =
  | { readonly kind: 'embedded:kafka' | 'embedded:simulated'; readonly notice: string | null }
  | { readonly kind: 'connection'; readonly connection: Connection; readonly notice: null }

/**
 * Chooses the target. With the choice `embedded`, a notice names the kind of cluster that was chosen.
 * @throws AppError RUNNER_NOT_READY or JAVA_MISSING with the remedy of the set-up
 */
export function chooseTarget(choice: TargetChoice, status: SetupStatus): ChosenTarget {
  if (!status.isRunnerReady) throw notReady(status, ['runner-package', 'runner-bundle'], 'The runner is not ready')
  if (choice.kind === 'connection') return { kind: 'connection', connection: choice.connection, notice: null }
  if (choice.kind === 'embedded:simulated') return { kind: choice.kind, notice: null }
  if (status.isKafkaReady) {
    const notice = choice.kind === 'embedded' ? 'The target is an embedded Apache Kafka (embedded:kafka).' : null
    return { kind: 'embedded:kafka', notice }
  }
  if (choice.kind === 'embedded:kafka') throw notReady(status, ['kafka-jars'], 'The embedded Kafka is not ready')
  const why = firstFailure(status, ['kafka-jars'])?.message ?? 'it is not ready'
  return {
    kind: 'embedded:simulated',
    notice: `No embedded Kafka (${withoutDot(why)}): the target is simulated brokers (embedded:simulated), which limit nothing.`,
  }
}

function notReady(status: SetupStatus, names: readonly SetupStep['step'][], what: string): AppError {
  const failure = firstFailure(status, names)
  const why = failure === undefined ? '' : `: ${withoutDot(failure.message)}`
  return new AppError(failure?.lacks === 'java' ? 'JAVA_MISSING' : 'RUNNER_NOT_READY', `${what}${why}.`, {
    remedy: failure?.remedy ?? makeReadyRemedy,
  })
}

function firstFailure(status: SetupStatus, names: readonly SetupStep['step'][]): SetupStep | undefined {
  return status.steps.find((step) => names.includes(step.step) && step.state === 'failed')
}

function withoutDot(sentence: string): string {
  return sentence.trim().replace(/\.$/, '')
}
