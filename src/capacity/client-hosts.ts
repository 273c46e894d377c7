/**
 * Number of client hosts that a load needs, from what one host can drive.
 */
import type { Figures } from '../contracts/figures.ts'
import type { Offering } from '../contracts/offering.ts'
import type { Prediction } from '../contracts/prediction.ts'
import type { ClientHost } from '../contracts/workload.ts'
import { formatCount } from '../units/count.ts'
import { ownSource } from './constraint-model.ts'
import { shownQuotient } from './shown-quotient.ts'
import type { Situation } from './situation.ts'

/** A smaller fraction of a host is rounding noise. */
const slack = 1e-9

const givenSource = ownSource(
  'ceiling of a client host',
  'As the scenario, or the client probe of a run, gives it: workload.clientHost.',
)

/**
 * Hosts for the offered load: ceil(max(in / in per host, out / out per host)), in payload bytes. The scenario gives the
 * ceiling of a host, otherwise the offering's source for the cloud. Null if neither does.
 */
export function clientHosts(situation: Situation, offered: Figures): NonNullable<Prediction['clientHosts']> | null {
  const { workload, offering, deployment } = situation
  const published = offering.clientHosts
  const onCloud = deployment.cloud === undefined ? weakest(published) : published?.byCloud[deployment.cloud]
  const host = workload.clientHost ?? onCloud
  if (host === undefined) return null
  const source = workload.clientHost === undefined && published !== undefined ? published.source : givenSource
  const { ingressPayloadBytesPerSec: written, egressPayloadBytesPerSec: read } = offered
  const { producePayloadBytesPerSec: produce, consumePayloadBytesPerSec: consume } = host
  const hosts = Math.max(hostsFor(written, produce), consume === undefined ? 1 : hostsFor(read, consume))
  const writes = quotientText(written, produce, 'in')
  const ways = consume === undefined ? writes : `max(${writes}, ${quotientText(read, consume, 'out')})`
  const formula = `${ways} of payload a host = ${formatCount(hosts)}`
  const isUnsaid = workload.clientHost === undefined && deployment.cloud === undefined
  return {
    hosts,
    formula: isUnsaid ? `${formula}, with the weakest hosts, because the scenario names no cloud` : formula,
    source,
  }
}

function hostsFor(bytesPerSec: number, eachBytesPerSec: number): number {
  return Math.max(1, Math.ceil(bytesPerSec / eachBytesPerSec - slack))
}

/** "36 MB/s in / 20 MB/s" */
function quotientText(bytesPerSec: number, eachBytesPerSec: number, way: 'in' | 'out'): string {
  const { rate, each } = shownQuotient(bytesPerSec, eachBytesPerSec, hostsFor)
  return `${rate} ${way} / ${each}`
}

/** The host of the cloud whose hosts drive the lowest rate. */
function weakest(published: Offering['clientHosts']): ClientHost | undefined {
  const hosts = Object.values(published?.byCloud ?? {})
  return hosts.sort((one, other) => one.producePayloadBytesPerSec - other.producePayloadBytesPerSec)[0]
}

/** "4 client hosts drive the offered load: max(...) of payload a host = 4 (source, date)."; empty if not known. */
export function clientHostsSentence({ clientHosts: found }: Pick<Prediction, 'clientHosts'>): string {
  if (found === undefined || found === null) return ''
  const { hosts, formula, source } = found
  const what = hosts === 1 ? '1 client host drives' : `${formatCount(hosts)} client hosts drive`
  return `${what} the offered load: ${formula} (${source.title}, ${source.date}).`
}
