/**
 * Wire bytes of acknowledged records, as opposed to all wire bytes that were sent.
 *
 * A client library counts everything that it sends: also retries, and records that were never acknowledged. A cluster did
 * not take those, and a prediction does not include them. The acknowledged wire bytes are the acknowledged records times
 * the mean wire bytes per record of that producer (requests with headers, divided by the records in them).
 */
import type { Resent } from '../contracts/result.ts'
import type { ProducerSample, Sample } from '../contracts/sample.ts'

/** What one producer sent. */
export interface Sent {
  wireBytes: number
  /** Bytes of all batches that were sent: the wire bytes without requests around them. */
  batchBytes: number
  /** Records in all batches that were sent; a record that was sent twice counts twice. */
  records: number
  acceptedRecords: number
}

/** Restricts the wire bytes of producers to acknowledged records. Producers that report no batches stay unchanged. */
export function acknowledgedOnly(samples: readonly Sample[]): Sample[] {
  const sent = sentByProducer(samples)
  const ownBytes = (producer: ProducerSample) => {
    const ofProducer = sent.get(producer.producerId)
    return ofProducer === undefined ? producer.wireBytes : producer.ackedRecords * bytesPerRecord(ofProducer)
  }
  return samples.map((sample) => ({
    ...sample,
    producers: sample.producers.map((producer) => ({ ...producer, wireBytes: ownBytes(producer) })),
  }))
}

/**
 * A lower bound of what producers sent more than once over these seconds: records in batches beyond the accepted ones.
 * Null if no batches are reported.
 */
export function resentOver(samples: readonly Sample[]): Resent | null {
  const sent = [...sentByProducer(samples).values()]
  if (sent.length === 0) return null
  const resent = { records: 0, wireBytes: 0 }
  for (const ofProducer of sent) {
    const records = Math.max(0, ofProducer.records - ofProducer.acceptedRecords)
    resent.records += records
    resent.wireBytes += records * bytesPerRecord(ofProducer)
  }
  return resent
}

function bytesPerRecord({ wireBytes, records }: Sent): number {
  return wireBytes / records
}

/** What each producer sent; only producers that report their batches and sent any. */
export function sentByProducer(samples: readonly Sample[]): Map<string, Sent> {
  const all = new Map<string, Sent>()
  const unreported = new Set<string>()
  for (const { producerId, batches, wireBytes, acceptedRecords } of samples.flatMap((sample) => sample.producers)) {
    if (batches === undefined) unreported.add(producerId)
    const ofProducer = all.get(producerId) ?? { wireBytes: 0, batchBytes: 0, records: 0, acceptedRecords: 0 }
    ofProducer.wireBytes += wireBytes
    ofProducer.batchBytes += batches?.bytes ?? 0
    ofProducer.records += batches?.records ?? 0
    ofProducer.acceptedRecords += acceptedRecords
    all.set(producerId, ofProducer)
  }
  return new Map([...all].filter(([producerId, { records }]) => records > 0 && !unreported.has(producerId)))
}
