/**
 * The calls that read clusters, and that keep, evaluate and report observations.
 */
import type { Handlers } from '../../contracts/ipc-contract.ts'
import { observationDocument } from '../../presentation/observation/observation-document.ts'
import { deployedOffering } from '../calibration/calibrated-models.ts'
import type { PrintPdf } from '../printing/pdf-report.ts'
import { writeDocument } from '../reports/write-document.ts'
import type { Resources } from '../resources.ts'
import type { Store } from '../store/store.ts'
import { answerObservation } from './answer-observation.ts'
import { observeFiles } from './observe-files.ts'
import type { Readings } from './readings.ts'

type ObservationCall = Extract<keyof Handlers, `observation${string}` | `readings.${string}`>

interface ObservationServices {
  store(): Store
  readonly resources: Resources
  readonly readings: Readings
  readonly printPdf: PrintPdf
}

/** Creates the handlers of the calls about observations and readings. */
export function observationHandlers(services: ObservationServices): Pick<Handlers, ObservationCall> {
  const { store, resources, readings, printPdf } = services
  return {
    'observations.make': async (request) => {
      if (request.deployment !== undefined) await deployedOffering(request.deployment, resources)
      return observeFiles(request, { store, headroomVersion: resources.headroomVersion, showReading: readings.show })
    },
    'readings.take': readings.take,
    'readings.resume': ({ readingId }) => readings.resume(readingId),
    'readings.stop': async () => {
      readings.stop()
      return {}
    },
    'readings.live': async () => ({ reading: readings.live() }),
    'readings.list': async () => readings.list(),
    'observations.list': async () => store().listObservations(),
    'observations.show': async ({ observationId }) => store().readObservation(observationId),
    'observations.answer': ({ observationId, ...options }) => {
      return answerObservation(store().readObservation(observationId), resources, options)
    },
    'observation.report': async ({ observationId, deployment, clientFamily, ...order }) => {
      const { isRedacted } = order.options
      const observation = store().readObservation(observationId)
      const answered = await answerObservation(observation, resources, { isRedacted, deployment, clientFamily })
      const { name } = answered.observation
      const document = observationDocument(answered)
      return { paths: await writeDocument({ kind: 'observation', name, document, json: answered }, order, printPdf) }
    },
  }
}
