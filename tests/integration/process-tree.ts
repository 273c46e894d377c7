/** Reads the processes of this machine from /proc. */
import { readdirSync, readFileSync } from 'node:fs'

/** All descendants of a process, with id and command. */
export function descendantsOf(pid: number): { pid: number; command: string }[] {
  const all = readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return []
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
      const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
      const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ')
      return [{ pid: Number(name), parent, command }]
    } catch {
      return []
    }
  })
  const found: { pid: number; command: string }[] = []
  const queue = [pid]
  for (let parent = queue.shift(); parent !== undefined; parent = queue.shift()) {
    for (const child of all.filter((entry) => entry.parent === parent)) {
      found.push(child)
      queue.push(child.pid)
    }
  }
  return found
}

/** True if the process has ended, even if its parent has not collected its exit code yet. */
export function isGone(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ')
  } catch {
    return true
  }
}
