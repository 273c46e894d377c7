import type { Offering } from '../../../contracts/offering.ts'
import type { Parameter } from '../../../contracts/parameter.ts'

/** A parameter of a model, with its id. */
export interface NamedParameter {
  readonly id: string
  readonly parameter: Parameter
}

/** The parameters of a model. The model of a service has limits instead, so the list is empty. */
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
      const cloudParameters = Object.entries(clouds).map(([cloud, parameter]) => ({ id: `clouds.${cloud}`, parameter }))
      return [...cloudParameters, ...Object.entries(shared).map(([id, parameter]) => ({ id, parameter }))]
    }
  }
}
