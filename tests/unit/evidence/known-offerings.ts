/** Offerings with parameters, for fits with known answers. */
import { brokerParameters } from '../../../src/contracts/hardware.ts'
import { type Offering, offering } from '../../../src/contracts/offering.ts'
import type { FitObservation } from '../../../src/evidence/fit-observation.ts'
import { listParameters, type ModelParameter } from '../../../src/evidence/parameters.ts'

const source = { title: 'test', date: '2020-04', grade: 'D' } as const

function parameter(value: number, origin: 'fitted' | 'measured' | 'assumed' = 'fitted') {
  return { value, unit: 'ratio', origin, meaning: 'For a test.', source }
}

const common = {
  kind: 'headroom.offering',
  schemaVersion: 1,
  vendor: 'Test',
  unitName: { singular: 'broker', plural: 'brokers' },
  assumedBrokersPerUnit: 1,
  limitSets: [
    {
      asOf: '2020-04',
      sizes: { min: 1, max: 60, source },
      limits: [],
      interaction: { lossWhenOthersFull: 0, source },
    },
  ],
} as const

const fittedOfHosts: Readonly<Record<string, number>> = {
  storageEfficiency: 0.8,
  requestCpuUs: 100,
  recordCpuUs: 2,
  replicaFetchCpuUs: 50,
  residual: 0.15,
}

function parameterOfHosts(name: string) {
  const fitted = fittedOfHosts[name]
  if (fitted !== undefined) return parameter(fitted)
  if (name === 'idleCores') return parameter(0, 'assumed')
  return parameter(0.5, name === 'byteCpuNs' ? 'measured' : 'assumed')
}

/** Broker hardware with four fitted parameters and its residual, one measured, the rest assumed. */
export const hardware: Offering = offering.parse({
  ...common,
  id: 'test-hardware',
  name: 'Test hardware',
  model: 'broker-hardware',
  hardware: {
    hosts: [{ id: 'host', name: 'Host', cores: 4, source }],
    parameters: Object.fromEntries(Object.keys(brokerParameters.shape).map((name) => [name, parameterOfHosts(name)])),
  },
})

/** A measured table of two clouds. */
export const table: Offering = offering.parse({
  ...common,
  id: 'test-table',
  name: 'Test table',
  model: 'measured-table',
  table: {
    tiers: [{ id: 'small', name: 'Small', nodes: 3, coresPerNode: 1 }],
    reference: { nodes: 3, recordValueBytes: 512, replicationFactor: 3 },
    clouds: { aws: parameter(50_000), gcp: parameter(60_000) },
    coresExponent: parameter(0.9),
    nodesExponent: parameter(1, 'assumed'),
    byteShare: parameter(0.5),
    replicaCost: parameter(1, 'measured'),
    residual: parameter(0.1),
  },
})

/** The parameter of that id. */
export function parameterOf(model: Offering, id: string): ModelParameter {
  const found = listParameters(model).find((each) => each.id === id)
  if (found === undefined) throw new Error(`${model.id} has no parameter ${id}`)
  return found
}

/** An observation of a formula over parameters, instead of a whole prediction. */
export function observe(
  id: string,
  value: number,
  formula: (read: (parameter: string) => number) => number,
  isCensored = false,
): FitObservation {
  const likelyOf = (model: Offering) => formula((name) => parameterOf(model, name).read(model))
  return {
    id,
    value,
    isCensored,
    predict: (model) => {
      const likely = likelyOf(model)
      return { low: 0.9 * likely, likely, high: 1.1 * likely }
    },
  }
}
