/**
 * The models that the steps of a campaign are predicted with: most have one, some vary it.
 */
import type { Campaign } from '../contracts/campaign.ts'
import type { CampaignRecord } from '../contracts/campaign-record.ts'
import type { Offering } from '../contracts/offering.ts'
import type { Deployment, Scenario } from '../contracts/scenario.ts'
import { knownConfigurations, scenarioOfCase } from './campaign-configurations.ts'

/** Deployments of steps that choose another model than the campaign's scenario does, each model once. */
export function otherModels(campaign: Campaign): Deployment[] {
  const chosen = new Map(scenariosOf(campaign).map((scenario) => [choiceOf(scenario), scenario.deployment]))
  chosen.delete(choiceOf(campaign.scenario))
  return [...chosen.values()]
}

/** The model that a step is predicted with; that of the campaign's scenario where an earlier version kept no other. */
export function offeringOfStep(
  { offering, otherOfferings = [] }: Pick<CampaignRecord, 'offering' | 'otherOfferings'>,
  { deployment }: Scenario,
): Offering {
  const isChosen = ({ id, calibration }: Offering) =>
    id === deployment.offering && calibration?.name === deployment.calibration
  return [offering, ...otherOfferings].find(isChosen) ?? offering
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
