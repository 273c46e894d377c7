import type { Offering } from '../../../contracts/offering.ts'
import type { Parameter } from '../../../contracts/parameter.ts'

/** A number of a model with its name. */
export interface NamedParameter {
  readonly id: string
  readonly parameter: Parameter
}

/** The parameters of a computed model. A service has limits instead. */
export function modelParameters(offering: Offering): NamedParameter[] {
  switch (offering.model) {
    case 'service-limits':
      return []
    case 'broker-hardware':
      return Object.entries(offering.hardware.parameters).flatMap(([id, parameter]) =>
        parameter === undefined ? [] : [{ id, parameter }],
      )
    case 'measured-table': {
      const { clouds, coresExponent, nodesExponent, byteShare, replicaCost, residual } = offering.table
      const shared = { coresExponent, nodesExponent, byteShare, replicaCost, residual }
      const ofClouds = Object.entries(clouds).map(([cloud, parameter]) => ({ id: `clouds.${cloud}`, parameter }))
      return [...ofClouds, ...Object.entries(shared).map(([id, parameter]) => ({ id, parameter }))]
    }
  }
}
