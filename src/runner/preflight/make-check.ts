/**
 * Creates the checks of a preflight.
 */
import type { Preflight, PreflightCheck } from '../../contracts/preflight.ts'

/** Identifies a check in the preflight's JSON. */
export type CheckId = PreflightCheck['id']

const labels: Readonly<Record<CheckId, string>> = {
  java: 'Java and Apache Kafka',
  runner: 'Kafka client',
  address: 'Addresses resolve',
  tcp: 'Brokers listen',
  tls: 'TLS handshake',
  authentication: 'Log-in',
  brokers: 'Brokers',
  'replication-factor': 'Replication factor',
  topics: 'Topics',
  'disk-space': 'Disk space',
  advertised: 'Advertised addresses',
  'round-trip': "Round trip of the load's client",
  'record-size': 'Record size',
  'client-ceiling': 'Load generator',
  prometheus: 'Prometheus endpoint',
}

/** Creates a check that passed. */
export function passed(id: CheckId, detail: string): PreflightCheck {
  return { id, label: labels[id], state: 'passed', detail, remedy: null }
}

/** Creates a check that failed. Any failed check fails the preflight. */
export function failed(id: CheckId, detail: string, remedy: string | null): PreflightCheck {
  return { id, label: labels[id], state: 'failed', detail, remedy }
}

/** Creates a check that warns. A warning does not fail the preflight. */
export function warned(id: CheckId, detail: string, remedy: string | null): PreflightCheck {
  return { id, label: labels[id], state: 'warned', detail, remedy }
}

/** Creates a check that could not be run, or that this target does not need. */
export function skipped(id: CheckId, detail: string): PreflightCheck {
  return { id, label: labels[id], state: 'skipped', detail, remedy: null }
}

/** Creates a preflight, which passes if none of its checks failed. */
export function preflightOf(checks: readonly PreflightCheck[]): Preflight {
  return { checks: [...checks], isPassed: checks.every((check) => check.state !== 'failed') }
}
