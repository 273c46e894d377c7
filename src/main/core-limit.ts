/**
 * Disables core files. If a process of the app crashes, the system may write its memory to a core file. The memory of the
 * page contains a password while it is typed, and that of the workbench the passwords of open connections.
 */
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

const timeoutMs = 5_000
/** Shell command that sets the soft and hard size limit of core files to 0, for the processes whose ids are its arguments. */
const limitEach = 'for pid; do prlimit --pid "$pid" --core=0:0; done'

/**
 * Disables core files for the app's processes: this one, the zygotes from which Chromium starts pages, and all
 * processes that they start from now on. Uses the program `prlimit` of Linux. Without it, or on another system, the
 * setting of the system is unchanged.
 */
export function limitCoreFiles(): void {
  if (process.platform !== 'linux') return
  const pids = [process.pid, ...descendantsOf(process.pid)].map(String)
  spawnSync('/bin/sh', ['-c', limitEach, 'sh', ...pids], { stdio: 'ignore', timeout: timeoutMs })
}

function descendantsOf(ancestor: number): number[] {
  const parents = new Map(processIds().map((pid) => [pid, parentOf(pid)]))
  const found: number[] = []
  for (let generation = [ancestor]; generation.length > 0; ) {
    generation = [...parents].flatMap(([pid, parent]) => (generation.includes(parent) ? [pid] : []))
    found.push(...generation)
  }
  return found
}

function processIds(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
}

/** The id of the parent; 0 if the process has ended. */
function parentOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The program's name is in brackets and may itself contain brackets and spaces.
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return 0
  }
}
