/**
 * What a broker's log says: that it is up, or why it ended.
 */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'

/** Why a broker ended, as far as its log tells. */
export type BrokerFailure = {
  readonly kind: 'port-taken' | 'disk-full' | 'out-of-memory' | 'other'
  /** The line that says it; null where the log says nothing of use. */
  readonly line: string | null
}

/** Kafka writes it once listeners are open and the broker is registered and unfenced. */
const startedText = 'Kafka Server started'

/** An end of a log this long holds the reason of any exit. */
const tailBytes = 256 * 1024

const knownCauses: readonly { readonly kind: BrokerFailure['kind']; readonly pattern: RegExp }[] = [
  { kind: 'port-taken', pattern: /Address already in use|BindException|Socket server failed to bind/ },
  { kind: 'disk-full', pattern: /No space left on device|Disk quota exceeded|not enough space on the disk/i },
  {
    kind: 'out-of-memory',
    pattern:
      /java\.lang\.OutOfMemoryError|insufficient memory for the Java Runtime|Could not reserve enough space|Cannot allocate memory/,
  },
]

/** Whether a broker says that it is up. */
export function saysStarted(log: string): boolean {
  return log.includes(startedText)
}

/** The reason in a log: a known one wherever it stands, else the last line that tells of an error. */
export function explainBrokerLog(log: string): BrokerFailure {
  const lines = log.split('\n').map((line) => line.trim())
  for (const { kind, pattern } of knownCauses) {
    const line = lines.find((each) => pattern.test(each))
    if (line !== undefined) return { kind, line: shorten(line) }
  }
  const telling =
    lines.findLast((line) => /\b(ERROR|FATAL)\b/.test(line)) ??
    lines.findLast((line) => /^(Caused by: |Exception in thread|Error: |[\w.]+(Exception|Error)\b)/.test(line)) ??
    lines.findLast((line) => line !== '' && !/^at |^\.\.\. \d+ more/.test(line))
  return { kind: 'other', line: telling === undefined ? null : shorten(telling) }
}

/** The end of a log file; empty where it cannot be read. */
export function readLogTail(path: string): string {
  try {
    const file = openSync(path, 'r')
    try {
      const { size } = fstatSync(file)
      const buffer = Buffer.alloc(Math.min(size, tailBytes))
      const read = readSync(file, buffer, 0, buffer.length, size - buffer.length)
      return buffer.toString('utf8', 0, read)
    } finally {
      closeSync(file)
    }
  } catch {
    return ''
  }
}

/** Without time, thread and logger, and of a length that fits a message. */
function shorten(line: string): string {
  const text = line.replace(/^[\d-]+[T ][\d:.,+Z-]+ /, '').replace(/^\[[^\]]*\] (ERROR|FATAL|WARN|INFO) \S+ - /, '')
  return text.length > 300 ? `${text.slice(0, 299)}…` : text
}
