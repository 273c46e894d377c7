/**
 * Finds the models with which the steps of a campaign are predicted. Most campaigns use a single model.
 */
import type { Campaign } from '../contracts/campaign.ts'
import type { CampaignRecord } from '../contracts/campaign-record.ts'
import type { HardwareOffering, Offering } from '../contracts/offering.ts'
import type { Deployment, Scenario } from '../contracts/scenario.ts'
import { knownConfigurations, scenarioOfCase } from './campaign-configurations.ts'

/** The model of hosts. It also predicts benchmarks that run without limits on this machine. */
const hostsModel = 'apache-kafka-on-hosts'

/**
 * One deployment per model besides the one of the campaign's scenario: the models that steps choose, and the model of
 * hosts if a benchmark runs without limits.
 */
export function otherDeployments(campaign: Campaign): Deployment[] {
  const { benchmark, isUnlimited, scenario } = campaign
  const onHosts = { ...scenario, deployment: { offering: hostsModel, size: 1 } }
  const all =
    benchmark !== undefined && isUnlimited === true ? [...scenariosOf(campaign), onHosts] : scenariosOf(campaign)
  const chosen = new Map(all.map((each) => [choiceOf(each), each.deployment]))
  chosen.delete(choiceOf(scenario))
  return [...chosen.values()]
}

/** The model of hosts when the campaign began; undefined if the campaign does not use it. */
export function hostsModelOf(
  record: Pick<CampaignRecord, 'offering' | 'otherOfferings'>,
): HardwareOffering | undefined {
  const onHosts = keptModel(record, { offering: hostsModel, size: 1 })
  return onHosts?.model === 'broker-hardware' ? onHosts : undefined
}

/** The model with which a step is predicted. For records of older versions, that of the campaign's scenario. */
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

/**
 * The scenarios of a campaign that may use another model than its own. Other methods change only the load or the number of
 * producers, which keeps the model.
 */
function scenariosOf(campaign: Campaign): Scenario[] {
  const { method } = campaign
  if (method.kind === 'cases') return method.cases.map((each) => scenarioOfCase(campaign, each))
  return method.kind === 'sweep' ? knownConfigurations(campaign).map(({ scenario }) => scenario()) : []
}

function choiceOf({ deployment: { offering, calibration } }: Scenario): string {
  return JSON.stringify([offering, calibration])
}
