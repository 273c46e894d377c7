/**
 * A Prometheus endpoint of a running broker, as a JMX exporter without rules of its own writes it.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { followBeans } from './broker-beans.ts'

export interface MetricsEndpoint {
  readonly url: string
  stop(): Promise<void>
}

/** Beans and their attributes, and the name of each as a metric. */
const exported = [
  ['kafka.network:type=RequestMetrics,name=TotalTimeMs,request=Produce', 'Count', requestMetric('Count')],
  ['kafka.network:type=RequestMetrics,name=TotalTimeMs,request=Produce', 'Mean', requestMetric('Mean')],
  [
    'kafka.server:type=KafkaRequestHandlerPool,name=RequestHandlerAvgIdlePercent',
    'OneMinuteRate',
    'kafka_server_KafkaRequestHandlerPool_OneMinuteRate{name="RequestHandlerAvgIdlePercent",}',
  ],
  [
    'kafka.network:type=SocketServer,name=NetworkProcessorAvgIdlePercent',
    'Value',
    'kafka_network_SocketServer_Value{name="NetworkProcessorAvgIdlePercent",}',
  ],
] as const

function requestMetric(attribute: string): string {
  return `kafka_network_RequestMetrics_${attribute}{name="TotalTimeMs",request="Produce",}`
}

/** Serves the latest reading of a broker. It is up to half a second old. */
export async function serveMetrics(brokerPid: number): Promise<MetricsEndpoint> {
  let text = ''
  const beans = [...new Set(exported.map(([bean]) => bean))]
  const stopReading = await followBeans(brokerPid, { beans, intervalMs: 500 }, ({ attribute }) => {
    const lines = exported.map(([bean, name, metric]) => `${metric} ${attribute(bean, name)}`)
    text = `${lines.join('\n')}\n`
  })
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/plain; version=0.0.4')
    response.end(text)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/metrics`,
    stop: async () => {
      await stopReading()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
