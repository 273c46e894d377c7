/**
 * The kinds of worlds: what is predicted, by the real model on a real scenario, and where the run goes.
 */
import { settingOf } from '../../src/capacity/law-chances.ts'
import { ownBand, withLawBands } from '../../src/capacity/own-band.ts'
import { predict } from '../../src/capacity/predict.ts'
import { scaleScenario } from '../../src/capacity/scale-scenario.ts'
import { setScenarioField } from '../../src/capacity/set-scenario-field.ts'
import { solve } from '../../src/capacity/solve.ts'
import type { Offering } from '../../src/contracts/offering.ts'
import type { Prediction } from '../../src/contracts/prediction.ts'
import type { PredictionContext } from '../../src/contracts/prediction-context.ts'
import type { RunPlan } from '../../src/contracts/run-plan.ts'
import { type Scenario, scenario } from '../../src/contracts/scenario.ts'
import { type Target, type TargetDescription, target } from '../../src/contracts/target.ts'
import { planRun } from '../../src/planning/plan-run.ts'
import { describeTarget } from '../../src/workbench/validation/describe-target.ts'
import { orders2020, shippedOffering } from '../unit/capacity/known-files.ts'
import { type PredictedLimits, predictedLimits } from './claims.ts'

interface Setting {
  readonly offering: string
  readonly scale: number
  readonly isEmbedded: boolean
  /** Fields of the first example that differ, by path. */
  readonly fields?: Readonly<Record<string, unknown>>
  /** Groups that read all records; left out: the example's two. */
  readonly groups?: number
  /** True: one run of the user's own has narrowed the band of each law. Left out: none has. */
  readonly isCalibrated?: boolean
}

const ibm = { 'deployment.offering': 'ibm-event-streams-gen2', 'deployment.asOf': '2026-11' }
const hosts = {
  'deployment.offering': 'apache-kafka-on-hosts',
  'deployment.tier': 'm5.large',
  'deployment.asOf': '2020-01',
  'deployment.size': 3,
}

/** 1 CKU of 2020: 50 MB/s in and 150 out. Gen2 of IBM: 50 in and 50 out, so that two groups are held before writers are. */
export const settings = {
  writing: { offering: 'confluent-cloud-dedicated', scale: 0.08, isEmbedded: true },
  reading: { offering: 'ibm-event-streams-gen2', scale: 0.1, isEmbedded: true, fields: ibm },
  'three groups': { offering: 'confluent-cloud-dedicated', scale: 0.08, isEmbedded: true, groups: 3 },
  service: { offering: 'confluent-cloud-dedicated', scale: 1, isEmbedded: false },
  hosts: { offering: 'apache-kafka-on-hosts', scale: 1, isEmbedded: false, fields: hosts, groups: 1 },
  'calibrated hosts': {
    offering: 'apache-kafka-on-hosts',
    scale: 1,
    isEmbedded: false,
    fields: hosts,
    groups: 1,
    isCalibrated: true,
  },
} as const satisfies Readonly<Record<string, Setting>>
export type SettingName = keyof typeof settings

/** A setting at one offered load: everything but what is true. */
export interface Prepared {
  readonly prediction: Prediction
  readonly limits: PredictedLimits
  readonly target: TargetDescription
  readonly groups: number
  readonly wireBytesPerRecord: number
  readonly readWireBytesPerRecord: number
  readonly requestsPerRecord: number
  /** A plan of ten quota windows of that length. */
  planOf(windowSeconds: number): RunPlan
}

const brokers = 3

/** What the model predicts for a load in records/s. */
export function prepare(name: SettingName, offeredRecordsPerSec: number): Prepared {
  const setting: Setting = settings[name]
  const asked = scenarioOf(setting, offeredRecordsPerSec)
  const shipped = shippedOffering(setting.offering)
  const offering = setting.isCalibrated === true ? calibrated(shipped, asked) : withOneWidth(shipped)
  const context: Partial<PredictionContext> = {
    capacityScale: setting.scale,
    allowsBurst: !setting.isEmbedded,
    ...(setting.isEmbedded ? { brokers } : {}),
  }
  const prediction = predict(asked, offering, context)
  const { offered, achievable, produceRequestsPerSec = 0 } = prediction
  const groups = asked.workload.consumerGroups.length
  const plans = new Map<number, RunPlan>()
  return {
    prediction,
    limits: predictedLimits(asked, offering, context),
    target: describeTarget(targetOf(setting), { offering, scale: setting.scale, kafkaVersion: null }),
    groups,
    wireBytesPerRecord: offered.ingressWireBytesPerSec / offered.recordsPerSec,
    readWireBytesPerRecord: offered.egressWireBytesPerSec / offered.recordsPerSec / groups,
    requestsPerRecord: produceRequestsPerSec / achievable.recordsPerSec.likely,
    planOf(windowSeconds) {
      const known = plans.get(windowSeconds)
      if (known !== undefined) return known
      const options = {
        runId: 'world',
        brokers: setting.isEmbedded ? brokers : null,
        quotaWindowMs: windowSeconds * 1000,
      }
      const { plan } = planRun(asked, options)
      plans.set(windowSeconds, plan)
      return plan
    },
  }
}

/** Half the width of the band of hosts in these worlds. */
const hostsResidual = 0.1876

/**
 * A model of hosts with one width instead of bands by law. Those reach from a tenth of the likely value to all that is
 * offered: with them no world would try what the verdict says beyond either end of a band of hosts.
 */
function withOneWidth(offering: Offering): Offering {
  if (offering.model !== 'broker-hardware') return offering
  const { lawBands: _lawBands, ...hardware } = offering.hardware
  const residual = { ...hardware.parameters.idleCores, value: hostsResidual }
  return { ...offering, hardware: { ...hardware, parameters: { ...hardware.parameters, residual } } }
}

/** The bands of all laws after one run each, which measured what was likely. */
function calibrated(offering: Offering, asked: Scenario): Offering {
  if (offering.model !== 'broker-hardware') return offering
  const run = { setting: settingOf(solve(asked, offering).situation), log: 0, sensitivity: 1 }
  return withLawBands(
    offering,
    (offering.hardware.lawBands ?? []).map((band) => ownBand(band, [run])),
  )
}

function scenarioOf({ fields = {}, groups }: Setting, recordsPerSec: number): Scenario {
  let whole: unknown = orders2020
  for (const [path, value] of Object.entries(fields)) whole = setScenarioField(whole, path, value)
  const parsed = scenario.parse(whole)
  const [producer] = parsed.workload.producers
  const [group] = parsed.workload.consumerGroups
  if (producer === undefined || group === undefined) throw new RangeError('the example has a producer and a group')
  const consumerGroups =
    groups === undefined
      ? parsed.workload.consumerGroups
      : Array.from({ length: groups }, (_, index) => ({ ...group, name: `group ${index + 1}` }))
  // One client: a world's clients are alike, and the samples of several say nothing more.
  const producers = [{ ...producer, clients: 1 }]
  const asked = { ...parsed, workload: { ...parsed.workload, producers, consumerGroups } }
  return scaleScenario(asked, recordsPerSec / producer.peakRecordsPerSec)
}

/** Quotas only say that there are some: the worlds hold what is true. */
function targetOf({ isEmbedded }: Setting): Target {
  if (isEmbedded) {
    const quotas = { producerBytesPerSec: 1_000_000, consumerBytesPerSec: 3_000_000 }
    return { kind: 'embedded:kafka', brokers, quotas, quotaWindowSeconds: 11 }
  }
  const connection = { kind: 'headroom.connection', schemaVersion: 1, name: 'own', bootstrapServers: ['broker:9092'] }
  return target.parse({ kind: 'connection', connection })
}
