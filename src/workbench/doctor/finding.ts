/**
 * Builds findings of the doctor.
 */
import type { Finding, FindingId } from '../../contracts/doctor.ts'

/** The label of each component, and the feature that needs it. */
const subjects: Readonly<Record<FindingId, readonly [label: string, neededFor: string]>> = {
  node: ['Node', 'everything'],
  runner: ['Load runner', 'runs'],
  librdkafka: ['librdkafka', 'runs'],
  'load-engine': ['Load engine', 'high rates'],
  java: ['Java', 'the embedded Kafka'],
  maven: ['Maven', 'the first set-up of the embedded Kafka'],
  'embedded-kafka': ['Embedded Kafka', 'runs without a cluster'],
  electron: ['Electron', 'the window and PDF'],
  display: ['Display', 'the window'],
  keychain: ['Keychain', 'secrets that the window keeps'],
  ports: ['Ports', 'the embedded Kafka and agents'],
  disk: ['Disk space', 'runs'],
  clock: ['Clock', 'runs on several machines'],
  workspace: ['Workspace', 'runs and reports'],
}

/** A finding without a problem. */
export function ok(id: FindingId, detail: string): Finding {
  return make(id, 'ok', { detail, remedy: null })
}

/** A component that is missing. */
export function missing(id: FindingId, detail: string, remedy: string): Finding {
  return make(id, 'missing', { detail, remedy })
}

/** A component that is there, but cannot be used until the remedy is applied. */
export function wrong(id: FindingId, detail: string, remedy: string): Finding {
  return make(id, 'wrong', { detail, remedy })
}

function make(id: FindingId, state: Finding['state'], text: Pick<Finding, 'detail' | 'remedy'>): Finding {
  const [label, neededFor] = subjects[id]
  return { id, label, state, neededFor, ...text }
}
