/**
 * A library that is loaded before the C library by a program and by all that it starts, whatever environment they get: by
 * /etc/ld.so.preload, in a file system that only they see. Root, Linux and util-linux only.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What programs read of /etc. */
const kept = ['ld.so.cache', 'passwd', 'group', 'hosts', 'nsswitch.conf', 'resolv.conf', 'localtime', 'ssl']

/**
 * Builds a library in a folder.
 * @param defines names and values that its source takes, as C has them
 * @returns words before a command that is to run with it
 */
export function withPreload(
  folder: string,
  source: string,
  defines: Readonly<Record<string, string>> = {},
): readonly string[] {
  const library = join(folder, 'preload.so')
  const given = Object.entries(defines).map(([name, value]) => `-D${name}=${value}`)
  execFileSync('cc', ['-shared', '-fPIC', '-O2', '-Wall', '-Werror', ...given, '-o', library, source, '-ldl'])
  const etc = join(folder, 'etc')
  mkdirSync(etc)
  for (const part of kept.filter((each) => existsSync(join('/etc', each)))) {
    cpSync(join('/etc', part), join(etc, part), { recursive: true, dereference: true })
  }
  writeFileSync(join(etc, 'ld.so.preload'), `${library}\n`)
  return ['unshare', '--mount', 'sh', '-c', `mount --bind '${etc}' /etc && exec "$@"`, 'sh']
}
