/**
 * The models that the steps of a campaign are predicted with: most have one, some vary it.
 */
import type { Campaign } from '../contracts/campaign.ts'
import type { CampaignRecord } from '../contracts/campaign-record.ts'
import type { HardwareOffering, Offering } from '../contracts/offering.ts'
import type { Deployment, Scenario } from '../contracts/scenario.ts'
import { knownConfigurations, scenarioOfCase } from './campaign-configurations.ts'

/** The model of hosts, by which a benchmark without limits is laid on the machine that it runs on. */
const hostsModel = 'apache-kafka-on-hosts'

/**
 * Deployments of other models than that of the campaign's scenario, each model once: those that its steps choose, and hosts
 * where a benchmark runs without limits.
 */
export function otherModels(campaign: Campaign): Deployment[] {
  const { benchmark, isUnlimited, scenario } = campaign
  const onHosts = { ...scenario, deployment: { offering: hostsModel, size: 1 } }
  const all =
    benchmark !== undefined && isUnlimited === true ? [...scenariosOf(campaign), onHosts] : scenariosOf(campaign)
  const chosen = new Map(all.map((each) => [choiceOf(each), each.deployment]))
  chosen.delete(choiceOf(scenario))
  return [...chosen.values()]
}

/** The model of hosts as it was when the campaign began; undefined where it has none. */
export function hostsModelOf(
  record: Pick<CampaignRecord, 'offering' | 'otherOfferings'>,
): HardwareOffering | undefined {
  const onHosts = keptModel(record, { offering: hostsModel, size: 1 })
  return onHosts?.model === 'broker-hardware' ? onHosts : undefined
}

/** The model that a step is predicted with; that of the campaign's scenario where an earlier version kept no other. */
export function offeringOfStep(
  record: Pick<CampaignRecord, 'offering' | 'otherOfferings'>,
  { deployment }: Scenario,
): Offering {
  return keptModel(record, deployment) ?? record.offering
}

function keptModel(
  { offering, otherOfferings = [] }: Pick<CampaignRecord, 'offering' | 'otherOfferings'>,
  deployment: Deployment,
): Offering | undefined {
  return [offering, ...otherOfferings].find(
    ({ id, calibration }) => id === deployment.offering && calibration?.name === deployment.calibration,
  )
}

/** Loads change no model, and numbers of writers none either. */
function scenariosOf(campaign: Campaign): Scenario[] {
  const { method } = campaign
  if (method.kind === 'cases') return method.cases.map((each) => scenarioOfCase(campaign, each))
  return method.kind === 'sweep' ? knownConfigurations(campaign).map(({ scenario }) => scenario()) : []
}

function choiceOf({ deployment: { offering, calibration } }: Scenario): string {
  return JSON.stringify([offering, calibration])
}
