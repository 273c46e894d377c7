/**
 * Reads from a broker's log whether the broker is up, or why it exited.
 */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'

/** The cause of a broker's exit according to its log. */
export type BrokerFailure = {
  readonly kind: 'port-taken' | 'disk-full' | 'out-of-memory' | 'other'
  /** The log line that gives the cause; null if there is none. */
  readonly line: string | null
}

/** Kafka logs this text when the listeners are open and the broker is registered and unfenced. */
const startedText = 'Kafka Server started'

/** Number of bytes that are read from the end of a log. The cause of an exit is well within it. */
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

/** True if the log says that the broker is up. */
export function saysStarted(log: string): boolean {
  return log.includes(startedText)
}

/** Finds the cause of an exit: the first line with a known cause, otherwise the last line that looks like an error. */
export function explainBrokerLog(log: string): BrokerFailure {
  const lines = log.split('\n').map((line) => line.trim())
  for (const { kind, pattern } of knownCauses) {
    const line = lines.find((each) => pattern.test(each))
    if (line !== undefined) return { kind, line: shorten(line) }
  }
  const errorLine =
    lines.findLast((line) => /\b(ERROR|FATAL)\b/.test(line)) ??
    lines.findLast((line) => /^(Caused by: |Exception in thread|Error: |[\w.]+(Exception|Error)\b)/.test(line)) ??
    lines.findLast((line) => line !== '' && !/^at |^\.\.\. \d+ more/.test(line))
  return { kind: 'other', line: errorLine === undefined ? null : shorten(errorLine) }
}

/** Reads the end of a log file. @returns an empty text if it cannot be read */
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

/** Removes time, thread and logger from a line and cuts it to 300 characters. */
function shorten(line: string): string {
  const text = line.replace(/^[\d-]+[T ][\d:.,+Z-]+ /, '').replace(/^\[[^\]]*\] (ERROR|FATAL|WARN|INFO) \S+ - /, '')
  return text.length > 300 ? `${text.slice(0, 299)}…` : text
}
