/**
 * The calls that validate a prediction: connections to clusters, agents, and the validation itself.
 */
import type { agentCalls } from '../../contracts/ipc-agents.ts'
import type { Handlers } from '../../contracts/ipc-contract.ts'
import type { validationCalls } from '../../contracts/ipc-validation.ts'
import { planRun } from '../../planning/plan-run.ts'
import type { KnownAgents } from '../agents/known-agents.ts'
import type { Campaigns } from '../campaigns/campaigns.ts'
import type { HeldSecrets } from '../connections/held-secrets.ts'
import type { KeptConnections } from '../connections/kept-connections.ts'
import { openConnection } from '../connections/open-connection-call.ts'
import { checkAgents } from '../fleets/check-agents.ts'
import type { FollowedValidation } from './collect-live-validation.ts'
import type { Validations } from './validations.ts'

interface ValidationCallServices {
  readonly heldSecrets: HeldSecrets
  readonly keptConnections: KeptConnections
  readonly knownAgents: KnownAgents
  readonly validations: Validations
  readonly liveValidation: FollowedValidation
  readonly campaigns: Campaigns
}

/** Creates the handlers of the calls about connections, agents and validations. */
export function validationHandlers(
  services: ValidationCallServices,
): Pick<Handlers, keyof typeof validationCalls | keyof typeof agentCalls> {
  const { heldSecrets, keptConnections, knownAgents, validations, liveValidation, campaigns } = services
  return {
    'connection.open': openConnection({ held: heldSecrets, kept: keptConnections }),
    'connections.list': async () => ({ connections: keptConnections.list() }),
    'connections.keep': async ({ name, connection }) => {
      await keptConnections.keep(name, heldSecrets.heldOf(connection))
      return {}
    },
    'connections.forget': async ({ name }) => {
      keptConnections.forget(name)
      return {}
    },
    'validation.preview': validations.preview,
    'validation.start': async (request) => {
      // A campaign in its cool-down has no active run, but another run would disturb its next step.
      campaigns.assertIdle()
      const started = await validations.start(request)
      liveValidation.markRequested(started.runId, request)
      return started
    },
    'validation.live': async () => ({ run: liveValidation.collected() }),
    'validation.abort': async ({ runId }) => {
      await validations.abort(runId)
      return {}
    },
    'agents.check': async ({ agents, scenario }) => {
      const tokens = await knownAgents.tokensOf(agents)
      const plan = scenario === undefined ? null : planRun(scenario, { runId: 'capacity', brokers: null }).plan
      return { agents: await checkAgents(agents, { tokens, plan }) }
    },
    'agents.list': async () => ({ agents: knownAgents.list() }),
    'agents.add': async ({ address, token }) => {
      await knownAgents.add(address, token)
      return {}
    },
    'agents.remove': async ({ address }) => {
      knownAgents.remove(address)
      return {}
    },
  }
}
