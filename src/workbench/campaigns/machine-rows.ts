/**
 * Fits the model of hosts to the machine on which a benchmark ran, if its embedded brokers had no quotas. Brokers and load
 * generator then shared the processors of that machine.
 */
import { machineLimit, type SharedMachine } from '../../capacity/machine-limit.ts'
import type { StepResult } from '../../contracts/campaign.ts'
import type { CampaignRecord, StepSummary } from '../../contracts/campaign-record.ts'
import type { FigureBands } from '../../contracts/figures.ts'
import type { Scenario } from '../../contracts/scenario.ts'
import { fitMachine, type MachineFit, type MachineRow } from '../../evidence/machine-fit.ts'
import { type Power, powerOf } from '../../evidence/null-models.ts'
import { meanOf } from '../../measurement/batch-means.ts'
import { metAckedRatio } from '../../measurement/steady-state.ts'
import { hostsModelOf } from '../../planning/campaign-offerings.ts'
import { isFlatOut, type MeasuredCase } from './benchmark-quantities.ts'

/** A case with the scenario and the prediction of its runs. */
export interface PredictedCase extends MeasuredCase {
  /** The scenario with the number of producers of the step that counts. */
  readonly scenario: Scenario
  /** The prediction for the hosts of the publication. */
  readonly expected: FigureBands
}

/** The machine that brokers and clients shared, as fitted to the rows. */
export interface FittedMachine {
  readonly cores: number
  readonly fit: MachineFit
  /** How many of the judged rows are within their tolerance, with the model and without it. */
  readonly power: Power
}

/** Fits the machine to the rows. Null if brokers had limits or ran elsewhere, or if too few rows are usable. */
export function machineOf(record: CampaignRecord, cases: readonly PredictedCase[]): FittedMachine | null {
  const { campaign, target } = record.request
  const model = hostsModelOf(record)
  if (campaign.isUnlimited !== true || target.kind === 'connection' || model === undefined) return null
  const rows = cases.flatMap(({ campaignCase, step, results, scenario }): MachineRow[] => {
    const machine = sharedMachine(results)
    if (step === undefined || machine === null) return []
    return [
      {
        id: campaignCase.id,
        measuredPerSec: step.measured.recordsPerSec.mean,
        relativeSpread: step.relativeSpread,
        isLimit: isFlatOut(campaignCase) && step.isSustained !== true && !isLoadMet(step),
        predictedPerSecAt: (speed) => machineLimit(scenario, model, machine, speed),
      },
    ]
  })
  const cores = cases.flatMap(({ results }) => results).find(({ machineCpuCores }) => machineCpuCores)?.machineCpuCores
  const fit = fitMachine(rows)
  if (fit === null || cores === undefined) return null
  const judged = cases.flatMap(({ campaignCase, step, expected }) => {
    const judgement = fit.rows.get(campaignCase.id)?.judged ?? null
    if (judgement === null || step === undefined) return []
    const measuredPerSec = step.measured.recordsPerSec.mean
    return [{ measuredPerSec, hostsPerSec: expected.recordsPerSec.likely, judged: judgement }]
  })
  return { cores, fit, power: powerOf(judged) }
}

/**
 * True if the mean of the runs met the offered load. A step can meet it without being sustained, by catching up late.
 */
function isLoadMet({ measured, offered }: StepSummary): boolean {
  return measured.recordsPerSec.mean >= metAckedRatio * offered.recordsPerSec
}

/**
 * The machine as the runs of one case measured it. CPU time that the brokers did not use is counted as the clients'.
 */
function sharedMachine(results: readonly StepResult[]): SharedMachine | null {
  const uses = results.flatMap(({ machineCpuCores: cores, brokers, elements, steady, wholeRun }) => {
    const processor = elements?.find(({ element }) => element === 'processor')
    if (cores === undefined || brokers === undefined || processor === undefined) return []
    const brokerCores = brokers.reduce((sum, { cpuCores }) => sum + cpuCores, 0)
    const recordsPerSec = steady?.recordsPerSec.mean ?? wholeRun.recordsPerSec
    return [
      { cores, brokers: brokers.length, clientCores: cores * processor.usedFraction - brokerCores, recordsPerSec },
    ]
  })
  const [first] = uses
  const clientCores = meanOf(uses.map((use) => use.clientCores))
  const recordsPerSec = meanOf(uses.map((use) => use.recordsPerSec))
  if (first === undefined || clientCores <= 0 || recordsPerSec <= 0) return null
  return { cores: first.cores, brokers: first.brokers, clientCoreSecPerRecord: clientCores / recordsPerSec }
}
