import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type BrokerPorts,
  countControllers,
  writeServerProperties,
} from '../../../src/runner/embedded/server-properties.ts'

function portsOf(brokers: number): readonly BrokerPorts[] {
  return Array.from({ length: brokers }, (_, index) => ({
    client: 40_001 + index,
    controller: index < countControllers(brokers) ? 41_001 + index : null,
  }))
}

function propertiesOf(brokerId: number, brokers: number, dataPath = '/data'): Map<string, string> {
  const text = writeServerProperties({ brokerId, ports: portsOf(brokers), dataPath, quotaWindowSeconds: 11 })
  return new Map(
    text
      .trimEnd()
      .split('\n')
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )
}

const anyBroker = fc
  .integer({ min: 1, max: 5 })
  .chain((brokers) => fc.record({ brokers: fc.constant(brokers), brokerId: fc.integer({ min: 1, max: brokers }) }))

describe('the controllers of a cluster', () => {
  it.each([
    [1, 1],
    [2, 1],
    [3, 3],
    [4, 3],
    [5, 3],
  ])('of %i brokers are %i', (brokers, controllers) => {
    expect(countControllers(brokers)).toBe(controllers)
  })
})

describe('server.properties', () => {
  it('of the second of three brokers has its own id and lists all controllers', () => {
    const properties = propertiesOf(2, 3)
    expect({
      id: properties.get('node.id'),
      roles: properties.get('process.roles'),
      listeners: properties.get('listeners'),
      advertised: properties.get('advertised.listeners'),
      voters: properties.get('controller.quorum.voters'),
    }).toEqual({
      id: '2',
      roles: 'broker,controller',
      listeners: 'PLAINTEXT://127.0.0.1:40002,CONTROLLER://127.0.0.1:41002',
      advertised: 'PLAINTEXT://127.0.0.1:40002',
      voters: '1@127.0.0.1:41001,2@127.0.0.1:41002,3@127.0.0.1:41003',
    })
  })

  it('of a broker that is no controller has a listener for clients only', () => {
    const properties = propertiesOf(5, 5)
    expect(properties.get('process.roles')).toBe('broker')
    expect(properties.get('listeners')).toBe('PLAINTEXT://127.0.0.1:40005')
  })

  it('gives clients behind TLS or a proxy a listener separate from the brokers’', () => {
    const ports = [{ client: 40_001, controller: 41_001, internal: 42_001, proxied: 43_001 }]
    const text = writeServerProperties({
      ...{ brokerId: 1, ports, dataPath: '/data', quotaWindowSeconds: 11, keystorePath: '/data/key.pem' },
    })
    expect(text.split('\n')).toEqual(
      expect.arrayContaining([
        'listeners=INTERNAL://127.0.0.1:42001,CLIENTS://127.0.0.1:43001,CONTROLLER://127.0.0.1:41001',
        'advertised.listeners=INTERNAL://127.0.0.1:42001,CLIENTS://127.0.0.1:40001',
        'inter.broker.listener.name=INTERNAL',
        'listener.security.protocol.map=CONTROLLER:PLAINTEXT,INTERNAL:PLAINTEXT,CLIENTS:SSL',
        'ssl.keystore.location=/data/key.pem',
      ]),
    )
  })

  it('takes the quota window from the target, in windows of one second', () => {
    const properties = propertiesOf(1, 1)
    expect(properties.get('quota.window.num')).toBe('11')
    expect(properties.get('quota.window.size.seconds')).toBe('1')
  })

  it('keeps Kafka’s one replica fetcher unless the target sets another number', () => {
    const layout = { brokerId: 1, ports: portsOf(3), dataPath: '/data', quotaWindowSeconds: 11 }
    expect(writeServerProperties(layout)).not.toContain('num.replica.fetchers')
    expect(writeServerProperties({ ...layout, replicaFetchers: 4 })).toContain('\nnum.replica.fetchers=4\n')
  })

  it('never listens at an address that other machines can reach', () => {
    fc.assert(
      fc.property(anyBroker, ({ brokerId, brokers }) => {
        const properties = propertiesOf(brokerId, brokers)
        for (const name of ['listeners', 'advertised.listeners', 'controller.quorum.voters']) {
          const places = (properties.get(name) ?? '').split(',')
          for (const place of places) expect(place).toMatch(/^([A-Z]+:\/\/|\d@)127\.0\.0\.1:\d+$/)
        }
      }),
    )
  })

  it('never requires more replicas than there are brokers', () => {
    fc.assert(
      fc.property(anyBroker, ({ brokerId, brokers }) => {
        for (const [name, value] of propertiesOf(brokerId, brokers))
          if (/replication\.factor$|min\.isr$/.test(name)) expect(Number(value), name).toBeLessThanOrEqual(brokers)
      }),
    )
  })

  it('turns off automatic creation of topics', () => {
    expect(propertiesOf(1, 3).get('auto.create.topics.enable')).toBe('false')
  })

  it('escapes the backslashes of a Windows path', () => {
    expect(propertiesOf(1, 1, 'C:\\runs\\a').get('log.dirs')).toBe('C:\\\\runs\\\\a')
  })

  it('throws for a broker without ports', () => {
    expect(() => propertiesOf(4, 3)).toThrow('broker 4 has no ports')
  })
})
