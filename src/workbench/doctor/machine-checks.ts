/**
 * Looks at the machine: Node, ports, disk and clock.
 */
import { statfs } from 'node:fs/promises'
import { createServer } from 'node:net'
import { dirname } from 'node:path'
import type { Finding } from '../../contracts/doctor.ts'
import { formatBytes } from '../../units/bytes.ts'
import { missing, ok, wrong } from './finding.ts'
import { runBounded } from './run-bounded.ts'

const supportedNode = '20.19 or later, 22.13 or later, or 24 or later'

/** Checks the version of the Node that runs the command line. */
export function checkNode(version: string): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const isSupported = major >= 24 || (major === 22 && minor >= 13) || (major === 20 && minor >= 19)
  return isSupported ? ok('node', version) : wrong('node', version, `Install Node ${supportedNode}.`)
}

/** Tests whether programs may listen on loopback. */
export async function checkPorts(): Promise<Finding> {
  const server = createServer()
  const problem = await new Promise<string | null>((resolve) => {
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    server.listen(0, '127.0.0.1', () => resolve(null))
  })
  if (problem !== null) {
    return wrong('ports', `loopback refused to listen: ${problem}`, 'Allow programs to listen on 127.0.0.1.')
  }
  await new Promise((resolve) => server.close(resolve))
  return ok('ports', 'programs can listen on loopback')
}

/** Free space below which the finding is a problem. A run of some minutes on an embedded cluster writes less. */
const minFreeBytes = 2_000_000_000

/** Looks at the disk of the workspace, or of its nearest folder that exists. */
export async function checkDisk(workspacePath: string): Promise<Finding> {
  const freeBytes = await freeBytesOf(workspacePath)
  if (freeBytes === null) return wrong('disk', 'its free space is not known', 'Choose a workspace on another disk.')
  const detail = `${formatBytes(freeBytes)} free at the workspace`
  return freeBytes >= minFreeBytes
    ? ok('disk', detail)
    : wrong('disk', detail, `Make room: ${formatBytes(minFreeBytes)} or more, or choose another workspace.`)
}

async function freeBytesOf(path: string): Promise<number | null> {
  try {
    const { bavail, bsize } = await statfs(path)
    return bavail * bsize
  } catch {
    return dirname(path) === path ? null : freeBytesOf(dirname(path))
  }
}

/** No version of Headroom is older than this. */
const earliestEpochMs = Date.UTC(2026, 0, 1)

/** Checks that the clock is set, and on Linux whether it is synchronised. */
export async function checkClock(nowEpochMs: number): Promise<Finding> {
  const remedy = 'Set the clock, and keep it synchronised by NTP.'
  if (nowEpochMs < earliestEpochMs) return wrong('clock', 'it is years behind', remedy)
  if (process.platform !== 'linux') return ok('clock', 'it is set; whether it is synchronised is not known')
  const { end, output } = await runBounded('timedatectl', ['show', '-p', 'NTPSynchronized', '--value'])
  if (end === 'ok' && output.trim() === 'no') return wrong('clock', 'it is not synchronised', remedy)
  const isKnown = end === 'ok' && output.trim() === 'yes'
  return ok('clock', isKnown ? 'it is synchronised' : 'it is set; whether it is synchronised is not known')
}

/** On Linux, looks for the session bus that programs use to reach a keyring. Only the window can open the keyring itself. */
export function checkKeychain(environment: Readonly<Record<string, string | undefined>>): Finding {
  if (process.platform !== 'linux') return ok('keychain', 'the system has one')
  if ((environment.DBUS_SESSION_BUS_ADDRESS ?? '') !== '') {
    return ok('keychain', 'there is a session bus; the window says whether a keyring answers')
  }
  const remedy = 'Log in to a desktop with a keyring (GNOME Keyring, KWallet). Without one secrets are asked for again.'
  return missing('keychain', 'there is no session bus', remedy)
}
