/**
 * Handles the message `observe`: reads a cluster for the controller, until the end or until `stop`.
 */
import { AppError } from '../../contracts/app-error.ts'
import type { ControllerMessage, HostMessage } from '../../contracts/runner-protocol.ts'
import { resolveAccess } from '../admin/cluster-access.ts'
import { explainKafkaError } from '../admin/explain-kafka-error.ts'
import { readCluster } from './read-cluster.ts'

type ObserveMessage = Extract<ControllerMessage, { type: 'observe' }>

/** One reading. The constructor starts it. */
export class ReadingSession {
  /** Resolves after the last part, or the error, was sent. Never rejects. */
  readonly finished: Promise<void>
  private readonly controller = new AbortController()

  constructor(message: ObserveMessage, send: (reply: HostMessage) => void) {
    this.finished = this.read(message, send)
  }

  /** Ends the reading and keeps what was read. */
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
