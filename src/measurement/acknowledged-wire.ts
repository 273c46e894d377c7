/**
 * Wire bytes that were acknowledged, beside those that were sent.
 *
 * A client library counts what it puts on the wire: also what it sends again because a broker refused it for a while or did
 * not answer, and what nobody ever acknowledged. A cluster is not credited with those, and no prediction holds them. What
 * was acknowledged is the acknowledged records, each with the wire bytes that a record of its producer had on its way
 * (requests and their headers shared out among the records in them).
 */
import type { Resent } from '../contracts/result.ts'
import type { ProducerSample, Sample } from '../contracts/sample.ts'

interface Sent {
  wireBytes: number
  /** Records in all batches that were sent: one that was sent twice counts twice. */
  records: number
  acceptedRecords: number
}

/** The same samples, the wire bytes of producers those that were acknowledged; as they are where batches were not told. */
export function acknowledgedOnly(samples: readonly Sample[]): Sample[] {
  const sent = sentByProducer(samples)
  const ownBytes = (producer: ProducerSample) => {
    const own = sent.get(producer.producerId)
    return own === undefined ? producer.wireBytes : producer.ackedRecords * bytesPerRecord(own)
  }
  return samples.map((sample) => ({
    ...sample,
    producers: sample.producers.map((producer) => ({ ...producer, wireBytes: ownBytes(producer) })),
  }))
}

/**
 * What producers sent again over a set of seconds, at least: records in batches beyond those that they were given. Null
 * where batches were not told.
 */
export function resentOver(samples: readonly Sample[]): Resent | null {
  const sent = [...sentByProducer(samples).values()]
  if (sent.length === 0) return null
  const resent = { records: 0, wireBytes: 0 }
  for (const own of sent) {
    const records = Math.max(0, own.records - own.acceptedRecords)
    resent.records += records
    resent.wireBytes += records * bytesPerRecord(own)
  }
  return resent
}

function bytesPerRecord({ wireBytes, records }: Sent): number {
  return wireBytes / records
}

/** Of the producers whose batches are known and that sent any. */
function sentByProducer(samples: readonly Sample[]): Map<string, Sent> {
  const all = new Map<string, Sent>()
  const untold = new Set<string>()
  for (const { producerId, batches, wireBytes, acceptedRecords } of samples.flatMap((sample) => sample.producers)) {
    if (batches === undefined) untold.add(producerId)
    const own = all.get(producerId) ?? { wireBytes: 0, records: 0, acceptedRecords: 0 }
    own.wireBytes += wireBytes
    own.records += batches?.records ?? 0
    own.acceptedRecords += acceptedRecords
    all.set(producerId, own)
  }
  return new Map([...all].filter(([producerId, { records }]) => records > 0 && !untold.has(producerId)))
}
