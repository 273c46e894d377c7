/**
 * One reading of a cluster by one runner host, from the host's `hello` to the last part of the reading.
 */
import { AppError } from '../../contracts/app-error.ts'
import type { ReadingPart } from '../../contracts/reading-part.ts'
import type { ControllerMessage, HostMessage } from '../../contracts/runner-protocol.ts'
import type { OpenHost } from '../fleets/host-connection.ts'
import { SharedHost } from '../fleets/shared-host.ts'

/**
 * A host that sends nothing for longer is considered hung. One request of a host takes at most 30 s, and between
 * snapshots it reports at least once a minute.
 */
const silenceMs = 180_000

const exitMs = 15_000

/** What to read, from which host, and where its parts go. */
export interface HostReadingOrder {
  readonly openHost: OpenHost
  readonly message: Extract<ControllerMessage, { type: 'observe' }>
  onPart(part: ReadingPart): void
}

/** A reading in progress. The constructor starts the host. */
export class HostReading {
  /** Resolves after the last part. @throws AppError if the cluster was not reached, or the host ended */
  readonly ended: Promise<void>
  private readonly shared: SharedHost
  private readonly order: HostReadingOrder
  private stopHost: () => void = () => undefined
  private settle: (error: AppError | null) => void = () => undefined
  private deadline: NodeJS.Timeout | undefined
  /** True once the host was asked to read the cluster. */
  private isAsked = false

  constructor(order: HostReadingOrder) {
    this.order = order
    this.shared = new SharedHost(order.openHost)
    this.ended = this.follow()
  }

  /** Ends the reading early and keeps what was read. */
  stop(): void {
    this.stopHost()
  }

  private async follow(): Promise<void> {
    const settled = new Promise<AppError | null>((resolve) => {
      this.settle = resolve
    })
    const { host } = this.shared.take((message) => this.receive(message, (reply) => host.send(reply)))
    this.stopHost = () => {
      if (this.isAsked) host.send({ type: 'stop', mode: 'abort' })
      else this.settle(new AppError('ABORTED', 'The reading was stopped before it began.'))
    }
    this.restartDeadline()
    void host.exited.then(({ error, stderrTail }) => {
      const problems = stderrTail.trim() === '' ? [] : [{ place: 'runner', message: stderrTail.trim() }]
      this.settle(error ?? new AppError('RUNNER_EXITED', 'The runner ended before the reading did.', { problems }))
    })
    const error = await settled
    clearTimeout(this.deadline)
    await this.shared.close(exitMs)
    if (error !== null) throw error
  }

  private receive(message: HostMessage, send: (message: ControllerMessage) => void): void {
    this.restartDeadline()
    if (message.type === 'hello') {
      // The order is sent once, however often a host says hello.
      if (!this.isAsked) send(this.order.message)
      this.isAsked = true
    } else if (message.type === 'error') this.settle(AppError.fromData(message.error))
    else if (message.type === 'reading') {
      this.keep(message.part)
      if (message.part.part === 'end') this.settle(null)
    }
  }

  /** Stores a part. If that fails, because the workspace is full or damaged, the reading ends. */
  private keep(part: ReadingPart): void {
    try {
      this.order.onPart(part)
    } catch (error) {
      this.settle(AppError.from(error))
    }
  }

  private restartDeadline(): void {
    clearTimeout(this.deadline)
    this.deadline = setTimeout(() => {
      this.settle(new AppError('RUNNER_TIMEOUT', `The runner said nothing for ${silenceMs / 1000} s and was ended.`))
    }, silenceMs)
  }
}
