import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { predict } from '../../../src/capacity/predict.ts'
import type { Observation } from '../../../src/contracts/observation.ts'
import { offering as offeringSchema } from '../../../src/contracts/offering.ts'
import { scenario as scenarioSchema } from '../../../src/contracts/scenario.ts'
import { observedVerdict } from '../../../src/evidence/observed-load.ts'

const offering = offeringSchema.parse(JSON.parse(await readFile('models/confluent-cloud-dedicated.json', 'utf8')))
const orders2020 = scenarioSchema.parse(
  JSON.parse(await readFile('tests/fixtures/scenarios/orders-2020.headroom.json', 'utf8')),
)

/** The prediction of the first example at a multiple of the rate at which its limit is full. */
function predictionAt(utilisation: number) {
  const atFull = 60_000 * predict(orders2020, offering).headroom
  const producers = orders2020.workload.producers.map((each) => ({ ...each, peakRecordsPerSec: atFull * utilisation }))
  return predict({ ...orders2020, workload: { ...orders2020.workload, producers } }, offering)
}

type Figures = Partial<Record<'clusterLoad' | 'requestHandlerIdle' | 'brokerCpu', number>>

function cluster(figures: Figures): Observation['cluster'] {
  const known = { how: 'measured', source: 'source-1', span: null, relativeError: null } as const
  return Object.fromEntries(Object.entries(figures).map(([field, value]) => [field, { value, ...known }]))
}

describe('observedVerdict()', () => {
  it.each<[string, number, Figures, string]>([
    ['no figure of the brokers', 0.9, {}, 'not-proven'],
    ['brokers far from their limit, as predicted', 0.5, { clusterLoad: 0.5 }, 'not-proven'],
    [
      'brokers nearly full where the prediction is nearly full, yet not at the limit',
      0.9,
      { clusterLoad: 0.9 },
      'not-proven',
    ],
    ['brokers full where the prediction is full', 1, { clusterLoad: 0.97 }, 'confirmed'],
    ['brokers full 8 % before the predicted limit', 0.92, { requestHandlerIdle: 0.01 }, 'confirmed'],
    ['brokers full at half of the predicted limit', 0.5, { clusterLoad: 0.97 }, 'below'],
    ['brokers half free at a load above the predicted limit', 1.3, { brokerCpu: 0.5 }, 'above'],
    ['brokers nearly full at a load above the predicted limit', 1.3, { brokerCpu: 0.9 }, 'not-proven'],
    ['brokers full at a load far above the predicted limit', 1.3, { brokerCpu: 0.97 }, 'above'],
    ['the fullest of several figures', 0.5, { brokerCpu: 0.2, requestHandlerIdle: 0.02 }, 'below'],
  ])('with %s (predicted %d full) of %j is %4$s', (_, utilisation, figures, verdict) => {
    const found = observedVerdict(predictionAt(utilisation), cluster(figures))
    expect(found.verdict).toBe(verdict)
    expect(found.reason).toMatch(/^[A-Z][^.]+: /)
  })
})
