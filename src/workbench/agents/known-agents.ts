/**
 * Agents that people added: their addresses in the workspace, their tokens sealed by the computer's keychain, or, where it
 * has none, in this process's memory.
 */
import { type AgentAddress, agentName, agentTokenSecret, type KnownAgent } from '../../contracts/agent.ts'
import type { Secrets } from '../../contracts/connection.ts'
import type { SecretBox } from '../secrets/secret-box.ts'
import type { Store } from '../store/store.ts'

/** What known agents work with. */
export interface KnownAgentServices {
  readonly box: SecretBox
  store(): Store
  /** Values of secrets by name. @throws AppError AUTHENTICATION_FAILED */
  resolveSecrets(names: readonly string[]): Promise<Secrets>
}

export interface KnownAgents {
  list(): KnownAgent[]
  /** Adds an agent; one of the same host and port is replaced, its token forgotten. */
  add(address: AgentAddress, token: string | undefined): Promise<void>
  remove(address: AgentAddress): void
  /**
   * The token of each, in their order: the one that was given with it, else the secret `agent-token`.
   * @throws AppError AUTHENTICATION_FAILED
   */
  tokensOf(addresses: readonly AgentAddress[]): Promise<string[]>
}

/** Knows what the workspace does. */
export function createKnownAgents({ box, store, resolveSecrets }: KnownAgentServices): KnownAgents {
  /** By the whole address: a token must never reach an agent that it is not for. */
  const inMemory = new Map<AgentAddress, string>()
  const forget = (address: AgentAddress) => {
    for (const known of inMemory.keys()) if (agentName(known) === agentName(address)) inMemory.delete(known)
  }
  const ownToken = async (address: AgentAddress): Promise<string | null> => {
    const held = inMemory.get(address)
    if (held !== undefined) return held
    const sealed = store()
      .listAgents()
      .find((agent) => agent.address === address)?.sealedToken
    return sealed == null ? null : box.unseal(sealed)
  }
  return {
    list: () =>
      store()
        .listAgents()
        .map(({ address, sealedToken }) => ({
          address,
          token: inMemory.has(address) ? 'in-memory' : sealedToken === null ? 'none' : 'kept',
        })),
    async add(address, token) {
      const sealedToken = token === undefined ? null : await box.seal(token)
      forget(address)
      store().saveAgent({ address, sealedToken })
      if (token !== undefined && sealedToken === null) inMemory.set(address, token)
    },
    remove(address) {
      forget(address)
      store().deleteAgent(address)
    },
    async tokensOf(addresses) {
      const own = await Promise.all(addresses.map(ownToken))
      if (own.every((token) => token !== null)) return own
      const { [agentTokenSecret]: common = '' } = await resolveSecrets([agentTokenSecret])
      return own.map((token) => token ?? common)
    },
  }
}
