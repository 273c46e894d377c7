/**
 * The app as it is packaged, installed and used where there is neither a compiler nor the checkout: the archive is unpacked into
 * a root folder that has the libraries of the packages that the .deb depends on, and nothing else.
 */
import { type ChildProcess, execFileSync, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import { chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { textOf } from '../e2e/open-window.ts'
import { startRun } from '../e2e/validation-run.ts'
import { descendantsOf } from '../integration/process-tree.ts'
import { headroomJson } from '../integration/validate-support.ts'
import { addJava, makeBareRoot, startInRoot } from './bare-root.ts'
import { showFigures } from './figures.ts'

const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
const builder = parse(readFileSync('electron-builder.yml', 'utf8'))
const name = `headroom-${version}-linux-x64`
const archivePath = resolve('dist', 'for-tests', `${name}.tar.gz`)
const programPath = `/opt/${name}/headroom`
/** Chromium's sandbox does not start as root, nor in a root folder of its own. */
const asRoot = '--no-sandbox'

/** How an enabled fuse is written in the executable: the digit 1. */
const enabled = '1'.charCodeAt(0)

const canRun =
  process.platform === 'linux' && process.arch === 'x64' && process.getuid?.() === 0 && existsSync('/usr/bin/dpkg')

/** Words of the program, whose workspace is in the root. */
const words = (...options: readonly string[]) => [programPath, asRoot, '--workspace', '/root/workspace', ...options]

/** Memory that the program and its processes have for themselves, shared pages by parts. */
function memoryMb(pid: number): number {
  const bytes = descendantsOf(pid).map((each) => {
    try {
      return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${each.pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0) * 1024
    } catch {
      return 0
    }
  })
  return Math.round(bytes.reduce((sum, each) => sum + each, 0) / 1e6)
}

/** The address at which the program can be driven. @throws Error with its output if it ends before */
function drivenAt(child: ChildProcess): Promise<string> {
  let said = ''
  return new Promise((onAddress, reject) => {
    child.stderr?.on('data', (text: Buffer) => {
      said += text.toString()
      const address = /^DevTools listening on (ws:\S+)/m.exec(said)?.[1]
      if (address !== undefined) onAddress(address)
    })
    child.once('exit', (code, signal) => reject(new Error(`it ended with ${code ?? signal}:\n${said}`)))
  })
}

describe.runIf(canRun)('the packaged app', () => {
  let root = ''
  beforeAll(() => {
    const made = spawnSync(process.execPath, ['scripts/package.mjs', '--dir', '--tar', '--for-tests'], {
      encoding: 'utf8',
    })
    expect(made.status, made.stdout + made.stderr).toBe(0)
    root = mkdtempSync(join(tmpdir(), 'headroom-root-'))
    makeBareRoot(root, builder.deb.depends)
    execFileSync('tar', ['-xzf', archivePath, '-C', join(root, 'opt')])
  }, 600_000)
  afterAll(() => rmSync(root, { recursive: true, force: true }))

  /** Opens the window of a fresh workspace. */
  async function open(variables: Readonly<Record<string, string>> = {}): Promise<{ page: Page; pid: number }> {
    rmSync(join(root, 'root', 'workspace'), { recursive: true, force: true })
    const startedAtMs = Date.now()
    const environment = { DISPLAY: process.env.DISPLAY ?? '', HOME: '/root', PATH: '/usr/bin', ...variables }
    const child = startInRoot(root, words('--remote-debugging-port=0'), environment)
    onTestFinished(async () => {
      const exited = once(child, 'exit')
      if (child.exitCode === null && child.kill('SIGKILL')) await exited
    })
    const browser = await chromium.connectOverCDP(await drivenAt(child))
    const [context] = browser.contexts()
    const page = context?.pages()[0] ?? (await context?.waitForEvent('page'))
    if (page === undefined || child.pid === undefined) throw new Error('it opened no window')
    await page.locator('.headline, .shell h1').first().waitFor()
    showFigures('the packaged app', {
      'start to first view, ms': Date.now() - startedAtMs,
      'memory, MB': memoryMb(child.pid),
    })
    return { page, pid: child.pid }
  }

  test('has all that it needs inside, and finds nothing else', () => {
    const inside = (path: string) => join(root, 'opt', name, 'resources', path)
    showFigures('the packaged app', {
      'archive, MB': Math.round(statSync(archivePath).size / 1e6),
      'unpacked, MB': Number(
        execFileSync('du', ['-s', '-B1000000', join(root, 'opt', name)], { encoding: 'utf8' }).split('\t')[0],
      ),
    })
    expect(readdirSync(join(root, 'usr/bin'))).toEqual(['env'])
    for (const shipped of ['THIRD-PARTY-NOTICES.txt', 'sbom.cdx.json']) {
      expect(readFileSync(inside(shipped)).equals(readFileSync(shipped)), shipped).toBe(true)
    }
    const [node, engine] = ['runner/node_modules/node/bin/node', 'runner/node_modules/headroom-engine']
    expect([existsSync(inside(node)), existsSync(inside(engine))]).toEqual([true, true])
  })

  test('has the fuses that are configured', async () => {
    const wire = await getCurrentFuseWire(join(root, 'opt', name, 'headroom'))
    const names: Readonly<Record<string, FuseV1Options>> = {
      runAsNode: FuseV1Options.RunAsNode,
      enableNodeOptionsEnvironmentVariable: FuseV1Options.EnableNodeOptionsEnvironmentVariable,
      enableNodeCliInspectArguments: FuseV1Options.EnableNodeCliInspectArguments,
      enableEmbeddedAsarIntegrityValidation: FuseV1Options.EnableEmbeddedAsarIntegrityValidation,
      onlyLoadAppFromAsar: FuseV1Options.OnlyLoadAppFromAsar,
      enableCookieEncryption: FuseV1Options.EnableCookieEncryption,
      loadBrowserProcessSpecificV8Snapshot: FuseV1Options.LoadBrowserProcessSpecificV8Snapshot,
      grantFileProtocolExtraPrivileges: FuseV1Options.GrantFileProtocolExtraPrivileges,
    }
    const found = Object.fromEntries(Object.entries(names).map(([each, fuse]) => [each, wire[fuse] === enabled]))
    expect(found).toEqual(builder.electronFuses)
  })

  test('predicts, and without Java runs a load on simulated brokers with the load engine, and says that Java is missing', async () => {
    const { page } = await open()
    expect(await textOf(page.locator('main'))).toMatch(/Achievable ingress, wire60 MB\/s/)
    await startRun(page, { duration: '12 s', quotaWindow: '4 s', scale: '0.05' })
    await page.locator('.sentence[data-verdict]').waitFor({ timeout: 180_000 })
    expect(await textOf(page.locator('main'))).toMatch(/simulated/i)
    const run = await keptRun()
    expect(run.target.kind).toBe('embedded:simulated')
    expect(run.result.accounting).toMatchObject({ isClosed: true })
    expect(run.environment.loops).toMatchObject({ producers: { kind: 'native' }, consumers: { kind: 'native' } })
    await page.getByRole('radio', { name: 'Embedded Apache Kafka' }).check()
    await page
      .getByText(/Java was not found|Install a Java runtime/)
      .first()
      .waitFor()
  })

  test('runs a load on the embedded Kafka where there is Java', async () => {
    const java =
      process.env.JAVA_HOME ??
      dirname(dirname(realpathSync(execFileSync('which', ['java'], { encoding: 'utf8' }).trim())))
    const { page } = await open({ JAVA_HOME: addJava(root, java) })
    await startRun(page)
    await page.locator('.sentence[data-verdict]').waitFor({ timeout: 240_000 })
    const run = await keptRun()
    expect([run.target.kind, run.status]).toEqual(['embedded:kafka', 'complete'])
    expect(run.result.accounting).toMatchObject({ isClosed: true })
  })

  test('prints a report as a PDF', async () => {
    writeFileSync(join(root, 'tmp', 'report.html'), '<title>Report</title><p>60.8 MB/s')
    const printing = ['--print', '/tmp/report.html', '--pdf', '/tmp/report.pdf', '--user-data-dir=/tmp/profile']
    const environment = { DISPLAY: process.env.DISPLAY ?? '', HOME: '/root', PATH: '/usr/bin' }
    const child = startInRoot(root, [programPath, asRoot, ...printing], environment)
    expect(await once(child, 'exit')).toEqual([0, null])
    expect(
      readFileSync(join(root, 'tmp', 'report.pdf'))
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-')
  })

  /** The run that the app kept, as the command line of the checkout reads it. */
  async function keptRun() {
    const copy = mkdtempSync(join(tmpdir(), 'headroom-kept-'))
    onTestFinished(() => rmSync(copy, { recursive: true, force: true }))
    cpSync(join(root, 'root', 'workspace'), copy, { recursive: true })
    return (await headroomJson(copy, ['runs', 'show', 'last'])).value
  }
})
