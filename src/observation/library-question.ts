/**
 * Asks for the library of the clients, which no source states, if it changes the answer.
 */
import { predict } from '../capacity/predict.ts'
import { dimensionName } from '../contracts/dimensions.ts'
import type { Observation, OpenQuestion } from '../contracts/observation.ts'
import type { Offering } from '../contracts/offering.ts'
import type { Prediction } from '../contracts/prediction.ts'
import type { Deployment } from '../contracts/scenario.ts'
import { formatPercent } from '../units/ratio.ts'
import { scenarioOf } from './scenario-of.ts'

/** A smaller change of a limit's utilisation, in points, is not worth a question. A rule of thumb. */
const noticeableChange = 0.02

/** The question, with the limit that would change most if librdkafka sent the same batches. Empty if none would change much. */
export function libraryQuestion(
  observation: Observation,
  deployment: Deployment,
  offering: Offering,
  { constraints }: Prediction,
): OpenQuestion[] {
  const other = predict(scenarioOf(observation, deployment, offering, 'librdkafka').scenario, offering)
  const others = new Map(other.constraints.map(({ id, utilisation }) => [id, utilisation]))
  const changes = constraints.map(({ id, dimension, utilisation }) => {
    const changed = others.get(id) ?? utilisation
    return { name: dimensionName(dimension), utilisation, changed, change: Math.abs(changed - utilisation) }
  })
  const [most] = changes.sort((one, another) => another.change - one.change)
  if (most === undefined || most.change < noticeableChange) return []
  const [assumed, instead] = [formatPercent(most.utilisation), formatPercent(most.changed)]
  return [
    {
      id: 'library-of-clients',
      text: 'Which library do the clients use? No source states it, so Java’s is assumed.',
      effect: `With librdkafka, the limit “${most.name}” would be ${instead} full instead of ${assumed}. State it here, not afterwards in the scenario: its linger follows from the library.`,
    },
  ]
}
