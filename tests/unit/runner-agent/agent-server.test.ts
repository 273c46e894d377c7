import { request } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { AppError } from '../../../src/contracts/app-error.ts'
import { patience } from '../patience.ts'
import { testAgent } from './agent-support.ts'
import { stranger, upgradeRequest } from './strangers.ts'

async function refusal(work: Promise<unknown>): Promise<AppError> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  if (error === null) throw new Error('it was let in')
  return AppError.from(error)
}

/** Sends a plain HTTP request. @returns the response, or how the connection ended */
type Link = Awaited<ReturnType<typeof testAgent>>['link']

/** Waits until the agent greets a controller. */
async function expectLetIn(link: Link): Promise<void> {
  const outcome = () =>
    link().greeted.then(
      () => 'let in',
      () => 'refused',
    )
  await expect.poll(outcome, patience).toBe('let in')
}

function plainHttp(port: number): Promise<string> {
  return new Promise((resolve) => {
    const asked = request({ host: '127.0.0.1', port, path: '/runner', timeout: 5_000 }, (response) => {
      response.resume()
      resolve(`answered ${response.statusCode}`)
    })
    asked.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    asked.end()
  })
}

describe('an agent', () => {
  test('accepts a controller with the right token and fingerprint, and forwards its messages', async () => {
    const { link } = await testAgent()
    const controller = link()
    expect((await controller.greeted).environment.platform).toBe('simulated')
    const { offsetMs, boundMs } = await controller.clockOffset()
    expect(Math.abs(offsetMs)).toBeLessThanOrEqual(boundMs + 2)
  })

  test('reports its clock offset within the bound of the round trip', async () => {
    const { link } = await testAgent({ skewMs: 200 })
    const controller = link()
    await controller.greeted
    const { offsetMs, boundMs } = await controller.clockOffset()
    // The host of this test reports whole milliseconds.
    expect(Math.abs(offsetMs - 200)).toBeLessThanOrEqual(boundMs + 2)
  })

  test('accepts a controller whose name has letters that no header can have', async () => {
    const { link, log } = await testAgent()
    await link({ controllerName: 'Łukasz@lab' }).greeted
    expect(log).toEqual(['?ukasz@lab (from 127.0.0.1) connected.'])
  })

  test.each([
    ['several lines', 'a token of more than\none line'],
    ['other letters', 'ein-schlüssel-für-alle'],
    ['nothing', ''],
  ])('is not sent a token of %s, which no header can have', async (_what, token) => {
    const { link, log } = await testAgent()
    const error = await refusal(link({ token }).greeted)
    expect([error.code, error.message]).toEqual([
      'AUTHENTICATION_FAILED',
      expect.stringMatching(/^The token for agent .* is no token: expected one line/),
    ])
    expect(error.message + error.remedy).not.toContain(token === '' ? 'undefined' : token)
    expect(log).toEqual([])
  })

  test('refuses a wrong token, and after five wrong ones every further one of that address', async () => {
    const { link, log } = await testAgent()
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const error = await refusal(link({ token: `wrong-token-number-${attempt}` }).greeted)
      expect([error.code, error.message]).toEqual([
        'AUTHENTICATION_FAILED',
        expect.stringContaining('refused the token'),
      ])
    }
    const error = await refusal(link({ token: 'wrong-token-number-6' }).greeted)
    expect([error.code, error.message]).toEqual([
      'AUTHENTICATION_FAILED',
      expect.stringContaining('refuses this address'),
    ])
    expect(log.join('\n')).not.toContain('wrong-token')
    await expect(link().greeted).resolves.toBeDefined()
  })

  test('receives nothing from a controller that expects another fingerprint', async () => {
    const { link, listen, log } = await testAgent()
    const error = await refusal(link({ address: `${listen}#${'0'.repeat(64)}` }).greeted)
    expect([error.code, error.message]).toEqual(['AGENT_UNTRUSTED', expect.stringContaining('Nothing was sent')])
    expect(log).toEqual([])
  })

  test('is not trusted without a fingerprint, because no authority vouches for it', async () => {
    const { link, listen } = await testAgent()
    const error = await refusal(link({ address: listen }).greeted)
    expect([error.code, error.remedy]).toEqual(['AGENT_UNTRUSTED', expect.stringContaining('#FINGERPRINT')])
  })

  test('serves one controller at a time and names it to the second', async () => {
    const { link } = await testAgent()
    const first = link({ controllerName: 'ann@left' })
    await first.greeted
    const error = await refusal(link({ controllerName: 'bob@right' }).greeted)
    expect([error.code, error.message]).toEqual(['AGENT_BUSY', expect.stringContaining('ann@left (from 127.0.0.1)')])
    await first.close()
    await expectLetIn(link)
  })

  test('lets the next controller wait while the host of the earlier one cleans up', async () => {
    const { link, log } = await testAgent({ cleanUpMs: 700 })
    const first = link({ controllerName: 'first' })
    await first.greeted
    await first.close()
    const next = link({ controllerName: 'next' })
    await expect(next.greeted).resolves.toMatchObject({ type: 'hello' })
    expect(log.map((line) => line.replace(/ \(from .*\)/, ''))).toEqual([
      'first connected.',
      'first disconnected.',
      'next connected.',
    ])
  })

  test('survives a host that exits, and reports the exit to the controller', async () => {
    const { link } = await testAgent()
    const first = link()
    await first.greeted
    const { host } = first.take(() => undefined)
    host.send({ type: 'stop', mode: 'abort' })
    expect((await host.exited).error?.message).toContain('the runner host exited with code 7')
    await expectLetIn(link)
  })

  test('does not respond to plain HTTP, and survives meaningless bytes', async () => {
    const { agent, link } = await testAgent()
    expect(await plainHttp(agent.port)).not.toContain('answered')
    const noise = connect(agent.port, '127.0.0.1')
    noise.on('error', () => undefined)
    noise.write(Buffer.alloc(100_000, 0xa5))
    await sleep(100)
    noise.destroy()
    await expect(link().greeted).resolves.toMatchObject({ type: 'hello' })
  })

  test('ends its host and itself without waiting for a controller that does not answer', async () => {
    // Timers of this process do not fire, so anything that waits for a time limit would wait for ever.
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    onTestFinished(() => {
      vi.useRealTimers()
    })
    const { agent, token, log } = await testAgent()
    const silent = stranger(agent.port, upgradeRequest([`Authorization: Bearer ${token}`]))
    expect(await silent.answered).toContain('101 Switching Protocols')
    await agent.close()
    expect(log.map((line) => line.replace(/ \(from .*\)/, ''))).toEqual([
      'A controller connected.',
      'The agent is shutting down.',
      'A controller disconnected.',
    ])
  })

  test('reports to its controller that it is ending', async () => {
    const { agent, link } = await testAgent()
    const controller = link()
    await controller.greeted
    const { host } = controller.take(() => undefined)
    await agent.close()
    expect((await host.exited).error?.message).toContain('the agent ends')
  })
})

test('a controller that finds no agent says so at once', async () => {
  const { agent, link } = await testAgent()
  await agent.close()
  const error = await refusal(link().greeted)
  expect([error.code, error.message]).toEqual(['AGENT_UNREACHABLE', expect.stringContaining('ECONNREFUSED')])
})
