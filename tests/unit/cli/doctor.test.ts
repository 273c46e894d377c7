import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { homedir, hostname } from 'node:os'
import { dirname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { strFromU8, unzipSync } from 'fflate'
import Libsql from 'libsql'
import { describe, expect, it } from 'vitest'
import { doctorReport, findingIds } from '../../../src/contracts/doctor.ts'
import { logPath, writeLog } from '../../../src/workbench/log-file.ts'
import { openStore, storeFileName } from '../../../src/workbench/store/store.ts'
import { knownRecord } from '../presentation/known-run.ts'
import { headroomInFolders } from './run-headroom.ts'

const { folder, headroom } = headroomInFolders()
const workspace = () => join(folder.path, 'workspace')
/** Programs are started side by side, on machines that have other things to do. */
const patience = { timeout: 40_000 }

async function findings() {
  const { json } = await headroom('doctor', '--json')
  return new Map(doctorReport.parse(json()).findings.map((finding) => [finding.id, finding]))
}

describe('headroom doctor', () => {
  it('has a finding for each thing, a remedy for each that is not ok, and an exit code', patience, async () => {
    const { exitCode, json, out } = await headroom('doctor', '--json')
    const report = doctorReport.parse(json())
    expect(report.findings.map(({ id }) => id)).toEqual([...findingIds])
    for (const { state, remedy } of report.findings) expect(remedy === null).toBe(state === 'ok')
    const needed = ['node', 'runner', 'librdkafka', 'ports', 'disk', 'workspace']
    const isFine = report.findings.every(({ id, state }) => state === 'ok' || !needed.includes(id))
    expect([exitCode, report.canRun]).toEqual(isFine ? [0, true] : [7, false])
    for (const name of [hostname(), folder.path, homedir()]) expect(out).not.toContain(`${name}/`)
    expect(out).not.toContain(folder.path)
  })

  it('prints a line for each finding, and below it what to do', patience, async () => {
    const { out } = await headroom('doctor')
    expect(out).toMatch(/\n\nHeadroom \S+ on \w+ \w+\n\n/)
    expect(out).toMatch(/\n {2}ok {7}Node +\d+\.\d+/)
    expect(out).toMatch(/\n {2}ok {7}Workspace +there is none yet/)
  })

  it(
    'tells a good workspace from one of a newer version, a damaged one, and one that is locked',
    patience,
    async () => {
      openStore(workspace()).close()
      expect((await findings()).get('workspace')).toMatchObject({
        state: 'ok',
        detail: expect.stringMatching(/^version/),
      })
      const path = join(workspace(), storeFileName)
      const writer = new Libsql(path)
      writer.exec('BEGIN IMMEDIATE')
      expect((await findings()).get('workspace')?.detail).toContain('another process is writing')
      writer.exec('ROLLBACK')
      writer.exec('PRAGMA user_version = 9999')
      writer.close()
      expect((await findings()).get('workspace')?.detail).toContain('version 9999; this Headroom has')
      for (const beside of ['-wal', '-shm']) await rm(path + beside, { force: true })
      await writeFile(path, 'no database')
      expect((await findings()).get('workspace')?.detail).toContain('damaged')
    },
  )

  it('says so if the folder of the workspace cannot be written', patience, async () => {
    await writeFile(workspace(), 'a file')
    const { out } = await headroom('doctor')
    // Long findings are wrapped in their column.
    const words = out.replace(/\s+/g, ' ')
    expect(words).toContain(' wrong Workspace its folder cannot be written: a part of its path is not a folder ')
    expect(words).toMatch(/^Predictions work. Runs do not, until this is mended: .*\bWorkspace\. /)
  })

  it('begins with what works', patience, async () => {
    const { out, exitCode } = await headroom('doctor')
    const works = exitCode === 0 ? /^(All works|Predictions and runs work)/ : /^Predictions work. Runs do not/
    expect(out).toMatch(works)
  })
})

describe('headroom doctor --bundle', () => {
  it('has findings, verdicts and the end of the log, without secrets, hosts and names', patience, async () => {
    const store = openStore(workspace())
    store.insertRun({ ...knownRecord, id: 'one' })
    store.close()
    await mkdir(join(workspace(), 'logs'), { recursive: true })
    writeLog(workspace(), `broker-7.example.com:9092 refused: password=hunter2 in ${workspace()}/x`)
    const path = join(folder.path, 'support.zip')
    const { err } = await headroom('doctor', '--bundle', path)
    expect(err).toContain('Look at it before you send it')
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    const parts = Object.entries(unzipSync(await readFile(path)))
    const texts = Object.fromEntries(parts.map(([name, bytes]) => [name, strFromU8(bytes)]))
    expect(Object.keys(texts).sort()).toEqual(['doctor.json', 'headroom.log', 'headroom.log.1', 'runs.json'])
    expect(texts['headroom.log']).toContain('host-1 refused: password=[removed] in WORKSPACE/x')
    expect(JSON.parse(texts['runs.json'] ?? '')).toMatchObject([{ id: 'one' }])
    const all = Object.values(texts).join('\n')
    for (const secret of ['hunter2', 'example.com', knownRecord.scenario.name, folder.path]) {
      expect(all).not.toContain(secret)
    }
  })

  it('makes no workspace, and leaves one of an older version as it is', patience, async () => {
    const path = join(folder.path, 'support.zip')
    await headroom('doctor', '--bundle', path)
    expect(existsSync(workspace())).toBe(false)
    await mkdir(workspace())
    const old = gunzipSync(await readFile('tests/fixtures/workspaces/version-5/headroom.db.gz'))
    await writeFile(join(workspace(), storeFileName), old)
    const { out } = await headroom('doctor', '--bundle', path)
    expect(out.replace(/\s+/g, ' ')).toMatch(
      / ok Workspace version 5; this Headroom has \d+, to which it is changed when it is opened /,
    )
    expect(await readdir(workspace())).toEqual([storeFileName])
    expect((await readFile(join(workspace(), storeFileName))).equals(old)).toBe(true)
    expect(JSON.parse(strFromU8(unzipSync(await readFile(path))['runs.json'] ?? new Uint8Array()))).toBe(null)
  })

  it('has no end of a line whose beginning, and with it the name of a secret, was cut off', patience, async () => {
    openStore(workspace()).close()
    const line = `password=${'hunter2-'.repeat(20_000)}`
    await mkdir(dirname(logPath(workspace())), { recursive: true })
    // As it may have been written by hand, or by an older Headroom.
    await writeFile(logPath(workspace()), `${line}\nthe last line\n`)
    await writeFile(`${logPath(workspace())}.1`, line)
    const path = join(folder.path, 'support.zip')
    await headroom('doctor', '--bundle', path)
    const parts = unzipSync(await readFile(path))
    const textOf = (name: string) => strFromU8(parts[name] ?? new Uint8Array())
    expect([textOf('headroom.log'), textOf('headroom.log.1')]).toEqual(['the last line\n', ''])
  })

  it.each([
    ['the log', async (secret: string) => symlink(secret, logPath(workspace()))],
    ['the older log', async (secret: string) => symlink(secret, `${logPath(workspace())}.1`)],
    [
      'the folder of the logs',
      async (secret: string) => {
        await rm(dirname(logPath(workspace())), { recursive: true })
        await symlink(dirname(secret), dirname(logPath(workspace())))
      },
    ],
  ])('has nothing of a file to which %s of a workspace from somebody else leads', patience, async (_, lead) => {
    const secret = join(folder.path, 'private', 'headroom.log')
    for (const path of [dirname(secret), dirname(logPath(workspace()))]) await mkdir(path, { recursive: true })
    await writeFile(secret, 'a page of a diary')
    await lead(secret)
    const path = join(folder.path, 'support.zip')
    await headroom('doctor', '--bundle', path)
    const texts = Object.values(unzipSync(await readFile(path))).map((bytes) => strFromU8(bytes))
    expect(texts).toContain('Left out, because it is a link.\n')
    expect(texts.join()).not.toContain('diary')
  })
})
