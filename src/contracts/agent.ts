/**
 * Agents: runner hosts on other machines, reached over WebSocket and TLS. How one is named, and how it refuses.
 */
import { z } from 'zod'
import { appErrorData } from './app-error.ts'
import { environment } from './environment.ts'
import { nonNegative, positive, positiveCount } from './primitives.ts'

/** Where an agent listens where nothing else is said: on this machine alone. */
export const defaultAgentListen = '127.0.0.1:7443'

/** Path of the WebSocket; anything else an agent answers with 404. */
export const agentPath = '/runner'

/** Header by which a controller says who it is; shown to whoever finds the agent taken. */
export const controllerHeader = 'x-headroom-controller'

/** Shortest token that an agent takes. */
export const shortestTokenCharacters = 16

/** `HOST:PORT` or `[IPv6]:PORT`. */
export const hostAndPort = z
  .string()
  .regex(/^(\[[0-9a-fA-F:.]{2,45}\]|[A-Za-z0-9._-]{1,253}):\d{1,5}$/, 'expected HOST:PORT, like 10.0.0.5:7443')
  .refine((text) => portOf(text) <= 65_535, 'expected a port up to 65535')

/**
 * An agent as people name it: `HOST:PORT#FINGERPRINT`, the SHA-256 of its certificate in hex, with or without colons.
 * Without a fingerprint, its certificate has to be of an authority that this machine trusts.
 */
export const agentAddress = z
  .string()
  .regex(/^[^#]+(#[0-9a-fA-F:]+)?$/, 'expected HOST:PORT#FINGERPRINT')
  .transform((text) => {
    const [listen = '', fingerprint = ''] = text.split('#')
    const digits = fingerprint.replaceAll(':', '').toLowerCase()
    return digits === '' ? listen : `${listen}#${digits}`
  })
  .refine((text) => hostAndPort.safeParse(text.split('#')[0]).success, 'expected HOST:PORT before the fingerprint')
  .refine((text) => /^[^#]+(#[0-9a-f]{64})?$/.test(text), 'expected a fingerprint of 64 hex digits (SHA-256) after #')
export type AgentAddress = z.output<typeof agentAddress>

/** The parts of an agent's address. */
export interface AgentPlace {
  /** Without the brackets of an IPv6 address. */
  readonly host: string
  readonly port: number
  /** 64 hex digits; null: an authority of this machine has to vouch for its certificate. */
  readonly fingerprint: string | null
}

/** Host, port and fingerprint of a checked address. */
export function agentPlace(address: AgentAddress): AgentPlace {
  const [listen = '', fingerprint] = address.split('#')
  return { host: hostOf(listen), port: portOf(listen), fingerprint: fingerprint ?? null }
}

/** Short name of an agent for people: its host and port. */
export function agentName(address: AgentAddress): string {
  return address.split('#')[0] ?? address
}

/** Host of a checked `HOST:PORT`, without the brackets of an IPv6 address. */
export function hostOf(listen: string): string {
  return listen.slice(0, listen.lastIndexOf(':')).replace(/^\[(.*)\]$/, '$1')
}

/** Port of a checked `HOST:PORT`. */
export function portOf(listen: string): number {
  return Number(listen.slice(listen.lastIndexOf(':') + 1))
}

/** Body of an agent's answer that is no welcome: 401, 409, 429. */
export const agentRefusal = z.strictObject({ error: appErrorData })

/** Name of the secret that opens agents: the token of their token file, one for all agents of a fleet. */
export const agentTokenSecret = 'agent-token'

/** Another machine's clock minus this one's, from round trips. */
export const clockOffset = z.strictObject({
  offsetMs: z.number().finite(),
  /** Half of the shortest round trip: the offset is wrong by no more. */
  boundMs: nonNegative,
})
export type ClockOffset = z.output<typeof clockOffset>

/** What an agent's clients can offer of a plan. */
export const agentCapacity = z.strictObject({
  recordsPerSec: positive,
  /** Key and value of the records that it was probed with, before compression. */
  recordBytes: positiveCount,
})

/** How an agent is, as it answers now. */
export const agentHealth = z.strictObject({
  address: z.string(),
  /** Null where it did not let us in. */
  environment: environment.nullable(),
  clock: clockOffset.nullable(),
  /** Null where it was not asked for, or not probed. */
  capacity: agentCapacity.nullable(),
  /** Why it was not probed though it was asked for; null otherwise. */
  capacityDetail: z.string().nullable(),
  /** Why not, where it did not. */
  error: appErrorData.nullable(),
})
export type AgentHealth = z.output<typeof agentHealth>

/** An agent that the workspace remembers. Its token never leaves the workbench. */
export const knownAgent = z.strictObject({
  address: agentAddress,
  /** Where its token is: sealed by the computer's keychain, in memory until the program ends, or nowhere here. */
  token: z.enum(['kept', 'in-memory', 'none']),
})
export type KnownAgent = z.output<typeof knownAgent>
