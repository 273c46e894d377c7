/**
 * Ends a run on this host: stops its clients, then removes all that it created.
 */
import { AppError } from '../../contracts/app-error.ts'
import type { CleanUp } from '../../contracts/run-record.ts'
import { settlesWithin } from '../worker/settles-within.ts'
import type { AuxiliaryLoad } from './auxiliary-load.ts'
import { failedCleanUpText } from './interruption.ts'
import type { RunClients } from './run-clients.ts'
import { closeGraceMs, preparationTimeoutMs } from './run-context.ts'
import type { RunResources, Urgency } from './run-resources.ts'
import type { SampleCollector } from './sample-collector.ts'

/** The parts of a run that must end. */
export type EndedParts = {
  readonly clients: Pick<RunClients, 'close'>
  /** The preparation of the run, which may still be running. */
  readonly preparation: Promise<void>
  /** Null if no load was started. */
  readonly collector: Pick<SampleCollector, 'stopWaiting' | 'finish'> | null
  readonly auxiliaryLoad: Pick<AuxiliaryLoad, 'close'>
  readonly resources: Pick<RunResources, 'isClusterBroken' | 'remove'>
  /** Why the run ended early, as a sentence. It is shown if the cluster is broken. */
  readonly cause: string
  /** Evaluated anew at each step, because the clean-up becomes urgent if the controller is lost meanwhile. */
  urgency(): Urgency
  onProgress(message: string): void
  onNotice(message: string): void
}

/** Does every step, even if an earlier one fails. A failed step becomes a notice. @throws what `resources.remove` throws */
export async function cleanUpRun(parts: EndedParts): Promise<CleanUp> {
  const { clients, collector, resources, urgency, onProgress } = parts
  onProgress(`${resources.isClusterBroken ? `${parts.cause} ` : ''}Stopping the clients`)
  const attempt = async (step: () => Promise<void> | void) => {
    try {
      await step()
    } catch (error) {
      parts.onNotice(failedCleanUpText(AppError.from(error)))
    }
  }
  const closeClients = () => clients.close(closeGraceMs[urgency()])
  collector?.stopWaiting()
  await attempt(closeClients)
  // An interrupted preparation may still create a cluster, topics or clients. Wait until it stops or the time is up,
  // and close the clients that it started meanwhile.
  const preparation = parts.preparation.catch(() => undefined)
  await settlesWithin(preparation, preparationTimeoutMs[urgency()])
  await attempt(closeClients)
  await attempt(() => collector?.finish())
  await attempt(() => parts.auxiliaryLoad.close())
  return resources.remove(urgency(), onProgress)
}
