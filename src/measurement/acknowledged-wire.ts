/**
 * Wire bytes of acknowledged records, as opposed to all wire bytes that were sent.
 *
 * A client library counts everything that it sends, including retries and records that were never acknowledged. The
 * cluster did not store those, and a prediction does not include them. A producer's acknowledged wire bytes are its
 * acknowledged records times its mean wire bytes per record (bytes of whole requests / records in them).
 */
import type { Resent } from '../contracts/result.ts'
import type { ProducerSample, Sample } from '../contracts/sample.ts'

/** Totals of what one producer sent. */
export interface SentTotals {
  wireBytes: number
  /** Bytes of all batches that were sent: the wire bytes without the framing of requests. */
  batchBytes: number
  /** Records in all batches that were sent. A record that was sent twice counts twice. */
  records: number
  acceptedRecords: number
}

/** Restricts the wire bytes of producers to acknowledged records. Producers that report no batches stay unchanged. */
export function acknowledgedOnly(samples: readonly Sample[]): Sample[] {
  const sent = sentByProducer(samples)
  const ackedWireBytes = (producer: ProducerSample) => {
    const ofProducer = sent.get(producer.producerId)
    return ofProducer === undefined ? producer.wireBytes : producer.ackedRecords * bytesPerRecord(ofProducer)
  }
  return samples.map((sample) => ({
    ...sample,
    producers: sample.producers.map((producer) => ({ ...producer, wireBytes: ackedWireBytes(producer) })),
  }))
}

/**
 * A lower bound of the records that producers sent more than once: records in sent batches minus accepted records. Null
 * if no producer reports batches.
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

function bytesPerRecord({ wireBytes, records }: SentTotals): number {
  return wireBytes / records
}

/** The totals of each producer that sent batches and reports them in all samples. */
export function sentByProducer(samples: readonly Sample[]): Map<string, SentTotals> {
  const all = new Map<string, SentTotals>()
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
