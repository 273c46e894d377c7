/**
 * What experiments share: brokers, a Java client of the laboratory's own, and where both lie.
 */
import { execFileSync, spawn } from 'node:child_process'
import { accessSync, constants, mkdtempSync, rmSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'
import { kafkaJarsPath } from '../../src/runner/embedded/runner-files.ts'

/** Settings of a mode of the client, and of its producers. */
export type ClientSettings = Readonly<Record<string, string | number>>

/** What the client prints: one number by name. */
export type ClientFigures = Readonly<Record<string, number>>

/** A folder of this run's own with the compiled client. */
export interface Laboratory {
  readonly folder: string
  /** Path of the machine's own Java. */
  readonly java: string
  /**
   * Runs a mode of LabClient.java with settings: see there.
   *
   * @param onMeasuring called when the client's warm-up is over
   */
  client(mode: string, settings: ClientSettings, onMeasuring?: () => void): Promise<ClientFigures>
  close(): void
}

const clientTimeoutMs = 120_000
/** The client prints nothing but figures. */
const quiet = '-Dorg.slf4j.simpleLogger.defaultLogLevel=error'

/** Compiles the client. @throws Error if there is no Java development kit */
export function openLaboratory(): Laboratory {
  const java = programOnPath('java')
  const folder = mkdtempSync(join(tmpdir(), 'headroom-lab-'))
  const classes = join(folder, 'classes')
  const jars = join(kafkaJarsPath, '*')
  const sources = ['LabClient.java', 'Transactions.java', 'Latency.java', 'Costs.java', 'Behind.java'].map((name) =>
    join(import.meta.dirname, name),
  )
  execFileSync(programOnPath('javac'), ['-cp', jars, '-d', classes, ...sources])
  return {
    folder,
    java,
    client: (mode, settings, onMeasuring) => {
      const words = Object.entries(settings).map(([name, value]) => `${name}=${value}`)
      const args = [
        '-Xmx512m',
        '-XX:+UseSerialGC',
        quiet,
        '-cp',
        `${classes}${delimiter}${jars}`,
        'LabClient',
        mode,
        ...words,
      ]
      return runClient(java, args, onMeasuring ?? (() => undefined))
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  }
}

async function runClient(java: string, args: readonly string[], onMeasuring: () => void): Promise<ClientFigures> {
  const child = spawn(java, args, { stdio: ['ignore', 'pipe', 'inherit'], timeout: clientTimeoutMs })
  const exited = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', resolve)
  })
  let last = '{}'
  for await (const line of createInterface({ input: child.stdout })) {
    if (line === 'measuring') onMeasuring()
    else last = line
  }
  const code = await exited
  if (code !== 0) throw new Error(`the laboratory's client ended with ${code}: ${args.slice(5).join(' ')}`)
  return JSON.parse(last)
}

/** The machine in words: its processors, and how many processes wanted one in the last minute. */
export function machineText(loadBefore: number): string {
  const all = cpus()
  const load = `${loadBefore.toFixed(1)} to ${loadavg()[0]?.toFixed(1)}`
  return `${all.length} processors (${all[0]?.model.trim() ?? 'unknown'}), load average ${load}`
}

export function programOnPath(name: string): string {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const path = join(folder, name)
    try {
      accessSync(path, constants.X_OK)
      return path
    } catch {}
  }
  throw new Error(`the laboratory needs ${name}, which is not on the PATH: install a Java development kit 17 or later`)
}
