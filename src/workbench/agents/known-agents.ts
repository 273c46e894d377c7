/**
 * Keeps the agents that the user added. Their addresses are stored in the workspace. The computer's keychain seals
 * their tokens. Without a keychain the tokens stay in the memory of this process.
 */
import { type AgentAddress, agentName, agentTokenSecret, type KnownAgent } from '../../contracts/agent.ts'
import type { Secrets } from '../../contracts/connection.ts'
import type { SecretBox } from '../secrets/secret-box.ts'
import type { Store } from '../store/store.ts'

/** Services that known agents use. */
export interface KnownAgentServices {
  readonly box: SecretBox
  store(): Store
  /** Returns the values of secrets by name. @throws AppError AUTHENTICATION_FAILED */
  resolveSecrets(names: readonly string[]): Promise<Secrets>
}

/** The agents that the workspace remembers, with their tokens. */
export interface KnownAgents {
  list(): KnownAgent[]
  /** Adds an agent. Replaces the agent with the same host and port and forgets its token. */
  add(address: AgentAddress, token: string | undefined): Promise<void>
  remove(address: AgentAddress): void
  /**
   * Returns the token of each address, in the same order: the token that was added with the agent or, without one, the
   * secret `agent-token`.
   * @throws AppError AUTHENTICATION_FAILED
   */
  tokensOf(addresses: readonly AgentAddress[]): Promise<string[]>
}

/** Creates access to the known agents of the workspace. */
export function createKnownAgents({ box, store, resolveSecrets }: KnownAgentServices): KnownAgents {
  /** Tokens by whole address, fingerprint included, so that a token never reaches another agent. */
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
      const ownTokens = await Promise.all(addresses.map(ownToken))
      if (ownTokens.every((token) => token !== null)) return ownTokens
      const { [agentTokenSecret]: common = '' } = await resolveSecrets([agentTokenSecret])
      return ownTokens.map((token) => token ?? common)
    },
  }
}
