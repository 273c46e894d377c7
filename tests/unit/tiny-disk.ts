import { execFileSync } from 'node:child_process'
import { mkdir } from 'node:fs/promises'

/**
 * Does the work on a small file system, mounted at a new folder.
 * @returns false where this process may not mount one
 */
export async function onTinyDisk(folder: string, work: () => Promise<void>, kilobytes = 64): Promise<boolean> {
  await mkdir(folder)
  try {
    execFileSync('/bin/mount', ['-t', 'tmpfs', '-o', `size=${kilobytes}k`, 'headroom-test', folder], {
      stdio: 'ignore',
    })
  } catch {
    return false
  }
  try {
    await work()
  } finally {
    unmount(folder)
  }
  return true
}

/** Does the work on a read-only view of a folder, at a new folder. For processes that may mount. */
export async function onReadOnlyView(folder: string, view: string, work: () => Promise<void>): Promise<void> {
  await mkdir(view)
  execFileSync('/bin/mount', ['--bind', folder, view])
  try {
    execFileSync('/bin/mount', ['-o', 'remount,bind,ro', view])
    await work()
  } finally {
    unmount(view)
  }
}

/** Lazily, because the library of the database closes a file only when its statements are garbage-collected. */
function unmount(folder: string): void {
  execFileSync('/bin/umount', ['--lazy', folder])
}
