/**
 * If a process of the app crashes, the system may write its memory to a core file. The page has the password that is typed,
 * the workbench has those of open connections.
 */
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

const timeoutMs = 5_000
/** Sets the limit of each process whose id it is given. */
const limitEach = 'for pid; do prlimit --pid "$pid" --core=0:0; done'

/**
 * Lets the app's processes leave no core file: this one, the zygotes from which Chromium starts pages, and all that they
 * start from now on. On Linux only, by the program `prlimit`. Where that is missing, and on other systems, the system's own
 * setting stays.
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
    // The name of the program stands in brackets and may contain anything.
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return 0
  }
}
