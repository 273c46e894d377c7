/**
 * Puts secrets into every field of the window that takes one, and into places where one may stand by mistake. Afterwards no
 * view may show one, not even after the page has crashed, and none may be in the workspace, in temporary files, in the
 * command lines of processes or in what the app wrote to its terminal. No process of the app may leave a core file, which
 * would have its memory. What the user typed into a field may stay there until it is used or refused.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ElectronApplication, Page } from 'playwright-core'
import { expect, it, onTestFinished } from 'vitest'
import { filesWithCanary, hasCanary, secretOf, watchProcesses } from '../integration/canary-search.ts'
import { descendantsOf } from '../integration/process-tree.ts'
import { temporaryFolder } from '../unit/temporary-folder.ts'
import { allViews, goTo, hangMs, openHeadroom, repositoryRoot } from './open-window.ts'

const folder = temporaryFolder()
const userUrl = (place: string) => `http://me:${secretOf(place)}@127.0.0.1:9/metrics`
const jaas = (place: string) =>
  `org.apache.kafka.common.security.plain.PlainLoginModule required username="me" password="${secretOf(place)}";`
const properties = (place: string, mechanism: string) =>
  `bootstrap.servers=127.0.0.1:9\nsecurity.protocol=SASL_PLAINTEXT\nsasl.mechanism=${mechanism}\nsasl.jaas.config=${jaas(place)}`

/** Drops a file as a desktop does, with its path. */
async function drop(page: Page, path: string): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const data = { items: [], files: [path], dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', { type, x: 600, y: 400, data })
  }
  await session.detach()
}

/** A script whose value is the page as text, with what is in its fields and in its storage. */
const shown = `document.documentElement.outerHTML + JSON.stringify([
  ...[...document.querySelectorAll('input, textarea')].map(({ value }) => value),
  ...Object.entries(localStorage), ...Object.entries(sessionStorage), document.title])`

/** Opens every view, one after the other. @returns those that show a secret */
async function viewsWithSecrets(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const view of allViews) {
    await goTo(page, view)
    if (hasCanary(await page.evaluate<string>(shown))) found.push(view)
  }
  return found
}

/** Drops files that somebody may have sent, or that were chosen by mistake, with a secret in each. */
async function dropFiles(page: Page): Promise<void> {
  const secrets = join(folder.path, 'secrets')
  mkdirSync(secrets)
  const example = JSON.parse(readFileSync(join(repositoryRoot, 'examples/first.headroom.json'), 'utf8'))
  const files = {
    'scenario.headroom.json': JSON.stringify({ ...example, password: secretOf('field') }),
    'cut.headroom.json': `{"kind":"headroom.scenario","password":"${secretOf('cut')}`,
    'run.json': JSON.stringify({ kind: 'headroom.run', schemaVersion: 1, token: secretOf('run') }),
    'producer.txt': `sasl.password=${secretOf('output')}\n`,
  }
  const notice = page.locator('.notice.is-problem')
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(secrets, name), text)
    await drop(page, join(secrets, name))
    await notice.first().waitFor()
    expect(hasCanary(await page.evaluate<string>(shown)), name).toBe(false)
    await notice.first().getByRole('button', { name: 'Close' }).click()
    await notice.first().waitFor({ state: 'detached' })
  }
}

async function addAgent(page: Page): Promise<void> {
  await goTo(page, 'Agents')
  await page.getByLabel('Address and fingerprint').fill(`127.0.0.1:9#${'0'.repeat(64)}`)
  await page.getByLabel('Token').fill(secretOf('agent'))
  await page.getByRole('button', { name: 'Add the agent' }).click()
  await page.getByText('cannot be used', { exact: true }).waitFor()
}

/** Types an address with a password, and rows with one. Both are refused, and the user takes them out again. */
async function observe(page: Page): Promise<void> {
  await goTo(page, 'Observe')
  await page.getByText('Prometheus or Jolokia').click()
  const field = page.getByLabel('Prometheus server')
  await field.fill(userUrl('observe'))
  await page.locator('.field-problem').waitFor()
  await field.fill('')
  await page.getByText('Paste rows of a spreadsheet').click()
  const rows = page.getByLabel('A header row, then one row per topic')
  await rows.fill(`sasl.password=${secretOf('rows')}`)
  await page.getByRole('button', { name: 'Observe', exact: true }).last().click()
  await page.getByRole('alert').waitFor()
  await rows.fill('')
}

/** Uses a configuration that is refused, then one that is accepted, and starts a run with it, which finds no cluster. */
async function validate(app: ElectronApplication, page: Page): Promise<void> {
  await goTo(page, 'Validation')
  await page.getByRole('radio', { name: 'A cluster of yours' }).check()
  await page.getByText('Paste a client configuration').click()
  const field = page.getByLabel('Java config or librdkafka properties')
  await field.fill(properties('refused', 'GSSAPI'))
  await page.getByRole('button', { name: 'Use this configuration' }).click()
  await page.getByRole('alert').waitFor()
  await field.fill(properties('taken', 'PLAIN'))
  await page.getByRole('button', { name: 'Use this configuration' }).click()
  const connection = page.getByRole('region', { name: 'Connection', exact: true })
  await connection.waitFor()
  await app.evaluate(({ safeStorage }) => {
    safeStorage.isEncryptionAvailable = () => false
  })
  await page.getByText('Keep this connection').click()
  await page.getByLabel('Name of the connection').fill('Lab')
  await page.getByRole('button', { name: 'Keep it' }).click()
  await connection.locator('.run-title', { hasText: 'Lab' }).waitFor()
  const endpoint = page.getByLabel('Prometheus endpoint')
  await endpoint.fill(userUrl('validation'))
  await page.locator('.field-problem').waitFor()
  await endpoint.fill('')
  await page.getByText('What it will do').waitFor()
  await page.getByRole('button', { name: 'Start the validation' }).click()
  await page
    .getByText(/127\.0\.0\.1:9: nothing listens/)
    .first()
    .waitFor({ timeout: 180_000 })
}

/** Kills the process of the page and waits until the page is loaded again. @returns what it shows then */
function crashPage(app: ElectronApplication): Promise<string> {
  return app.evaluate(
    ({ BrowserWindow }, { script, limitMs }) =>
      new Promise<string>((resolve, reject) => {
        const contents = BrowserWindow.getAllWindows()[0]?.webContents
        const timer = setTimeout(() => reject(new Error('The page was not loaded again.')), limitMs)
        contents?.once('did-finish-load', () => {
          clearTimeout(timer)
          const loaded = `new Promise((resolve) => {
            const look = () => document.querySelector('.shell h1') === null ? setTimeout(look, 50) : resolve(${script})
            look()
          })`
          contents.executeJavaScript(loaded).then(resolve, reject)
        })
        contents?.forcefullyCrashRenderer()
      }),
    { script: shown, limitMs: hangMs },
  )
}

/** Allows core files, until the end of the test, for the processes that it starts. */
function allowCoreFiles(): void {
  if (process.platform !== 'linux') return
  const limit = (value: string) => execFileSync('prlimit', ['--pid', String(process.pid), `--core=${value}`])
  const before = /^Max core file size +(\S+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1] ?? '0'
  limit('unlimited:')
  onTestFinished(() => void limit(`${before}:`))
}

/** Processes of the app that may leave a core file, which would have the secrets in their memory. */
function processesWithCores(pid: number): string[] {
  if (process.platform !== 'linux') return []
  const all = [{ pid, command: 'the app' }, ...descendantsOf(pid)]
  return all
    .filter((each) => !/^Max core file size +0 +0 /m.test(readFileSync(`/proc/${each.pid}/limits`, 'utf8')))
    .map(({ command }) => command.slice(0, 200))
}

const coreFiles = () => readdirSync(repositoryRoot).filter((name) => /^core(\.\d+)?$/.test(name))

it('a secret is in no view, file and process of the window, nor in what it writes, also after a crash', async () => {
  const searched = join(folder.path, 'searched')
  const [workspace, temporary] = [join(searched, 'workspace'), join(searched, 'tmp')]
  for (const path of [workspace, temporary]) mkdirSync(path, { recursive: true })
  const before = process.env.TMPDIR
  onTestFinished(() => {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
  })
  process.env.TMPDIR = temporary
  allowCoreFiles()
  const coresBefore = coreFiles()
  const processes = watchProcesses()
  const { app, page, complaints } = await openHeadroom({ workspace })
  const child = app.process()
  const written: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text: Buffer) => written.push(text.toString()))
  try {
    await dropFiles(page)
    await addAgent(page)
    await observe(page)
    await validate(app, page)
    expect(await viewsWithSecrets(page)).toEqual([])
    expect(processesWithCores(child.pid ?? 0)).toEqual([])
    expect(hasCanary(await crashPage(app))).toBe(false)
    expect(filesWithCanary(searched)).toEqual([])
  } finally {
    await app.evaluate(({ app: electron }) => setImmediate(() => electron.quit())).catch(() => undefined)
    if (child.exitCode === null) await new Promise((resolve) => child.once('exit', resolve))
  }
  // Searches again, for what the app wrote when it ended: drafts, and the log of the database.
  expect(filesWithCanary(searched)).toEqual([])
  expect(written.filter(hasCanary)).toEqual([])
  expect(complaints.filter(hasCanary)).toEqual([])
  expect(processes.stop()).toEqual([])
  expect(coreFiles()).toEqual(coresBefore)
})
