import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { patience } from '../patience.ts'

const modulePath = fileURLToPath(new URL('../../../scripts/setup/run-to-end.mjs', import.meta.url))

/** A process that follows `script` to its end by that function; it prints what it was told as its last line. */
function follow(script: string, by: 'runToEnd' | 'runOrStop' = 'runToEnd') {
  const outer = `const { ${by} } = await import(${JSON.stringify(modulePath)})
    console.log('ended', await ${by}(process.execPath, ['-e', ${JSON.stringify(script)}]))`
  const child = spawn(process.execPath, ['--input-type=module', '-e', outer], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const lines: string[] = []
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(line))
  return { child, lines }
}

describe('runToEnd()', () => {
  it('tells how the child ended', async () => {
    const { lines } = follow('process.exitCode = 3')
    await vi.waitFor(() => expect(lines).toEqual(['ended 3']), patience)
  })

  it.runIf(process.platform !== 'win32')(
    'hands on the signal that it gets itself, and outlives the child',
    async () => {
      const { child, lines } = follow('console.log("at work"); setInterval(() => {}, 1000)')
      await vi.waitFor(() => expect(lines).toEqual(['at work']), patience)
      child.kill('SIGTERM')
      await vi.waitFor(() => expect(lines).toEqual(['at work', 'ended 143']), patience)
    },
  )
})

describe.runIf(process.platform !== 'win32')('runOrStop()', () => {
  it('goes on after the child', async () => {
    const { lines } = follow('', 'runOrStop')
    await vi.waitFor(() => expect(lines).toEqual(['ended 0']), patience)
  })

  it('ends with the child where it was told to stop, and begins nothing else', async () => {
    const { child, lines } = follow('console.log("at work"); setInterval(() => {}, 1000)', 'runOrStop')
    const exited = new Promise((resolve) => child.once('exit', resolve))
    await vi.waitFor(() => expect(lines).toEqual(['at work']), patience)
    child.kill('SIGTERM')
    expect(await exited).toBe(143)
    expect(lines).toEqual(['at work'])
  })
})
