import { execFile } from 'node:child_process'
import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect } from 'vitest'
import { kafkajs, startCluster } from '../integration/embedded-support.ts'
import { headroomJson, itInWorkspace } from '../integration/validate-support.ts'
import { smallScenario } from '../unit/workbench/small-scenario.ts'

const jars = resolve('src/runner/embedded/jars')
const classes = {
  'kafka-topics.sh': 'org.apache.kafka.tools.TopicCommand',
  'kafka-producer-perf-test.sh': 'org.apache.kafka.tools.ProducerPerformance',
  'kafka-consumer-perf-test.sh': 'org.apache.kafka.tools.ConsumerPerformance',
}

/** Kafka's `bin`, as far as the script needs it. */
async function kafkaBin(folder: string): Promise<string> {
  const bin = join(folder, 'bin')
  await mkdir(bin)
  for (const [name, mainClass] of Object.entries(classes)) {
    const path = join(bin, name)
    await writeFile(path, `#!/bin/sh\nexec java -Xmx128m -cp '${jars}/*' ${mainClass} "$@"\n`)
    await chmod(path, 0o755)
  }
  return bin
}

describe('a plan as a script of Kafka’s own tools', () => {
  itInWorkspace('runs on a real Kafka, deletes its topics, and its output is imported', async ({ workspace }) => {
    const { cluster } = await startCluster({ kind: 'embedded:kafka', brokers: 1, quotaWindowSeconds: 11 })
    const scenarioPath = join(workspace, 'small.headroom.json')
    await writeFile(scenarioPath, JSON.stringify(smallScenario))
    const words = ['plan', scenarioPath, '--for', 'kafka-perf-test', '--duration', '3s', '--out', workspace]
    const { exitCode, err } = await headroomJson(workspace, words)
    expect(exitCode, err).toBe(0)
    const output = join(workspace, 'output')
    const environment = {
      ...process.env,
      PATH: `${await kafkaBin(workspace)}:${process.env.PATH}`,
      BROKERS: cluster.bootstrapServers.join(','),
      OUTPUT: output,
      CLIENT_CONFIG: '',
    }
    await promisify(execFile)('sh', [join(workspace, 'run.sh')], { env: environment })
    const files = (await readdir(output)).map((name) => join(output, name))
    expect(files).toHaveLength(2)
    const { value } = await headroomJson(workspace, ['import', ...files])
    const [{ parts }] = value.repeats
    expect(parts.map(({ role, records }: { role: string; records: number }) => [role, records]).sort()).toEqual([
      ['consumer', 9_000],
      ['producer', 9_000],
    ])
    const admin = new kafkajs.Kafka({
      brokers: [...cluster.bootstrapServers],
      logLevel: kafkajs.logLevel.NOTHING,
    }).admin()
    await admin.connect()
    expect((await admin.listTopics()).filter((name) => name.startsWith('headroom-'))).toEqual([])
    await admin.disconnect()
  })
})
