/**
 * Transactions of a producer in the reference loop. Each begins when the previous one has ended, and is committed a planned time
 * after its first record. The load engine does the same (producer-transactions.c).
 */
import type { LibrdKafkaError, Producer } from 'node-rdkafka'
import { epochUs } from './clock.ts'
import type { ProducerSecond } from './producer-second.ts'
import type { ErrorNames } from './rdkafka-errors.ts'

/** Maximum time of a call that ends a transaction. After a timeout it is repeated, unless the producer closes meanwhile. */
const callTimeoutMs = 500
/** Pause after an error that the library asks to try again. */
const retryPauseMs = 10
/** Interval at which `untilAllReported` checks whether all delivery reports have arrived. */
const reportPauseMs = 1
const closeTimeoutMs = 1_500

type EndCall = 'commitTransaction' | 'abortTransaction'

/** The transactions of one producer that has transactions. */
export class ReferenceTransactions {
  private readonly producer: Producer
  private readonly transactionUs: number
  private readonly second: ProducerSecond
  private readonly errorNames: ErrorNames
  private readonly onEnd: (endedUs: number) => void
  private readonly onFailure: () => void
  private state: 'open' | 'ending' | 'failed' = 'open'
  private isClosing = false
  /** When the first record of the open transaction was handed over; infinite if the transaction has no record. */
  private firstSentUs = Number.POSITIVE_INFINITY
  /** True if the library refused a record for another reason than a full queue, so that the transaction has to end. */
  private hasRefused = false
  /** Records of the open transaction, and the acknowledged ones among them. */
  private records = 0
  private ackedRecords = 0
  private reportedRecords = 0
  /** Partitions of the open transaction; each gets a marker when it ends. */
  private readonly partitions = new Set<number>()

  /** @param options `onEnd` is called when the next transaction is open, `onFailure` if no more records can be sent */
  constructor(
    producer: Producer,
    options: {
      readonly transactionMs: number
      readonly second: ProducerSecond
      readonly errorNames: ErrorNames
      readonly onEnd: (endedUs: number) => void
      readonly onFailure: () => void
    },
  ) {
    this.producer = producer
    this.transactionUs = options.transactionMs * 1000
    this.second = options.second
    this.errorNames = options.errorNames
    this.onEnd = options.onEnd
    this.onFailure = options.onFailure
  }

  /** True if records may be handed over. */
  get isOpen(): boolean {
    return this.state === 'open'
  }

  /** Records that no commit has made readable yet. */
  get openRecords(): number {
    return this.records
  }

  noteSent(partition: number): void {
    if (this.records === 0) this.firstSentUs = epochUs()
    this.records += 1
    this.partitions.add(partition)
  }

  /** Notes the delivery report of a record. */
  noteReport(isAcked: boolean): void {
    this.reportedRecords += 1
    if (isAcked) this.ackedRecords += 1
  }

  /** Notes that the library refused a record for another reason than a full queue. The transaction then ends. */
  noteRefused(): void {
    this.hasRefused = true
  }

  /** Ends the open transaction if its time is over, or if no more records follow, and begins the next. */
  endIfDue(isLoadOver: boolean): void {
    if (this.state !== 'open') return
    const isDue = this.records > 0 && (isLoadOver || epochUs() >= this.firstSentUs + this.transactionUs)
    if (!isDue && !this.hasRefused) return
    this.state = 'ending'
    this.hasRefused = false
    void this.end()
  }

  /** Aborts the open transaction, because the producer closes. */
  async close(): Promise<void> {
    this.isClosing = true
    if (this.state === 'open') await this.call('abortTransaction', closeTimeoutMs)
  }

  private async end(): Promise<void> {
    const fromUs = epochUs()
    let error = await this.callUntilAnswered('commitTransaction')
    const isCommitted = error === null
    if (error?.isTxnRequiresAbort === true) {
      this.second.noteError(this.errorNames(error))
      error = await this.callUntilAnswered('abortTransaction')
    }
    if (error !== null) return this.isClosing ? undefined : this.giveUp(error)
    const tookUs = epochUs() - fromUs
    await this.untilAllReported()
    this.noteEnd(isCommitted, tookUs)
    const failure = await new Promise<LibrdKafkaError | null>((resolve) =>
      this.producer.beginTransaction((begun) => resolve(begun ?? null)),
    )
    if (failure !== null) return this.giveUp(failure)
    this.state = 'open'
    this.onEnd(epochUs())
  }

  /**
   * The addon passes at most 100 delivery reports in a turn of the event loop, so the result of a commit or abort may overtake
   * some. Such reports would be counted for the next transaction.
   */
  private async untilAllReported(): Promise<void> {
    while (this.reportedRecords < this.records && !this.isClosing)
      await new Promise((resolve) => setTimeout(resolve, reportPauseMs))
  }

  private noteEnd(isCommitted: boolean, tookUs: number): void {
    if (isCommitted) this.second.noteCommitted(1, tookUs / 1000)
    else this.second.noteAborted(1, this.ackedRecords)
    this.second.noteMarkers(this.partitions.size)
    this.records = 0
    this.ackedRecords = 0
    this.reportedRecords = 0
    this.partitions.clear()
    this.firstSentUs = Number.POSITIVE_INFINITY
  }

  /** Ends sending after an error from which the library does not recover, such as another client with its transactional id. */
  private giveUp(error: LibrdKafkaError): void {
    this.second.noteError(this.errorNames(error))
    this.noteEnd(false, 0)
    this.state = 'failed'
    this.onFailure()
  }

  /** Calls the library until it reports a result. @returns null if it succeeded */
  private async callUntilAnswered(name: EndCall): Promise<LibrdKafkaError | null> {
    for (;;) {
      const error = await this.call(name, callTimeoutMs)
      const isFinal = error === null || error.isRetriable !== true || error.isTxnRequiresAbort === true
      if (isFinal || this.isClosing) return error
      await new Promise((resolve) => setTimeout(resolve, retryPauseMs))
    }
  }

  private call(name: EndCall, timeoutMs: number): Promise<LibrdKafkaError | null> {
    return new Promise((resolve) => this.producer[name](timeoutMs, (error) => resolve(error ?? null)))
  }
}

/** Registers a producer with its coordinator and begins the first transaction. @returns why that failed, or null */
export async function startTransactions(producer: Producer, timeoutMs: number): Promise<string | null> {
  const failure = await new Promise<LibrdKafkaError | null>((resolve) =>
    producer.initTransactions(timeoutMs, (error) => resolve(error ?? null)),
  )
  if (failure !== null) return failure.message
  const refusal = await new Promise<LibrdKafkaError | null>((resolve) =>
    producer.beginTransaction((error) => resolve(error ?? null)),
  )
  return refusal?.message ?? null
}
