import { readFile } from 'node:fs/promises'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { readSources } from '../../../../src/observation/read-sources.ts'
import { readEndpoint } from '../../../../src/workbench/observations/endpoints/read-endpoint.ts'
import { readJolokia } from '../../../../src/workbench/observations/endpoints/read-jolokia.ts'
import { readPrometheus } from '../../../../src/workbench/observations/endpoints/read-prometheus.ts'
import { valuesOf } from '../../observation/fixture-facts.ts'

const servers: Server[] = []
afterEach(async () => {
  await Promise.all(
    servers.splice(0).map((server) => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    }),
  )
})

/** The address of a server on loopback that answers so. */
async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/**
 * A Prometheus server with these metrics, whose answer to a query is a constant for two topics.
 * @param clusters labels of the series of each metric
 */
async function prometheus(
  names: readonly string[],
  clusters: readonly Readonly<Record<string, string>>[] = [{}],
): Promise<{ readonly url: string; readonly queries: string[] }> {
  const queries: string[] = []
  const url = await serve(({ url: path = '' }, response) => {
    const asked = new URL(path, 'http://localhost')
    if (asked.pathname === '/api/v1/label/__name__/values') {
      response.end(JSON.stringify({ status: 'success', data: names }))
      return
    }
    const query = asked.searchParams.get('query') ?? ''
    if (asked.pathname === '/api/v1/query') {
      const result = names.flatMap((name) => clusters.map((labels) => ({ metric: { __name__: name, ...labels } })))
      const counted = result.map((each) => ({ ...each, value: [0, '1'] }))
      response.end(JSON.stringify({ status: 'success', data: { resultType: 'vector', result: counted } }))
      return
    }
    const start = Number(asked.searchParams.get('start'))
    queries.push(query)
    const result = query.startsWith('sum(')
      ? [{ metric: {}, values: [[start, '900']] }]
      : ['orders', 'payments'].map((topic, index) => ({
          metric: { topic },
          values: [0, 60, 120].map((seconds) => [start + seconds, String(1000 * (index + 1))]),
        }))
    response.end(JSON.stringify({ status: 'success', data: { resultType: 'matrix', result } }))
  })
  return { url, queries }
}

describe('readPrometheus()', () => {
  it('asks once for each measure in one of its spellings, lets the server add up brokers, and reads the rates of the answers', async () => {
    const names = [
      'kafka_server_brokertopicmetrics_bytesin_total',
      'kafka_server_BrokerTopicMetrics_Count',
      'redpanda_kafka_request_bytes_total',
      'kafka_network_requestmetrics_requestspersec',
      'go_goroutines',
    ]
    const { url, queries } = await prometheus(names)
    const [outcome] = readSources([await readPrometheus(`${url}/`, 1_763_800_000_000)])
    const labels = 'topic, topic_name, redpanda_topic, redpanda_request'
    expect(queries).toEqual([
      `sum by (${labels}) (rate(kafka_server_brokertopicmetrics_bytesin_total[5m]))`,
      `sum by (${labels}) (rate(kafka_server_BrokerTopicMetrics_Count{name="BytesOutPerSec"}[5m]))`,
      `sum by (${labels}) (rate(kafka_server_BrokerTopicMetrics_Count{name="MessagesInPerSec"}[5m]))`,
      'sum(rate(kafka_network_requestmetrics_requestspersec[5m]))',
    ])
    expect(outcome?.problems).toEqual([])
    const facts = outcome?.reading?.facts ?? []
    const payments = { averageBytesInPerSec: 2000, averageBytesOutPerSec: 2000, averageRecordsInPerSec: 2000 }
    expect(valuesOf(facts, { topic: 'payments' })).toMatchObject(payments)
    expect(valuesOf(facts)).toMatchObject({ requestsPerSec: 900 })
  })

  it('refuses to add up several clusters, and takes the one that the address chooses', async () => {
    const names = ['kafka_server_brokertopicmetrics_bytesin_total']
    const clusters = [
      { cluster: 'prod', job: 'kafka' },
      { cluster: 'test', job: 'kafka' },
    ]
    const { url, queries } = await prometheus(names, clusters)
    await expect(readPrometheus(url, 0)).rejects.toMatchObject({
      code: 'INPUT_INVALID',
      message: expect.stringContaining('by its label cluster: prod, test'),
      remedy: expect.stringContaining(`${url}/?cluster=prod`),
    })
    expect(queries).toEqual([])
    await readPrometheus(`${url}?cluster=prod`, 0)
    expect(queries).toEqual([
      expect.stringContaining('kafka_server_brokertopicmetrics_bytesin_total{cluster=~"prod"}[5m]'),
    ])
    await expect(readPrometheus(`${url}?9=prod`, 0)).rejects.toThrow('no label of Prometheus: "9"')
  })

  it('says what is wrong with a server that is none, or has nothing of Kafka', async () => {
    const url = await serve((_, response) => response.end('# HELP go_goroutines'))
    await expect(readPrometheus(url, 0)).rejects.toMatchObject({ code: 'INPUT_INVALID' })
    const empty = await prometheus(['go_goroutines'])
    await expect(readPrometheus(empty.url, 0)).rejects.toThrow('none of Kafka')
  })
})

describe('readJolokia()', () => {
  it('queries every broker twice with read requests only, and sums the brokers', async () => {
    const responses = JSON.parse(await readFile('tests/fixtures/observations/jolokia-answers.json', 'utf8'))
    const bodies: string[] = []
    const broker = () => {
      let query = 0
      return serve((request, response) => {
        request.setEncoding('utf8').on('data', (text: string) => bodies.push(text))
        request.on('end', () => {
          response.end(JSON.stringify([responses[query]]))
          query += 1
        })
      })
    }
    let waits = 0
    const source = await readJolokia([await broker(), await broker()], async () => {
      waits += 1
    })
    expect(waits).toBe(1)
    const asked = bodies.flatMap((body) => JSON.parse(body).map(({ type }: { type: string }) => type))
    expect(new Set(asked)).toEqual(new Set(['read']))
    const [outcome] = readSources([source])
    expect(valuesOf(outcome?.reading?.facts ?? [], { topic: 'orders' }).averageBytesInPerSec).toBe(20_000_000)
  })

  it('says what is wrong with an address that is no agent', async () => {
    const url = await serve((_, response) => response.end('{}'))
    await expect(readJolokia([url], async () => {})).rejects.toThrow('does not answer like a Jolokia agent')
  })
})

describe('readEndpoint()', () => {
  it('names a status, a redirect and a closed port', async () => {
    const missing = await serve((_, response) => response.writeHead(404).end())
    await expect(readEndpoint(missing)).rejects.toThrow('it answered with status 404')
    const away = await serve((_, response) => response.writeHead(302, { location: missing }).end())
    await expect(readEndpoint(away)).rejects.toMatchObject({ code: 'CLUSTER_UNREACHABLE' })
    await expect(readEndpoint('http://127.0.0.1:1')).rejects.toMatchObject({ code: 'CLUSTER_UNREACHABLE' })
  })

  it('stops reading an answer that is too long', async () => {
    let written = 0
    const endless = await serve((_, response) => {
      const chunk = Buffer.alloc(1_000_000, 'x')
      const more = () => {
        while (written < 500 && !response.destroyed) {
          written += 1
          if (!response.write(chunk)) {
            response.once('drain', more)
            return
          }
        }
      }
      more()
    })
    await expect(readEndpoint(endless)).rejects.toThrow('its answer has more than 64 MB')
    expect(written).toBeLessThan(200)
  })
})
