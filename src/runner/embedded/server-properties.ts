/**
 * The configuration of one broker of an embedded cluster.
 */

/** Ports of one broker on the loopback interface. */
export type BrokerPorts = {
  /** What clients are told to connect to. */
  readonly client: number
  /** Null on a broker that is no controller. */
  readonly controller: number | null
  /**
   * Where brokers reach each other, and the runner them, where clients have an entrance of their own. Left out:
   * `client`.
   */
  readonly internal?: number
  /** Where the broker listens for clients behind a proxy at `client`. Left out: at `client` itself. */
  readonly proxied?: number
}

/** The port at which the runner itself reaches a broker: without TLS, and without a proxy between. */
export function ownPort({ internal, client }: BrokerPorts): number {
  return internal ?? client
}

/** One broker's place in its cluster. */
export type BrokerLayout = {
  /** 1 for the first broker. */
  readonly brokerId: number
  /** Ports of all brokers, the first broker's first. */
  readonly ports: readonly BrokerPorts[]
  /** Folder for the broker's data. */
  readonly dataPath: string
  /** Kafka's `quota.window.num`, in windows of one second. */
  readonly quotaWindowSeconds: number
  /** Kafka's `num.replica.fetchers`. Left out: its own 1. */
  readonly replicaFetchers?: number
  /** File of key and certificate in PEM where clients come by TLS. Left out: they come as they are. */
  readonly keystorePath?: string
}

/** All that an embedded broker listens on: nothing outside this machine may reach it. */
export const loopbackHost = '127.0.0.1'

const largestController = 3

/**
 * How many brokers are controllers too: all of three, so that one may die; one of two, as two controllers cannot lose
 * one either.
 */
export function countControllers(brokers: number): number {
  return brokers < largestController ? 1 : largestController
}

/**
 * The text of a broker's server.properties.
 *
 * Settings that differ from Kafka's own say why; they keep a broker small, its topics quick to make and to delete, and
 * its disk short, and leave the way of a record through it alone.
 */
export function writeServerProperties(layout: BrokerLayout): string {
  const own = layout.ports[layout.brokerId - 1]
  if (own === undefined) throw new RangeError(`broker ${layout.brokerId} has no ports`)
  const properties = { ...placeProperties(layout, own), ...smallnessProperties(layout), ...topicProperties(layout) }
  return `${Object.entries(properties)
    .map(([name, value]) => `${name}=${escapeValue(String(value))}`)
    .join('\n')}\n`
}

function placeProperties({ brokerId, ports, dataPath, keystorePath }: BrokerLayout, own: BrokerPorts) {
  const entrance = entranceOf(own, keystorePath)
  const controller = own.controller === null ? null : `CONTROLLER://${loopbackHost}:${own.controller}`
  const voters = ports.flatMap((each, index) =>
    each.controller === null ? [] : [`${index + 1}@${loopbackHost}:${each.controller}`],
  )
  return {
    'process.roles': controller === null ? 'broker' : 'broker,controller',
    'node.id': brokerId,
    'controller.quorum.voters': voters.join(','),
    listeners: controller === null ? entrance.listeners : `${entrance.listeners},${controller}`,
    'advertised.listeners': entrance.advertised,
    'controller.listener.names': 'CONTROLLER',
    'inter.broker.listener.name': entrance.betweenBrokers,
    'listener.security.protocol.map': `CONTROLLER:PLAINTEXT,${entrance.protocols}`,
    'log.dirs': dataPath,
    ...(keystorePath === undefined ? {} : { 'ssl.keystore.type': 'PEM', 'ssl.keystore.location': keystorePath }),
  }
}

/** One listener for all, or one for clients and one for the brokers among themselves. */
function entranceOf({ client, internal, proxied }: BrokerPorts, keystorePath: string | undefined) {
  if (internal === undefined) {
    const only = `PLAINTEXT://${loopbackHost}:${client}`
    return { listeners: only, advertised: only, betweenBrokers: 'PLAINTEXT', protocols: 'PLAINTEXT:PLAINTEXT' }
  }
  const own = `INTERNAL://${loopbackHost}:${internal}`
  const listenFor = (port: number) => `${own},CLIENTS://${loopbackHost}:${port}`
  return {
    listeners: listenFor(proxied ?? client),
    advertised: listenFor(client),
    betweenBrokers: 'INTERNAL',
    protocols: `INTERNAL:PLAINTEXT,CLIENTS:${keystorePath === undefined ? 'PLAINTEXT' : 'SSL'}`,
  }
}

function smallnessProperties({ quotaWindowSeconds, replicaFetchers }: BrokerLayout) {
  return {
    // Two cores are the rule here; Kafka's own 3 and 8 are for a server.
    'num.network.threads': 2,
    'num.io.threads': 4,
    'background.threads': 2,
    'group.coordinator.threads': 1,
    'share.coordinator.threads': 1,
    // 128 MB of heap otherwise, for compacted topics that hold a few offsets.
    'log.cleaner.threads': 1,
    'log.cleaner.dedupe.buffer.size': 4_194_304,
    ...(replicaFetchers === undefined ? {} : { 'num.replica.fetchers': replicaFetchers }),
    'quota.window.num': quotaWindowSeconds,
    'quota.window.size.seconds': 1,
    // A machine under full load is slow, not gone: 9 s and 2 s otherwise.
    'broker.session.timeout.ms': 18_000,
    'controller.quorum.fetch.timeout.ms': 6_000,
    // The data goes with the broker: moving leaders before it stops helps nobody.
    'controlled.shutdown.enable': false,
  }
}

function topicProperties({ ports }: BrokerLayout) {
  const replicas = Math.min(3, ports.length)
  return {
    // A topic that nobody made must fail, not appear with another number of partitions.
    'auto.create.topics.enable': false,
    'default.replication.factor': replicas,
    'offsets.topic.replication.factor': replicas,
    'transaction.state.log.replication.factor': replicas,
    'transaction.state.log.min.isr': Math.min(2, replicas),
    'share.coordinator.state.topic.replication.factor': replicas,
    'share.coordinator.state.topic.min.isr': Math.min(2, replicas),
    // 50 otherwise: seconds of work on a laptop before the first group is there.
    'offsets.topic.num.partitions': ports.length,
    'transaction.state.log.num.partitions': ports.length,
    'share.coordinator.state.topic.num.partitions': ports.length,
    'group.initial.rebalance.delay.ms': 0,
    // Retention that is short only works where it is looked at often (5 min otherwise).
    'log.retention.check.interval.ms': 5_000,
    'log.initial.task.delay.ms': 5_000,
    // Disk of a deleted topic or segment comes back at once (60 s otherwise).
    'log.segment.delete.delay.ms': 1_000,
    'log.segment.bytes': 67_108_864,
    // Safety for topics without a retention of their own.
    'log.retention.ms': 3_600_000,
  }
}

/** Backslashes of Windows paths are escapes in a properties file. */
function escapeValue(value: string): string {
  return value.replaceAll('\\', '\\\\')
}
