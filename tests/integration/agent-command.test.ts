import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { patience } from '../unit/patience.ts'
import { type Stranger, stranger, upgradeRequest, words } from '../unit/runner-agent/strangers.ts'
import { descendantsOf, isGone } from './process-tree.ts'
import { type Call, callHeadroom, itInWorkspace } from './validate-support.ts'

/** Starts `headroom agent`, waits until it listens, and returns its port. */
async function startCommand(workspace: string): Promise<{ readonly call: Call; readonly port: number }> {
  const call = callHeadroom(workspace, ['agent', '--listen', '127.0.0.1:0', '--state-dir', workspace])
  let out = ''
  const port = await new Promise<number>((resolve, reject) => {
    call.child.stdout?.on('data', (text: string) => {
      out += text
      const found = /--agent 127\.0\.0\.1:(\d+)#/.exec(out)?.[1]
      if (found !== undefined) resolve(Number(found))
    })
    void call.exited.then(({ err }) => reject(new Error(`it ended before it listened: ${err}`)))
  })
  return { call, port }
}

/** Connects a controller with the right token, so that the agent starts a host. The controller sends nothing. */
function controller(workspace: string, port: number): Stranger {
  const token = readFileSync(join(workspace, 'agent', 'token'), 'utf8').trim()
  return stranger(port, upgradeRequest([`Authorization: Bearer ${token}`]))
}

// Processes are found in /proc.
describe.runIf(process.platform === 'linux')('the agent of `headroom agent`', () => {
  itInWorkspace('ends with its host if the command is killed', async ({ workspace }) => {
    const { call, port } = await startCommand(workspace)
    expect(await controller(workspace, port).answered).toContain('101 Switching Protocols')
    const descendants = () => descendantsOf(call.child.pid ?? 0)
    const scripts = () => descendants().map(({ command }) => /(agent|host)\.mjs/.exec(command)?.[0])
    await expect.poll(scripts, patience).toEqual(['agent.mjs', 'host.mjs'])
    const processes = descendants()
    call.child.kill('SIGKILL')
    await call.exited
    await expect.poll(() => processes.filter(({ pid }) => !isGone(pid)), patience).toEqual([])
  })

  itInWorkspace('goes on if nobody reads its log any more', async ({ workspace }) => {
    const { call, port } = await startCommand(workspace)
    call.child.stderr?.destroy()
    // The refusal is written to the log.
    expect(await stranger(port, words.wrongToken).answered).toContain('401 Unauthorized')
    const peer = controller(workspace, port)
    expect(await peer.answered).toContain('101 Switching Protocols')
    call.child.kill('SIGTERM')
    expect((await call.exited).exitCode).toBe(0)
  })
})
