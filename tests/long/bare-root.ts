/**
 * A root folder for programs that has the libraries of some Debian packages, and of what they depend on, and nothing else: no
 * shell, no compiler, no Node, no Java. Needs a Debian-like system with these packages, and root.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import {
  copyFileSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** What a package has that a program loads; its programs are left out. */
const loaded = /\.so(?:\.|$)|^\/etc\/fonts\/|\/fontconfig\/|\/fonts\/|\/glib-2\.0\/schemas\/|^\/usr\/share\/X11\/xkb\//

/** The packages, and those that they depend on. */
function closureOf(names: readonly string[]): string[] {
  const others = ['recommends', 'suggests', 'conflicts', 'breaks', 'replaces', 'enhances'].map((kind) => `--no-${kind}`)
  const text = execFileSync('apt-cache', ['depends', '--recurse', '--installed', ...others, ...names], {
    encoding: 'utf8',
  })
  return [...new Set(text.split('\n').filter((line) => /^[a-z]/.test(line)))]
}

/** `/lib` and `/lib64` are links into `/usr` on every system of today. */
function merged(path: string): string {
  return path.replace(/^\/(lib|lib64)\//, '/usr/$1/')
}

function copyInto(root: string, path: string): void {
  const status = lstatSync(path, { throwIfNoEntry: false })
  if (status === undefined || status.isDirectory()) return
  const target = join(root, merged(path))
  mkdirSync(dirname(target), { recursive: true })
  if (status.isSymbolicLink()) symlinkSync(readlinkSync(path), target)
  else copyFileSync(path, target)
}

/** Makes the root folder. @param packages that a system must have for the program */
export function makeBareRoot(root: string, packages: readonly string[]): void {
  for (const name of ['opt', 'proc', 'dev', 'tmp', 'etc', 'root', 'usr/bin', 'usr/lib', 'usr/lib64']) {
    mkdirSync(join(root, name), { recursive: true })
  }
  for (const name of ['bin', 'lib', 'lib64']) symlinkSync(`usr/${name}`, join(root, name))
  // One call for each package: one that is not installed has no list.
  const paths = closureOf(packages).flatMap((name) => {
    try {
      return execFileSync('dpkg', ['-L', name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).split('\n')
    } catch {
      return []
    }
  })
  for (const path of new Set(paths.filter((each) => loaded.test(each)).map(merged))) copyInto(root, path)
  copyFileSync('/lib64/ld-linux-x86-64.so.2', join(root, 'usr/lib64/ld-linux-x86-64.so.2'))
  copyFileSync('/usr/bin/env', join(root, 'usr/bin/env'))
  writeFileSync(join(root, 'etc/passwd'), 'root:x:0:0:root:/root:/bin/sh\n')
  for (const name of ['hosts', 'nsswitch.conf']) copyFileSync(join('/etc', name), join(root, 'etc', name))
}

/** Puts a Java home into the root. @returns its path there */
export function addJava(root: string, home: string): string {
  const target = join(root, 'opt', basename(home))
  // Debian's has its settings in /etc, behind links, and a link to sources that need not be installed.
  cpSync(home, target, { recursive: true, dereference: true, filter: (path) => existsSync(path) })
  return join('/opt', basename(home))
}

/**
 * Starts a program in the root, with mounts and process numbers of its own, so that all ends with it.
 * @param variables its whole environment
 */
export function startInRoot(
  root: string,
  words: readonly string[],
  variables: Readonly<Record<string, string>>,
): ChildProcess {
  const mounts = `mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev" && mount -t tmpfs tmpfs "$0/dev/shm"`
  const script = `${mounts} && exec chroot "$0" /usr/bin/env -i "$@"`
  const environment = Object.entries(variables).map(([name, value]) => `${name}=${value}`)
  const unshare = ['--mount', '--pid', '--fork', '--kill-child', 'sh', '-c', script, root, ...environment, ...words]
  return spawn('unshare', unshare, { stdio: ['ignore', 'pipe', 'pipe'] })
}
