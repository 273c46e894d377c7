import { describe, expect, it } from 'vitest'
import { cleanEnvironment, runCommand } from '../../../scripts/setup/run-command.mjs'

const node = process.execPath

describe('runCommand()', () => {
  it('hands over lines and the exit code, and keeps stdout apart', async () => {
    const lines: string[] = []
    const script = 'console.log("out"); console.error("err"); process.exitCode = 3'
    const { exitCode, output } = await runCommand(node, ['-e', script], { onLine: (line) => lines.push(line) })
    expect({ exitCode, output, lines: lines.sort() }).toEqual({ exitCode: 3, output: 'out\n', lines: ['err', 'out'] })
  })

  it('ends a command that hangs, with its children, and says so', async () => {
    const script =
      'require("child_process").spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "inherit" })'
    // Neither of the two would ever end by itself, and the call waits for both: they hold its pipes.
    await expect(runCommand(node, ['-e', script], { silenceMs: 300 })).rejects.toThrow(/said nothing for/)
  })

  it('asks a command to end after the line that says that its work is done', async () => {
    const script = 'process.on("SIGTERM", () => process.exit(7)); setInterval(() => {}, 1000); console.log("started")'
    expect((await runCommand(node, ['-e', script], { endAfter: /^started$/ })).exitCode).toBe(7)
  })

  it('names a tool that is not there', async () => {
    await expect(runCommand('headroom-no-such-tool', [])).rejects.toMatchObject({
      message: 'headroom-no-such-tool was not found on this machine',
      remedy: 'install headroom-no-such-tool and try again',
    })
  })

  it('gives the signals back', async () => {
    const before = process.listenerCount('SIGINT')
    await runCommand(node, ['-e', ''])
    expect(process.listenerCount('SIGINT')).toBe(before)
  })
})

describe('cleanEnvironment()', () => {
  it("drops what an outer npm run and a user's npmrc would impose on a build, and keeps the rest", () => {
    const imposed = { npm_config_nodedir: '/usr', MAKEFLAGS: '-j8', npm_package_name: 'x', NODE_OPTIONS: '--inspect' }
    const kept = { PATH: '/bin', npm_config_cache: '/cache', ELECTRON_MIRROR: 'mirror', npm_execpath: 'npm-cli.js' }
    expect(cleanEnvironment({ ...imposed, ...kept })).toEqual(kept)
  })
})
