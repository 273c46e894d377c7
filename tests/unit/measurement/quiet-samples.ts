/**
 * Samples of clients in a second in which nothing happens. Tests set the fields that they need.
 */
import type { Sample } from '../../../src/contracts/sample.ts'

export const quietProducer: Sample['producers'][number] = {
  producerId: '',
  offeredRecords: 0,
  acceptedRecords: 0,
  ackedRecords: 0,
  rejectedRecords: 0,
  unknownRecords: 0,
  backlogRecords: 0,
  outstandingRecords: 0,
  queueFullRetries: 0,
  ackedPayloadBytes: 0,
  wireBytes: 0,
  requests: 0,
  ackedRecordsByPartition: {},
  throttleMs: 0,
  roundTripMedianUs: null,
  internalLatencyP99Us: null,
  recordsPerBatch: null,
  serviceHistogram: null,
  responseHistogram: null,
  scheduleDelayHistogram: null,
  errors: {},
}

export const quietConsumer: Sample['consumers'][number] = {
  groupId: '',
  records: 0,
  duplicateRecords: 0,
  payloadBytes: 0,
  wireBytes: 0,
  lagRecords: 0,
  throttleMs: 0,
  rebalances: 1,
  endToEndHistogram: null,
  negativeLatencies: 0,
  errors: {},
}
