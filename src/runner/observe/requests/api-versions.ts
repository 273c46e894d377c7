/**
 * ApiVersions (18): which requests a broker knows, in which versions. Needs no right.
 */
import type { VersionRanges } from '../kafkajs-connection.ts'
import type { ApiRequest } from './request.ts'

/** Version 0, which every broker supports. */
export const apiVersionsRequest: ApiRequest<null, { readonly versions: VersionRanges }> = {
  name: 'ApiVersions',
  apiKey: 18,
  versions: [0],
  flexibleFrom: 3,
  write: () => undefined,
  read(reader) {
    reader.int16()
    const entries = reader.array(() => {
      return [reader.int16(), { minVersion: reader.int16(), maxVersion: reader.int16() }] as const
    })
    return { versions: Object.fromEntries(entries) }
  },
}
