/**
 * A Trogdor fleet of its own for a test: coordinator and agents as Java processes on loopback, from Kafka's own jars.
 */
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { onTestFinished } from 'vitest'
import { embeddedKafkaVersion, locateResources } from '../../src/workbench/resources.ts'
import { makeStateDirectory } from '../integration/embedded-support.ts'

const kafkaJars = resolve('src/runner/embedded/jars')

/** Trogdor's jars beside those of the embedded Kafka, fetched once by Maven. */
function trogdorJars(): string {
  const version = embeddedKafkaVersion(locateResources(resolve('.'))) ?? '4.3.1'
  const folder = resolve('node_modules/.cache', `trogdor-${version}`)
  if (existsSync(folder)) return folder
  const work = mkdtempSync(join(tmpdir(), 'headroom-trogdor-'))
  const pom = join(work, 'pom.xml')
  writeFileSync(
    pom,
    `<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
<groupId>headroom</groupId><artifactId>trogdor</artifactId><version>1</version><packaging>pom</packaging>
<dependencies><dependency><groupId>org.apache.kafka</groupId><artifactId>trogdor</artifactId><version>${version}</version></dependency></dependencies>
<build><pluginManagement><plugins><plugin><groupId>org.apache.maven.plugins</groupId><artifactId>maven-dependency-plugin</artifactId><version>3.8.1</version></plugin></plugins></pluginManagement></build>
</project>`,
  )
  const jars = join(work, 'jars')
  execFileSync('mvn', [
    '-q',
    '-B',
    '-f',
    pom,
    'dependency:copy-dependencies',
    '-DincludeScope=runtime',
    `-DoutputDirectory=${jars}`,
  ])
  try {
    // Whoever comes second leaves what is there.
    if (!existsSync(folder)) execFileSync('cp', ['-r', jars, `${folder}.tmp-${process.pid}`])
    if (!existsSync(folder)) renameSync(`${folder}.tmp-${process.pid}`, folder)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
  return folder
}

/** What Java is to be told to carry out one task of Trogdor, without a coordinator. It prints how the task ended. */
export function trogdorTask(folder: string, spec: Readonly<Record<string, unknown>>): string[] {
  const [platformPath, taskPath] = [join(folder, 'trogdor.json'), join(folder, 'trogdor-task.json')]
  const platform = 'org.apache.kafka.trogdor.basic.BasicPlatform'
  writeFileSync(platformPath, JSON.stringify({ platform, nodes: { node0: { hostname: '127.0.0.1' } } }))
  writeFileSync(taskPath, JSON.stringify(spec))
  const agent = ['org.apache.kafka.trogdor.agent.Agent', '-c', platformPath, '-n', 'node0', '--exec', taskPath]
  return ['-cp', `${trogdorJars()}/*:${kafkaJars}/*`, ...agent]
}

/** A port that was free a moment ago. */
function freePort(): Promise<number> {
  return new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      const port = typeof address === 'object' && address !== null ? address.port : 0
      server.close(() => done(port))
    })
  })
}

/** Starts a coordinator and so many agents; ended after the test. @returns the path of the fleet's platform file */
export async function startTrogdor(agents: number): Promise<string> {
  const folder = makeStateDirectory()
  const platformPath = join(folder, 'trogdor.json')
  const names = Array.from({ length: agents }, (_, index) => `node${index}`)
  const nodes: Record<string, object> = {
    head: { hostname: '127.0.0.1', 'trogdor.coordinator.port': await freePort() },
  }
  for (const name of names) nodes[name] = { hostname: '127.0.0.1', 'trogdor.agent.port': await freePort() }
  const platform = 'org.apache.kafka.trogdor.basic.BasicPlatform'
  writeFileSync(platformPath, JSON.stringify({ platform, nodes }))
  const classPath = `${trogdorJars()}/*:${kafkaJars}/*`
  const start = (mainClass: string, name: string) => {
    const words = ['-Xmx256m', '-Dorg.slf4j.simpleLogger.defaultLogLevel=warn', '-cp', classPath, mainClass]
    const child = spawn('java', [...words, '-c', platformPath, '-n', name], { stdio: 'ignore' })
    onTestFinished(() => void child.kill('SIGKILL'))
  }
  for (const name of names) start('org.apache.kafka.trogdor.agent.Agent', name)
  start('org.apache.kafka.trogdor.coordinator.Coordinator', 'head')
  const ports = Object.values(nodes).map((node) => Number(Object.values(node)[1]))
  for (const [index, port] of ports.entries()) {
    const path = index === 0 ? 'coordinator/status' : 'agent/status'
    while (!(await answers(`http://127.0.0.1:${port}/${path}`))) await new Promise((done) => setTimeout(done, 200))
  }
  return platformPath
}

async function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    (response) => response.ok,
    () => false,
  )
}
