/**
 * Answers `observe`: reads a cluster for the controller, and stops when it is told to.
 */
import { AppError } from '../../contracts/app-error.ts'
import type { ControllerMessage, HostMessage } from '../../contracts/runner-protocol.ts'
import { resolveAccess } from '../admin/cluster-access.ts'
import { explainKafkaError } from '../admin/explain-kafka-error.ts'
import { readCluster } from './read-cluster.ts'

type ObserveMessage = Extract<ControllerMessage, { type: 'observe' }>

/** One reading. Its constructor begins it. */
export class Observation {
  /** Resolves after the last part, or the error, was sent. Never rejects. */
  readonly finished: Promise<void>
  private readonly controller = new AbortController()

  constructor(message: ObserveMessage, send: (reply: HostMessage) => void) {
    this.finished = this.read(message, send)
  }

  /** Ends the reading with what it has. */
  stop(): void {
    this.controller.abort(new AppError('ABORTED', 'The reading was stopped.'))
  }

  private async read(message: ObserveMessage, send: (reply: HostMessage) => void): Promise<void> {
    const { connection, secrets, bounds, already } = message
    try {
      const access = resolveAccess(connection, secrets)
      const { signal } = this.controller
      const emit = (part: Extract<HostMessage, { type: 'reading' }>['part']) => send({ type: 'reading', part })
      await readCluster({ access, bounds, already, signal, emit }).catch((error: unknown) => {
        throw explainKafkaError(error, access)
      })
    } catch (error) {
      send({ type: 'error', error: AppError.from(error).toData() })
    }
  }
}
