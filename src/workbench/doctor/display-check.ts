/**
 * Looks for a display on Linux: by the variables of X11 and Wayland, and by asking whether something listens there.
 */
import { connect, type NetConnectOpts } from 'node:net'
import { join } from 'node:path'
import type { Finding } from '../../contracts/doctor.ts'
import { joinNames } from '../../units/join-names.ts'
import { missing, ok, wrong } from './finding.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** A display that a variable names, and the addresses at which its server may listen. */
interface Candidate {
  readonly variable: 'DISPLAY' | 'WAYLAND_DISPLAY'
  readonly kind: string
  readonly addresses: readonly NetConnectOpts[]
}

const displayRemedy = 'Log in to a desktop, or use the terminal.'
const answerTimeoutMs = 2_000

/** Checks that a display answers. The window can use X11 or Wayland, so one display is enough. */
export async function checkDisplay(environment: Environment): Promise<Finding> {
  if (process.platform !== 'linux') return ok('display', 'the system has one')
  const candidates = candidatesOf(environment)
  if (candidates.length === 0) return missing('display', 'DISPLAY and WAYLAND_DISPLAY are not set', displayRemedy)
  for (const { kind, addresses } of candidates) {
    for (const address of addresses) if (await isListening(address)) return ok('display', kind)
  }
  const names = joinNames(candidates.map(({ variable }) => variable))
  return wrong('display', `nothing answers at the display of ${names}`, displayRemedy)
}

function candidatesOf({ WAYLAND_DISPLAY, XDG_RUNTIME_DIR, DISPLAY }: Environment): Candidate[] {
  const candidates: Candidate[] = []
  if (WAYLAND_DISPLAY !== undefined && WAYLAND_DISPLAY !== '') {
    const path = WAYLAND_DISPLAY.startsWith('/') ? WAYLAND_DISPLAY : join(XDG_RUNTIME_DIR ?? '/', WAYLAND_DISPLAY)
    candidates.push({ variable: 'WAYLAND_DISPLAY', kind: 'Wayland', addresses: [{ path }] })
  }
  if (DISPLAY !== undefined && DISPLAY !== '') {
    candidates.push({ variable: 'DISPLAY', kind: 'X11', addresses: addressesOfX11(DISPLAY) })
  }
  return candidates
}

const firstX11Port = 6_000
const lastPort = 65_535

/** The addresses of `HOST:NUMBER` or `:NUMBER.SCREEN`. */
function addressesOfX11(display: string): NetConnectOpts[] {
  const [, host = '', number = ''] = /^([^:/]{0,253}):(\d{1,5})(?:\.\d{1,5})?$/.exec(display) ?? []
  if (number === '') return []
  const isLocal = host === '' || host === 'unix'
  const port = firstX11Port + Number(number)
  return [
    ...(isLocal ? [{ path: `/tmp/.X11-unix/X${Number(number)}` }] : []),
    ...(port <= lastPort ? [{ host: isLocal ? 'localhost' : host, port }] : []),
  ]
}

function isListening(address: NetConnectOpts): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ ...address, timeout: answerTimeoutMs })
    const end = (answer: boolean) => {
      socket.destroy()
      resolve(answer)
    }
    socket.once('connect', () => end(true))
    socket.once('timeout', () => end(false))
    socket.once('error', () => end(false))
  })
}
