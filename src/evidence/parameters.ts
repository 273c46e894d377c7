/**
 * The parameters of a model that a fit may change.
 */
import { limitSetAt } from '../capacity/limit-set.ts'
import type { BrokerParameters } from '../contracts/hardware.ts'
import type { LimitSet, Offering } from '../contracts/offering.ts'
import type { Parameter } from '../contracts/parameter.ts'

/** One parameter of a model, with access to its value. */
export type ModelParameter = {
  /** Id such as `requestCpuUs`, `clouds.aws` or `burst.2020-04`. */
  readonly id: string
  /** Unit of the value, such as `us/request` or `ratio`. */
  readonly unit: string
  /** `fitted`: to the model's published evidence. `assumed`: without evidence. */
  readonly origin: 'fitted' | 'assumed'
  /** Value in the model from which the parameter was listed. */
  readonly value: number
  /** Upper bound; 1 for a share, null if there is none. */
  readonly max: number | null
  readonly read: (offering: Offering) => number
  /** Returns the model with another value; an offering of another kind is returned unchanged. */
  readonly with: (value: number, offering: Offering) => Offering
}

/** Names of the parameters that are shares of a whole, so at most 1. */
const shares: ReadonlySet<string> = new Set(['storageEfficiency', 'networkEfficiency', 'parallelismLoss', 'byteShare'])

/**
 * The fitted and assumed parameters of the model: those of its hosts or its table, and the bursts of the limit sets
 * that its evidence refers to.
 *
 * Measured and published values are left out, because a fit must not change them. The residual is left out, because it
 * follows from the errors that a fit leaves.
 */
export function listParameters(offering: Offering): ModelParameter[] {
  const used = new Set<LimitSet>()
  for (const { deployment } of Object.values(offering.evidence.scenarios)) {
    const set = limitSetAt(offering, deployment)
    if (set?.burst !== undefined) used.add(set)
  }
  return [...hardwareParameters(offering), ...tableParameters(offering), ...[...used].flatMap(burstParameters)]
}

/**
 * Like `listParameters`, but with the bursts of all limit sets. An unpublished burst counts as assumed, with value 1.
 */
export function listAllParameters(offering: Offering): ModelParameter[] {
  const bursts = offering.limitSets.filter(({ limits }) => limits.length > 0).flatMap(burstParameters)
  return [...hardwareParameters(offering), ...tableParameters(offering), ...bursts]
}

/** The model with other values of several parameters. `values` are in the order of `parameters`. */
export function withValues(
  offering: Offering,
  parameters: readonly ModelParameter[],
  values: readonly number[],
): Offering {
  return parameters.reduce(
    (model, parameter, index) => parameter.with(values[index] ?? parameter.value, model),
    offering,
  )
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
  return [{ id, unit, origin, value, max: shares.has(id) ? 1 : null, ...access }]
}

/** One parameter for the burst of a limit set, and one for each cloud that has a burst of its own. */
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
    max: null,
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

/** The model's bursts were read from its evidence, so a burst that is present counts as fitted. */
function burstParameter({ asOf, tier, burst }: LimitSet): ModelParameter {
  const isOwn = (set: LimitSet) => set.asOf === asOf && set.tier === tier
  return {
    id: `burst.${tier === undefined ? '' : `${tier}.`}${asOf}`,
    unit: 'ratio',
    origin: burst === undefined ? 'assumed' : 'fitted',
    value: burst?.likely ?? 1,
    max: null,
    read: (model) => model.limitSets.find(isOwn)?.burst?.likely ?? 1,
    with: (value, model) => ({
      ...model,
      limitSets: model.limitSets.map((set) => (isOwn(set) ? withBurst(set, value) : set)),
    }),
  }
}

/** Sets the likely burst, and widens its band if the value is outside. */
function withBurst(set: LimitSet, likely: number): LimitSet {
  const burst = set.burst ?? { low: 1, likely: 1, high: 1, source: set.interaction.source }
  const [low, high] = [Math.min(burst.low, likely), Math.max(burst.high, likely)]
  return { ...set, burst: { ...burst, low, likely, high } }
}
