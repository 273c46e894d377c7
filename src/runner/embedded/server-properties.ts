/**
 * Writes the configuration of one broker of an embedded cluster.
 */

/** Ports of one broker on the loopback interface. */
export type BrokerPorts = {
  /** The advertised port, to which clients connect. */
  readonly client: number
  /** Port of the controller listener; null if the broker is not a controller. */
  readonly controller: number | null
  /**
   * Port for the other brokers and the runner if clients have a listener of their own (for TLS or a proxy). If
   * undefined, all of them use `client`.
   */
  readonly internal?: number
  /** Port at which the broker listens for clients if a proxy listens at `client`. If undefined, there is no proxy. */
  readonly proxied?: number
}

/** The port to which the runner itself connects. It has neither TLS nor a proxy. */
export function runnerPort({ internal, client }: BrokerPorts): number {
  return internal ?? client
}

/** Input of a broker's configuration. */
export type BrokerLayout = {
  /** Kafka's `node.id`: 1 for the first broker. */
  readonly brokerId: number
  /** Ports of all brokers, in order of broker id. */
  readonly ports: readonly BrokerPorts[]
  /** Folder for the broker's data. */
  readonly dataPath: string
  /** Kafka's `quota.window.num`; each window has one second. */
  readonly quotaWindowSeconds: number
  /** Kafka's `num.replica.fetchers`. Default: Kafka's 1. */
  readonly replicaFetchers?: number
  /** PEM file with key and certificate; undefined if clients connect without TLS. */
  readonly keystorePath?: string
}

/** The only address that embedded brokers listen at, so that other machines cannot reach them. */
export const loopbackHost = '127.0.0.1'

const maxControllers = 3

/**
 * Number of brokers that are controllers too. Three or more brokers have three controllers, one of which may fail. Two
 * brokers have one controller, because a quorum of two would not survive a failure either.
 */
export function countControllers(brokers: number): number {
  return brokers < maxControllers ? 1 : maxControllers
}

/**
 * Formats a broker's server.properties.
 *
 * Those settings that differ from Kafka's defaults save memory and disk space, and make topics quick to create and delete. None
 * of them changes how a record is written, replicated or read.
 */
export function writeServerProperties(layout: BrokerLayout): string {
  const ports = layout.ports[layout.brokerId - 1]
  if (ports === undefined) throw new RangeError(`broker ${layout.brokerId} has no ports`)
  const properties = { ...networkProperties(layout, ports), ...resourceProperties(layout), ...topicProperties(layout) }
  return `${Object.entries(properties)
    .map(([name, value]) => `${name}=${escapeValue(String(value))}`)
    .join('\n')}\n`
}

/** Roles, listeners and data folder. */
function networkProperties({ brokerId, ports, dataPath, keystorePath }: BrokerLayout, ownPorts: BrokerPorts) {
  const listeners = listenersOf(ownPorts, keystorePath)
  const controller = ownPorts.controller === null ? null : `CONTROLLER://${loopbackHost}:${ownPorts.controller}`
  const voters = ports.flatMap((broker, index) =>
    broker.controller === null ? [] : [`${index + 1}@${loopbackHost}:${broker.controller}`],
  )
  return {
    'process.roles': controller === null ? 'broker' : 'broker,controller',
    'node.id': brokerId,
    'controller.quorum.voters': voters.join(','),
    listeners: controller === null ? listeners.bound : `${listeners.bound},${controller}`,
    'advertised.listeners': listeners.advertised,
    'controller.listener.names': 'CONTROLLER',
    'inter.broker.listener.name': listeners.interBrokerName,
    'listener.security.protocol.map': `CONTROLLER:PLAINTEXT,${listeners.protocols}`,
    'log.dirs': dataPath,
    ...(keystorePath === undefined ? {} : { 'ssl.keystore.type': 'PEM', 'ssl.keystore.location': keystorePath }),
  }
}

/** Returns one listener for everybody, or one for clients and one for brokers and the runner. */
function listenersOf({ client, internal, proxied }: BrokerPorts, keystorePath: string | undefined) {
  if (internal === undefined) {
    const only = `PLAINTEXT://${loopbackHost}:${client}`
    return { bound: only, advertised: only, interBrokerName: 'PLAINTEXT', protocols: 'PLAINTEXT:PLAINTEXT' }
  }
  const withClientPort = (port: number) => `INTERNAL://${loopbackHost}:${internal},CLIENTS://${loopbackHost}:${port}`
  return {
    bound: withClientPort(proxied ?? client),
    advertised: withClientPort(client),
    interBrokerName: 'INTERNAL',
    protocols: `INTERNAL:PLAINTEXT,CLIENTS:${keystorePath === undefined ? 'PLAINTEXT' : 'SSL'}`,
  }
}

/** Threads, memory, quota windows and time limits. */
function resourceProperties({ quotaWindowSeconds, replicaFetchers }: BrokerLayout) {
  return {
    // Kafka's defaults of 3 and 8 suit a server, but an embedded cluster often has two cores.
    'num.network.threads': 2,
    'num.io.threads': 4,
    'background.threads': 2,
    'group.coordinator.threads': 1,
    'share.coordinator.threads': 1,
    // The default buffer takes 128 MB of heap, but the only compacted topics here hold a few offsets.
    'log.cleaner.threads': 1,
    'log.cleaner.dedupe.buffer.size': 4_194_304,
    ...(replicaFetchers === undefined ? {} : { 'num.replica.fetchers': replicaFetchers }),
    'quota.window.num': quotaWindowSeconds,
    'quota.window.size.seconds': 1,
    // Defaults: 9 s and 2 s. A broker on a fully loaded machine is slow but must not count as failed.
    'broker.session.timeout.ms': 18_000,
    'controller.quorum.fetch.timeout.ms': 6_000,
    // The whole cluster stops and its data is deleted, so moving leaders first is useless.
    'controlled.shutdown.enable': false,
  }
}

function topicProperties({ ports }: BrokerLayout) {
  const replicas = Math.min(3, ports.length)
  return {
    // A request for a missing topic must fail instead of creating the topic with a default number of partitions.
    'auto.create.topics.enable': false,
    'default.replication.factor': replicas,
    'offsets.topic.replication.factor': replicas,
    'transaction.state.log.replication.factor': replicas,
    'transaction.state.log.min.isr': Math.min(2, replicas),
    'share.coordinator.state.topic.replication.factor': replicas,
    'share.coordinator.state.topic.min.isr': Math.min(2, replicas),
    // Default: 50 partitions, which a laptop needs seconds to create. No group can join before that.
    'offsets.topic.num.partitions': ports.length,
    'transaction.state.log.num.partitions': ports.length,
    'share.coordinator.state.topic.num.partitions': ports.length,
    'group.initial.rebalance.delay.ms': 0,
    // Default: 5 min. Topics of a run have a short retention, which must be checked often.
    'log.retention.check.interval.ms': 5_000,
    'log.initial.task.delay.ms': 5_000,
    // Default: 60 s. A short delay frees the disk space of a deleted topic or segment soon.
    'log.segment.delete.delay.ms': 1_000,
    'log.segment.bytes': 67_108_864,
    // Applies to topics without a retention of their own.
    'log.retention.ms': 3_600_000,
  }
}

/** Escapes the backslashes of Windows paths, which are escape characters in a properties file. */
function escapeValue(value: string): string {
  return value.replaceAll('\\', '\\\\')
}
