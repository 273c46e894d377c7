/**
 * Checks whether the client library on this machine has the features that a run needs.
 */
import type { ClientLoop, Environment } from '../../contracts/environment.ts'
import type { PreflightCheck } from '../../contracts/preflight.ts'
import type { RunPlan } from '../../contracts/run-plan.ts'
import { makeReadyRemedy } from '../../contracts/setup-status.ts'
import type { ClusterAccess } from '../admin/cluster-access.ts'
import { failed, passed } from './make-check.ts'

/** The workers' client library, or why it could not be loaded. */
export type ClientDescription =
  | {
      readonly isLoaded: true
      readonly librdkafkaVersion: string
      readonly features: readonly string[]
      readonly loops: NonNullable<Environment['loops']>
    }
  | { readonly isLoaded: false; readonly reason: string; readonly remedy: string | null }

const rebuild = `Install what the build lacks (Debian: libssl-dev libzstd-dev zlib1g-dev). ${makeReadyRemedy}`

/** Checks the client library. One failed check lists all missing features. */
export function checkClient(client: ClientDescription, plan: RunPlan, access: ClusterAccess | null): PreflightCheck {
  if (!client.isLoaded) return failed('runner', client.reason, client.remedy)
  const missing = neededFeatures(plan, access).filter(({ feature }) => !client.features.includes(feature))
  if (missing.length > 0) {
    const list = missing.map(({ feature, why }) => `${feature} (${why})`).join(', ')
    return failed('runner', `librdkafka ${client.librdkafkaVersion} was built without ${list}.`, rebuild)
  }
  return passed(
    'runner',
    `librdkafka ${client.librdkafkaVersion} has everything that this run needs. ${describeLoops(client.loops)}`,
  )
}

function describeLoops({ producers, consumers }: NonNullable<Environment['loops']>): string {
  const because = ({ kind, reason }: ClientLoop) => (reason === null ? kind : `${kind}, because ${reason}`)
  return `Loop of producers: ${because(producers)}. Loop of consumers: ${because(consumers)}.`
}

function neededFeatures(plan: RunPlan, access: ClusterAccess | null): { feature: string; why: string }[] {
  const codecs = new Set(plan.producers.map((producer) => producer.compression))
  codecs.delete('none')
  const needed = [...codecs].map((codec) => ({ feature: codec as string, why: 'compression of the workload' }))
  if (access?.tls) needed.push({ feature: 'ssl', why: 'TLS of the connection' })
  if (access?.sasl?.mechanism === 'PLAIN') needed.push({ feature: 'sasl_plain', why: 'SASL PLAIN' })
  else if (access?.sasl) needed.push({ feature: 'sasl_scram', why: access.sasl.mechanism })
  return needed
}
