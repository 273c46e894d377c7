/**
 * Processes that are held to a part of a core, by a control group of Linux: as large as a host that is that small. Root only.
 */
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { onTestFinished } from 'vitest'

const root = '/sys/fs/cgroup'
/** Of the first version of control groups, where it is mounted. */
const firstVersion = join(root, 'cpu')
const periodUs = 20_000

/** Null where processes can be held, else why not. */
export function whyNotHeld(): string | null {
  if (process.platform !== 'linux') return 'no control groups on this system'
  if (process.getuid?.() !== 0) return 'control groups need root'
  if (existsSync(join(firstVersion, 'cpu.cfs_quota_us'))) return null
  const handedDown = join(root, 'cgroup.subtree_control')
  const isThere = existsSync(handedDown) && readFileSync(handedDown, 'utf8').split(/\s/).includes('cpu')
  return isThere ? null : 'control groups cannot hold processor time here'
}

/** Words before a command whose process, and all that it starts, gets this much processor time. */
export function heldTo(cores: number): readonly string[] {
  const isFirst = existsSync(join(firstVersion, 'cpu.cfs_quota_us'))
  const folder = join(isFirst ? firstVersion : root, `headroom-${process.pid}-${made++}`)
  mkdirSync(folder)
  onTestFinished(() => removeWhenEmpty(folder))
  const quotaUs = Math.round(cores * periodUs)
  if (isFirst) {
    writeFileSync(join(folder, 'cpu.cfs_period_us'), String(periodUs))
    writeFileSync(join(folder, 'cpu.cfs_quota_us'), String(quotaUs))
  } else writeFileSync(join(folder, 'cpu.max'), `${quotaUs} ${periodUs}`)
  return ['sh', '-c', `echo $$ > '${join(folder, 'cgroup.procs')}' && exec "$@"`, 'sh']
}

let made = 0

/** A group goes when its last process has gone. */
async function removeWhenEmpty(folder: string): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    try {
      rmdirSync(folder)
      return
    } catch {
      await sleep(100)
    }
  }
}
