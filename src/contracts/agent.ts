/**
 * Agents are runner hosts on other machines, reached over WebSocket and TLS. This file has their addresses, refusals
 * and state.
 */
import { z } from 'zod'
import { appErrorData } from './app-error.ts'
import { environment } from './environment.ts'
import { nonNegative, positive, positiveCount } from './primitives.ts'

/** Address on which an agent listens by default. It can be reached from the agent's own machine only. */
export const defaultAgentListen = '127.0.0.1:7443'

/** Path of the WebSocket. An agent responds to requests for any other path with 404. */
export const agentPath = '/runner'

/** Request header with the name of the controller. An agent in use tells this name to each controller that it refuses. */
export const controllerHeader = 'x-headroom-controller'

/** Minimum length of a token, in characters. Agents refuse shorter ones. */
export const minTokenLength = 16

/** True if a token can be sent in a header: it is one line of printable ASCII. The text of a wrong file usually is not. */
export function isOneAsciiLine(token: string): boolean {
  return /^[\x20-\x7e]+$/.test(token)
}

/** `HOST:PORT` or `[IPv6]:PORT`. */
export const hostAndPort = z
  .string()
  .regex(/^(\[[0-9a-fA-F:.]{2,45}\]|[A-Za-z0-9._-]{1,253}):\d{1,5}$/, 'expected HOST:PORT, like 10.0.0.5:7443')
  .refine((text) => portOf(text) <= 65_535, 'expected a port up to 65535')

/**
 * Address of an agent as people write it: `HOST:PORT#FINGERPRINT`. The fingerprint is the SHA-256 of its certificate in
 * hex, with or without colons. Without a fingerprint, an authority that this machine trusts must have issued the
 * certificate.
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
  /** 64 hex digits; null if an authority that this machine trusts must have issued the certificate. */
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

/** Body of a response in which an agent refuses a controller. Its status is 401, 409 or 429. */
export const agentRefusal = z.strictObject({ error: appErrorData })

/**
 * Name of the secret that gives access to agents: the token from their token file, the same for all agents of a fleet.
 */
export const agentTokenSecret = 'agent-token'

/** Another machine's clock minus this machine's, measured by round trips. */
export const clockOffset = z.strictObject({
  offsetMs: z.number().finite(),
  /** Maximum error of the offset: half of the shortest round trip. */
  boundMs: nonNegative,
})
export type ClockOffset = z.output<typeof clockOffset>

/** The rate that an agent's clients can offer with the records of a plan. */
export const agentCapacity = z.strictObject({
  recordsPerSec: positive,
  /** Size of key and value of the probed records, before compression. */
  recordBytes: positiveCount,
})

/** The current state of an agent. */
export const agentHealth = z.strictObject({
  address: z.string(),
  /** Null if the agent could not be reached or refused access. */
  environment: environment.nullable(),
  clock: clockOffset.nullable(),
  /** Null if no capacity was requested, or it could not be probed. */
  capacity: agentCapacity.nullable(),
  /** Reason why the requested capacity could not be probed; null otherwise. */
  capacityDetail: z.string().nullable(),
  /** The error of a check that failed; null if it succeeded. */
  error: appErrorData.nullable(),
})
export type AgentHealth = z.output<typeof agentHealth>

/** An agent that the workspace knows. Its token never leaves the workbench. */
export const knownAgent = z.strictObject({
  address: agentAddress,
  /**
   * Where its token is: `kept` in the computer's keychain, `in-memory` until the program ends, or `none` if it has no
   * token.
   */
  token: z.enum(['kept', 'in-memory', 'none']),
})
export type KnownAgent = z.output<typeof knownAgent>
