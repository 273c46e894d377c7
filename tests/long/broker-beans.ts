/**
 * Attributes of a running broker's metrics, read by Kafka's JmxTool.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { findFreePorts } from '../../src/runner/embedded/ports.ts'
import { kafkaJarsPath } from '../../src/runner/embedded/runner-files.ts'

const kafkaJars = join(kafkaJarsPath, '*')

/** One reading: its time, and an attribute of a bean; NaN if the broker does not have it (yet). */
export interface BeanReading {
  readonly atEpochMs: number
  attribute(bean: string, name: string): number
}

/** Opens a broker's JMX on the loopback interface and reads these beans at intervals. @returns how to stop */
export async function followBeans(
  brokerPid: number,
  { beans, intervalMs }: { readonly beans: readonly string[]; readonly intervalMs: number },
  onReading: (reading: BeanReading) => void,
): Promise<() => Promise<void>> {
  const port = (await findFreePorts(1))[0] ?? 0
  const options = ['host=127.0.0.1', `port=${port}`, 'authenticate=false', 'ssl=false']
  const words = options.map((option) => `jmxremote.${option}`)
  execFileSync('jcmd', [String(brokerPid), 'ManagementAgent.start', ...words])
  const url = `service:jmx:rmi:///jndi/rmi://127.0.0.1:${port}/jmxrmi`
  const names = beans.flatMap((bean) => ['--object-name', bean])
  const tool = ['org.apache.kafka.tools.JmxTool', '--jmx-url', url, ...names]
  const args = ['-Xmx64m', '-cp', kafkaJars, ...tool, '--reporting-interval', String(intervalMs), '--wait']
  const child = spawn('java', args, { stdio: ['ignore', 'pipe', 'ignore'] })
  let columns: readonly string[] = []
  createInterface({ input: child.stdout }).on('line', (line) => {
    // Names hold commas: the heading's columns stand in quotes.
    if (line.startsWith('"time"')) columns = line.slice(1, -1).split('","')
    const values = line.split(',').map(Number)
    const atEpochMs = values[0] ?? Number.NaN
    if (values.length !== columns.length || !Number.isFinite(atEpochMs)) return
    onReading({
      atEpochMs,
      attribute: (bean, name) => values[columns.indexOf(`${bean}:${name}`)] ?? Number.NaN,
    })
  })
  return () => endTool(child)
}

async function endTool(child: ChildProcess): Promise<void> {
  const exited = new Promise((resolve) => child.once('exit', resolve))
  if (child.exitCode !== null) return
  child.kill('SIGKILL')
  await exited
}
