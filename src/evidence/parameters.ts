/**
 * The few numbers of a model that a fit may move.
 */
import { limitSetAt } from '../capacity/limit-set.ts'
import type { BrokerParameters } from '../contracts/hardware.ts'
import type { LimitSet, Offering } from '../contracts/offering.ts'
import type { Parameter } from '../contracts/parameter.ts'

/** One number of a model. */
export type ModelParameter = {
  /** `requestCpuUs`, `clouds.aws`, `burst.2020-04`. */
  readonly id: string
  /** Unit of the value in words: `us/request`, `ratio`. */
  readonly unit: string
  /** `fitted` to the evidence beside the model, or `assumed`. */
  readonly origin: 'fitted' | 'assumed'
  /** As the model has it. */
  readonly value: number
  /** The most it can be, for shares. */
  readonly most: number | null
  readonly read: (offering: Offering) => number
  /** The model with another value; an offering of another kind stays as it is. */
  readonly with: (value: number, offering: Offering) => Offering
}

/** Parameters that are shares of a whole. */
const shares: ReadonlySet<string> = new Set(['storageEfficiency', 'networkEfficiency', 'parallelismLoss', 'byteShare'])

/**
 * Numbers that were fitted or assumed: of the hosts, of the table, and the bursts of the limits that the evidence is about.
 *
 * Measured and published numbers stay, and so does the residual: it is what a fit leaves.
 */
export function listParameters(offering: Offering): ModelParameter[] {
  const used = new Set<LimitSet>()
  for (const { deployment } of Object.values(offering.evidence.scenarios)) {
    const set = limitSetAt(offering, deployment)
    if (set?.burst !== undefined) used.add(set)
  }
  return [...hardwareParameters(offering), ...tableParameters(offering), ...[...used].flatMap(burstParameters)]
}

/** The same with the bursts of all limits: 1, an assumption, where none has been published. */
export function listAllParameters(offering: Offering): ModelParameter[] {
  const bursts = offering.limitSets.filter(({ limits }) => limits.length > 0).flatMap(burstParameters)
  return [...hardwareParameters(offering), ...tableParameters(offering), ...bursts]
}

/** A model with several parameters at other values. */
export function withValues(
  offering: Offering,
  parameters: readonly ModelParameter[],
  values: readonly number[],
): Offering {
  return parameters.reduce((model, each, index) => each.with(values[index] ?? each.value, model), offering)
}

function hardwareParameters(offering: Offering): ModelParameter[] {
  if (offering.model !== 'broker-hardware') return []
  return Object.keys(offering.hardware.parameters).flatMap((key) => {
    const name = key as keyof BrokerParameters
    const parameter = offering.hardware.parameters[name]
    if (name === 'residual' || parameter === undefined) return []
    return movable(name, parameter, {
      read: (model) => (model.model === 'broker-hardware' ? (model.hardware.parameters[name]?.value ?? 0) : 0),
      with: (value, model) => {
        if (model.model !== 'broker-hardware') return model
        const { parameters } = model.hardware
        const changed = { ...parameters, [name]: { ...parameter, ...parameters[name], value } }
        return { ...model, hardware: { ...model.hardware, parameters: changed } }
      },
    })
  })
}

function tableParameters(offering: Offering): ModelParameter[] {
  if (offering.model !== 'measured-table') return []
  const ofTable = (['coresExponent', 'nodesExponent', 'byteShare', 'replicaCost'] as const).flatMap((name) =>
    movable(name, offering.table[name], {
      read: (model) => (model.model === 'measured-table' ? model.table[name].value : 0),
      with: (value, model) => {
        if (model.model !== 'measured-table') return model
        return { ...model, table: { ...model.table, [name]: { ...model.table[name], value } } }
      },
    }),
  )
  const ofClouds = Object.entries(offering.table.clouds).flatMap(([cloud, rate]) =>
    movable(`clouds.${cloud}`, rate, {
      read: (model) => (model.model === 'measured-table' ? (model.table.clouds[cloud]?.value ?? 0) : 0),
      with: (value, model) => {
        if (model.model !== 'measured-table') return model
        const clouds = { ...model.table.clouds, [cloud]: { ...rate, value } }
        return { ...model, table: { ...model.table, clouds } }
      },
    }),
  )
  return [...ofClouds, ...ofTable]
}

function movable(
  id: string,
  { value, unit, origin }: Parameter,
  access: Pick<ModelParameter, 'read' | 'with'>,
): ModelParameter[] {
  if (origin !== 'fitted' && origin !== 'assumed') return []
  return [{ id, unit, origin, value, most: shares.has(id) ? 1 : null, ...access }]
}

/** The burst of a limit set, and that of each cloud which has one of its own. */
function burstParameters(set: LimitSet): ModelParameter[] {
  const clouds = Object.keys(set.burst?.byCloud ?? {})
  return [burstParameter(set), ...clouds.map((cloud) => cloudBurstParameter(set, cloud))]
}

function cloudBurstParameter({ asOf, tier, burst }: LimitSet, cloud: string): ModelParameter {
  const isOwn = (set: LimitSet) => set.asOf === asOf && set.tier === tier
  const likelyOf = (own: LimitSet['burst']) => own?.byCloud?.[cloud]?.likely ?? 1
  return {
    id: `burst.${tier === undefined ? '' : `${tier}.`}${asOf}.${cloud}`,
    unit: 'ratio',
    origin: 'fitted',
    value: likelyOf(burst),
    most: null,
    read: (model) => likelyOf(model.limitSets.find(isOwn)?.burst),
    with: (value, model) => ({
      ...model,
      limitSets: model.limitSets.map((set) => (isOwn(set) ? withCloudBurst(set, cloud, value) : set)),
    }),
  }
}

function withCloudBurst(set: LimitSet, cloud: string, likely: number): LimitSet {
  const own = set.burst?.byCloud?.[cloud]
  if (set.burst === undefined || own === undefined) return set
  const changed = { ...own, low: Math.min(own.low, likely), likely, high: Math.max(own.high, likely) }
  return { ...set, burst: { ...set.burst, byCloud: { ...set.burst.byCloud, [cloud]: changed } } }
}

/** Bursts are read off the evidence, so they are fitted wherever they have been published. */
function burstParameter({ asOf, tier, burst }: LimitSet): ModelParameter {
  const isOwn = (set: LimitSet) => set.asOf === asOf && set.tier === tier
  return {
    id: `burst.${tier === undefined ? '' : `${tier}.`}${asOf}`,
    unit: 'ratio',
    origin: burst === undefined ? 'assumed' : 'fitted',
    value: burst?.likely ?? 1,
    most: null,
    read: (model) => model.limitSets.find(isOwn)?.burst?.likely ?? 1,
    with: (value, model) => ({
      ...model,
      limitSets: model.limitSets.map((set) => (isOwn(set) ? withBurst(set, value) : set)),
    }),
  }
}

/** The band of the burst goes on holding its likely value. */
function withBurst(set: LimitSet, likely: number): LimitSet {
  const burst = set.burst ?? { low: 1, likely: 1, high: 1, source: set.interaction.source }
  const [low, high] = [Math.min(burst.low, likely), Math.max(burst.high, likely)]
  return { ...set, burst: { ...burst, low, likely, high } }
}
