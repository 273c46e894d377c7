import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'vitest'
import { clientProbeFileName } from '../../src/contracts/client-ceiling.ts'

/** A call of the command line, in a process of its own as for users. */
export interface Call {
  readonly child: ChildProcess
  readonly exited: Promise<{ readonly exitCode: number | null; readonly out: string; readonly err: string }>
  /** What the process has written to stderr so far. */
  progress(): string
  /** Resolves when stderr matches; rejects if the process ends before. */
  says(pattern: RegExp): Promise<void>
}

/** A workspace for one test. */
export async function makeWorkspace(): Promise<{ readonly path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'headroom-run-'))
  return { path, remove: () => removeWorkspace(path) }
}

/** Ends the processes that a failed test has left running in its workspace. */
async function removeWorkspace(path: string): Promise<void> {
  for (const { pid } of processesOf(path)) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It ended by itself a moment ago.
    }
  }
  await rm(path, { recursive: true, force: true, maxRetries: 5 })
}

/** A test with a workspace of its own, so that tests of one file can run beside each other. */
export const itInWorkspace = it.extend<{ workspace: string }>({
  workspace: async ({ onTestFinished }, use) => {
    const made = await makeWorkspace()
    onTestFinished(() => made.remove())
    await use(made.path)
  },
})

/** @param before words before the command, such as those that hold it to a part of a core */
export function callHeadroom(
  workspace: string,
  words: readonly string[],
  env: NodeJS.ProcessEnv = {},
  before: readonly string[] = [],
): Call {
  const [command = process.execPath, ...args] = [...before, process.execPath, 'scripts/headroom.mjs', ...words]
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, HEADROOM_WORKSPACE: workspace, ...env },
  })
  let out = ''
  let err = ''
  const waiting = new Set<() => void>()
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text
    for (const look of waiting) look()
  })
  const exited = new Promise<{ exitCode: number | null; out: string; err: string }>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (exitCode) => resolve({ exitCode, out, err }))
  })
  return {
    child,
    exited,
    progress: () => err,
    says: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (!pattern.test(err)) return
          waiting.delete(look)
          resolve()
        }
        waiting.add(look)
        look()
        void exited.then(() => reject(new Error(`it ended without saying ${String(pattern)}:\n${err}`)), reject)
      }),
  }
}

/** Calls the command line, waits for its end, and returns the single object that it printed. */
export async function headroomJson(
  workspace: string,
  words: readonly string[],
  env: NodeJS.ProcessEnv = {},
  before: readonly string[] = [],
) {
  const { exitCode, out, err } = await callHeadroom(workspace, [...words, '--json'], env, before).exited
  return { exitCode, err, value: parseOutput(out, err) }
}

function parseOutput(out: string, err: string) {
  try {
    return JSON.parse(out)
  } catch {
    throw new Error(`stdout is not one JSON object:\n${out.slice(0, 2_000)}\nstderr:\n${err}`)
  }
}

/**
 * A progress line of a run that shows a rate. The samples behind it are stored in the workspace before it is printed, so a test
 * that waits for the line need not poll the workspace, which would cost time beside other runs and their brokers.
 */
export const rateLine = /(burn-in|measuring) +(?!0 )\d.* left/

/** Processes whose command line names the workspace: hosts, brokers, workers. Linux only; elsewhere none are seen. */
export function processesOf(workspace: string): { readonly pid: number; readonly command: string }[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), command: commandOf(name) }))
    .filter(({ pid, command }) => pid !== process.pid && command.includes(workspace))
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
  } catch {
    return ''
  }
}

/** Processes of the runner, and files in its state folder with the name of the run, that the run has left behind. */
export async function leftBy(workspace: string): Promise<string[]> {
  const processes = processesOf(workspace).map(({ pid, command }) => `process ${pid}: ${command.slice(0, 200)}`)
  const kept = await readdir(join(workspace, 'runner'), { recursive: true }).catch(() => [])
  // Probes of the client outlive a run on purpose, so that the next run need not repeat them.
  const files = kept.filter((file) => file !== clientProbeFileName)
  return [...processes, ...files.map((file) => `file ${file}`)]
}

/** How long to wait before something counts as never removed. It is no requirement for how soon things are removed. */
const leftForGoodMs = 120_000

/** Waits until nothing is left of a run in the workspace. @returns what is left after the time limit */
export async function leftAfter(workspace: string): Promise<string[]> {
  const untilMs = Date.now() + leftForGoodMs
  let left = await leftBy(workspace)
  while (left.length > 0 && Date.now() < untilMs) {
    await new Promise((resolve) => setTimeout(resolve, 250))
    left = await leftBy(workspace)
  }
  return left
}
