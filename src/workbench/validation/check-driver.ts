/**
 * Checks that the driver of a request can run it.
 */
import { AppError } from '../../contracts/app-error.ts'
import type { Driver } from '../../contracts/run-plan.ts'
import type { ValidationRequest } from '../../contracts/validation-request.ts'

/** Checks a request whose clients are other programs: Kafka's own tools or Trogdor. @throws AppError INPUT_INVALID */
export function checkDriver(request: ValidationRequest & { readonly driver: Driver }): void {
  const { driver, target, scenario, agents, usesExistingTopics, trogdor } = request
  const refuse = (message: string, remedy: string) =>
    new AppError('INPUT_INVALID', `The driver ${driver} ${message}`, { remedy })
  if ((driver === 'trogdor') !== (trogdor !== undefined)) {
    throw new AppError('INPUT_INVALID', 'The driver trogdor needs a Trogdor fleet, and a fleet needs that driver.', {
      remedy: 'Give both --driver trogdor and --trogdor FILE, or none.',
    })
  }
  if (usesExistingTopics !== undefined) {
    throw refuse(
      'reads a topic from its first record, so it cannot use existing topics.',
      'Leave --existing-topics or the driver out.',
    )
  }
  if (agents !== undefined) throw refuse('does not run on agents.', 'Leave the driver or the agents out.')
  if (target.kind === 'embedded:simulated') {
    throw refuse('needs brokers of Apache Kafka.', 'Validate against embedded:kafka or your own cluster.')
  }
  if (scenario.workload.clientFamily === 'java') return
  throw refuse(
    'is for workloads with Java clients.',
    `This workload's are ${scenario.workload.clientFamily}: leave the driver out, or set workload.clientFamily to java.`,
  )
}
