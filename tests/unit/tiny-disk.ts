import { execFileSync } from 'node:child_process'
import { mkdir } from 'node:fs/promises'

/**
 * Does the work on a file system of 64 kB, mounted at a new folder.
 * @returns false where this process may not mount one
 */
export async function onTinyDisk(folder: string, work: () => Promise<void>): Promise<boolean> {
  await mkdir(folder)
  try {
    execFileSync('/bin/mount', ['-t', 'tmpfs', '-o', 'size=64k', 'headroom-test', folder], { stdio: 'ignore' })
  } catch {
    return false
  }
  try {
    await work()
  } finally {
    execFileSync('/bin/umount', [folder])
  }
  return true
}
