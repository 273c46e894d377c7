/**
 * Allows one builder at a time. A second process that needs the same result waits and reports that.
 */
import { mkdir, open, readFile, rm, stat, utimes } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { runtimePath } from './paths.mjs'
import { SetupError } from './setup-error.mjs'

const heartbeatMs = 2_000
/** A holder that has not updated its lock for this long was killed, perhaps in another container. */
const abandonedMs = 15_000
const pollMs = 250

/**
 * Runs `work` while holding the lock `name`.
 *
 * @template T
 * @param {string} name
 * @param {{ onWait?: (waitedMs: number, holder: string) => void, timeoutMs?: number, folderPath?: string }} options
 *   `onWait` is called again and again while another process holds the lock
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(name, options, work) {
  const folderPath = options.folderPath ?? join(runtimePath, 'locks')
  await mkdir(folderPath, { recursive: true })
  const lockPath = join(folderPath, `${name}.lock`)
  const token = JSON.stringify({ pid: process.pid, host: hostname(), since: new Date().toISOString() })
  await acquire(lockPath, token, options)
  const heartbeat = setInterval(() => {
    const now = new Date()
    utimes(lockPath, now, now).catch(() => {}) // Gone means taken over: the work itself ends in a rename, so it is safe.
  }, heartbeatMs)
  try {
    return await work()
  } finally {
    clearInterval(heartbeat)
    if ((await readHolder(lockPath)) === token) await rm(lockPath, { force: true })
  }
}

/** @param {string} lockPath @param {string} token @param {Parameters<typeof withLock>[1]} options */
async function acquire(lockPath, token, { onWait, timeoutMs = 30 * 60_000 }) {
  const startedMs = Date.now()
  while (!(await create(lockPath, token))) {
    const holder = await readHolder(lockPath)
    if (await isAbandoned(lockPath, holder)) {
      await rm(lockPath, { force: true })
      continue
    }
    const waitedMs = Date.now() - startedMs
    if (waitedMs > timeoutMs) {
      throw new SetupError(
        `another process (${describe(holder)}) still holds ${lockPath}`,
        'end that process, then delete the file',
      )
    }
    onWait?.(waitedMs, describe(holder))
    await delay(pollMs)
  }
}

/** @param {string} lockPath @param {string} token */
async function create(lockPath, token) {
  try {
    const file = await open(lockPath, 'wx')
    await file.writeFile(token)
    await file.close()
    // Two waiting processes may both find a lock abandoned. The one whose token was overwritten continues to wait.
    await delay(20)
    return (await readHolder(lockPath)) === token
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false
    throw error
  }
}

/** @param {string} lockPath @returns {Promise<string | undefined>} */
async function readHolder(lockPath) {
  return readFile(lockPath, 'utf8').catch(() => undefined)
}

/** @param {string} lockPath @param {string | undefined} holder */
async function isAbandoned(lockPath, holder) {
  const status = await stat(lockPath).catch(() => undefined)
  if (status === undefined) return false
  if (Date.now() - status.mtimeMs > abandonedMs) return true
  const { pid, host } = parse(holder)
  return host === hostname() && pid !== undefined && !isAlive(pid)
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM'
  }
}

/** @param {string | undefined} holder @returns {{ pid?: number, host?: string }} */
function parse(holder) {
  try {
    return JSON.parse(holder ?? '{}')
  } catch {
    // The writer has opened the file but not written it yet. The age of the file decides.
    return {}
  }
}

/** @param {string | undefined} holder */
function describe(holder) {
  const { pid } = parse(holder)
  return pid === undefined ? 'unknown' : `process ${pid}`
}
