/**
 * Prepares the parts that only runs need: runner and embedded Kafka. A script makes them; a run waits until the
 * script has ended.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { AppError } from '../../contracts/app-error.ts'
import { makeReadyRemedy, type SetupStatus, type SetupStep, setupStep } from '../../contracts/setup-status.ts'
import { LineReader } from '../fleets/message-lines.ts'
import { embeddedKafkaVersion, type Resources } from '../resources.ts'
import { childEnvironment } from '../secrets/child-environment.ts'

/** The set-up of one workbench. */
export interface Setup {
  status(): SetupStatus
  /** Starts the set-up; does nothing if it is running. */
  prepare(): void
  /**
   * Resolves to the status once the set-up is not running. Starts it first if it has never run or a part is missing.
   * @throws AppError ABORTED when the signal fires, or when the set-up is closed
   */
  settled(signal: AbortSignal): Promise<SetupStatus>
  /** Calls the listener at each change. Returns a function that removes the listener. */
  onChange(listener: (status: SetupStatus) => void): () => void
  /** Ends the script and all waits for it. */
  close(): void
}

const stepNames = ['runner-package', 'runner-bundle', 'kafka-jars'] as const

/**
 * Creates a set-up that runs `resources.prepareScriptPath`. Without a script it only checks whether the parts exist.
 */
export function createSetup(resources: Resources, nodePath: string): Setup {
  return new ScriptedSetup(resources, nodePath)
}

/** Finds a Node that can run scripts. Electron's binary cannot, because fuses of the packaged app forbid it. */
export function findNodePath(): string {
  if (process.versions.electron === undefined) return process.execPath
  return process.env.npm_node_execpath ?? (process.platform === 'win32' ? 'node.exe' : 'node')
}

class ScriptedSetup implements Setup {
  private readonly resources: Resources
  private readonly nodePath: string
  private readonly listeners = new Set<(status: SetupStatus) => void>()
  private readonly steps = new Map<SetupStep['step'], SetupStep>()
  private readonly closing = new AbortController()
  private child: ChildProcess | null = null
  private hasRun = false

  constructor(resources: Resources, nodePath: string) {
    this.resources = resources
    this.nodePath = nodePath
    for (const step of stepNames) this.steps.set(step, this.checkPart(step))
  }

  status(): SetupStatus {
    const isReady = (step: SetupStep['step']) => this.steps.get(step)?.state === 'ready'
    const isRunnerReady = isReady('runner-package') && isReady('runner-bundle')
    return {
      isRunnerReady,
      isKafkaReady: isRunnerReady && isReady('kafka-jars'),
      isWorking: this.child !== null,
      steps: [...this.steps.values()],
    }
  }

  prepare(): void {
    if (this.child !== null) return
    const { prepareScriptPath } = this.resources
    if (prepareScriptPath === null) {
      for (const step of stepNames) this.steps.set(step, this.checkPart(step))
      this.notifyListeners()
      return
    }
    this.spawnScript(prepareScriptPath)
    this.notifyListeners()
  }

  async settled(callerSignal: AbortSignal): Promise<SetupStatus> {
    const signal = AbortSignal.any([callerSignal, this.closing.signal])
    // Only the script knows whether parts are up to date, so each workbench runs it at least once.
    if (this.child === null && (!this.hasRun || !this.status().isKafkaReady)) this.prepare()
    while (this.status().isWorking) {
      await new Promise<void>((resolve, reject) => {
        const abort = () => {
          stop()
          reject(new AppError('ABORTED', 'The validation was stopped while it waited for set-up.'))
        }
        const stop = this.onChange(() => {
          signal.removeEventListener('abort', abort)
          stop()
          resolve()
        })
        signal.addEventListener('abort', abort, { once: true })
        if (signal.aborted) abort()
      })
    }
    return this.status()
  }

  onChange(listener: (status: SetupStatus) => void): () => void {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  close(): void {
    this.closing.abort()
    this.listeners.clear()
    this.child?.kill('SIGTERM')
  }

  private spawnScript(scriptPath: string): void {
    this.hasRun = true
    const child = spawn(this.nodePath, [scriptPath, '--json'], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: childEnvironment(process.env),
      windowsHide: true,
    })
    this.child = child
    const reader = new LineReader()
    let stderrTail = ''
    child.stdout.setEncoding('utf8').on('data', (piece: string) => this.read(reader, piece))
    child.stderr.setEncoding('utf8').on('data', (piece: string) => {
      stderrTail = (stderrTail + piece).slice(-1_000)
    })
    const end = (why: string) => {
      if (this.child !== child) return
      this.child = null
      this.failUnfinished(why)
      this.notifyListeners()
    }
    child.once('error', (error) => end(`set-up could not be started: ${error.message}`))
    child.once('close', (exitCode) => end(stderrTail.trim() || `set-up ended with code ${exitCode ?? 'unknown'}`))
  }

  private read(reader: LineReader, piece: string): void {
    for (const line of reader.push(piece)) {
      const step = readStep(line)
      if (step !== null) this.steps.set(step.step, step)
    }
    this.notifyListeners()
  }

  /** Marks steps as failed that were not finished when the script ended. */
  private failUnfinished(why: string): void {
    for (const [name, step] of this.steps) {
      if (step.state === 'ready' || step.state === 'failed') continue
      this.steps.set(name, { step: name, state: 'failed', message: why, fraction: null, remedy: makeReadyRemedy })
    }
  }

  private checkPart(step: SetupStep['step']): SetupStep {
    const problem = this.problemWith(step)
    if (problem === null) return { step, state: 'ready', message: 'ready', fraction: 1 }
    if (this.resources.prepareScriptPath !== null) {
      return { step, state: 'checking', message: 'not checked yet', fraction: null }
    }
    return { step, state: 'failed', fraction: null, ...problem }
  }

  private problemWith(step: SetupStep['step']): Pick<SetupStep, 'message' | 'remedy' | 'lacks'> | null {
    const missing = { message: `The part "${step}" is missing.`, remedy: 'Install Headroom again.' }
    if (step === 'runner-package') return existsSync(this.resources.runnerNodePath) ? null : missing
    if (step === 'runner-bundle') return existsSync(this.resources.hostScriptPath) ? null : missing
    if (embeddedKafkaVersion(this.resources) === null) return missing
    // If there is a script, the script looks for Java.
    return this.resources.prepareScriptPath !== null || hasJava() ? null : javaProblem
  }

  private notifyListeners(): void {
    const status = this.status()
    for (const listener of [...this.listeners]) listener(status)
  }
}

const javaProblem: Pick<SetupStep, 'message' | 'remedy' | 'lacks'> = {
  message: 'Java was not found on this machine.',
  remedy: 'Install a Java runtime 17 or later, or set JAVA_HOME to one.',
  lacks: 'java',
}

function hasJava(): boolean {
  const home = process.env.JAVA_HOME
  const javaPath = home === undefined || home === '' ? 'java' : join(home, 'bin', 'java')
  const options = { env: childEnvironment(process.env), timeout: 20_000, windowsHide: true }
  return spawnSync(javaPath, ['-version'], options).status === 0
}

function readStep(line: string): SetupStep | null {
  try {
    return setupStep.safeParse(JSON.parse(line)).data ?? null
  } catch {
    return null
  }
}
