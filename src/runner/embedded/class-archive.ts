/**
 * JVM options for the archive of Kafka's classes that set-up made (scripts/setup/class-archive.mjs). With it a broker starts in
 * half the time.
 */
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/**
 * JVM options to map Kafka's classes from the archive beside the jars. No options if the archive is missing or
 * incomplete. If the archive does not fit the JVM or the jars, the JVM ignores it silently.
 */
export function archivedClasses(jarsPath: string): readonly string[] {
  const folderPath = join(jarsPath, '..', 'class-archive')
  const archivePath = join(folderPath, 'brokers.jsa')
  // Java would map an archive that was cut off, and crash when it reads past the end.
  if (sizeOf(archivePath) !== stampedSize(join(folderPath, '.headroom-stamp.json'))) return []
  return [`-XX:SharedArchiveFile=${archivePath}`, '-Xshare:auto', '-Xlog:cds*=off']
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}

/** The size that set-up noted. NaN, which equals no size, if there is no readable stamp. */
function stampedSize(path: string): number {
  try {
    const stamp: unknown = JSON.parse(readFileSync(path, 'utf8'))
    return Number(typeof stamp === 'object' && stamp !== null ? Reflect.get(stamp, 'bytes') : Number.NaN)
  } catch {
    return Number.NaN
  }
}
