/**
 * Loads node-rdkafka. The only other native code, the load engine, is loaded by native-engine.ts. Hosts load neither.
 */
import { createRequire } from 'node:module'
import { AppError } from '../../contracts/app-error.ts'
import { makeReadyRemedy } from '../../contracts/setup-status.ts'

/** Type of the module node-rdkafka. */
export type Rdkafka = typeof import('node-rdkafka')

/**
 * Loads node-rdkafka.
 * @throws AppError RUNNER_NOT_READY if it is missing, broken or built for another version of Node
 */
export function loadRdkafka(): Rdkafka {
  try {
    return createRequire(import.meta.url)('node-rdkafka')
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error)
    throw new AppError('RUNNER_NOT_READY', `The Kafka client could not be loaded: ${reasonOf(text)}.`, {
      cause: error,
      remedy: makeReadyRemedy,
    })
  }
}

/** Explains a loader error in plain words, without stack and paths. */
export function reasonOf(loaderError: string): string {
  if (/NODE_MODULE_VERSION|compiled against a different/.test(loaderError)) {
    return `its addon was built for another version of Node than this one (${process.version}, ABI ${process.versions.modules})`
  }
  if (/cannot open shared object|\.so[.0-9]*:/.test(loaderError)) {
    return `a library that it needs is missing (${firstLine(loaderError)})`
  }
  if (/Cannot find module|no such file/i.test(loaderError)) return 'it is not installed or was not built'
  return firstLine(loaderError)
}

function firstLine(text: string): string {
  return (text.split('\n')[0] ?? '').slice(0, 200)
}
