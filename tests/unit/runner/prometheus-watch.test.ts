import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { PrometheusWatch, watchPrometheus } from '../../../src/runner/host/prometheus-watch.ts'
import { smallPlan } from '../../integration/runner-controller.ts'

let server: Server | null = null
afterEach(() => {
  vi.restoreAllMocks()
  server?.closeAllConnections()
  server?.close()
})

/** Starts an HTTP endpoint on loopback. */
async function serve(status: number, text: string): Promise<string> {
  const made = createServer((_request, response) =>
    response.writeHead(status, { 'content-type': 'text/plain' }).end(text),
  )
  server = made
  await new Promise<void>((resolve) => made.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(made.address() as AddressInfo).port}/metrics`
}

describe('the check of an endpoint', () => {
  it('passes if the endpoint has metrics of a broker', async () => {
    const check = await new PrometheusWatch(await serve(200, 'process_cpu_seconds_total 1\n')).check()
    expect([check.state, check.detail]).toEqual(['passed', '1 metrics, with figures of brokers among them.'])
  })

  it.each([
    ['an error', 500, 'oh', 'could not be read: it responded with status 500.'],
    ['a page', 200, '<html>\n<p>hello</p>', 'could not be read: its response is not in Prometheus’ text format.'],
    ['nothing', 200, '', 'could not be read: its response is not in Prometheus’ text format.'],
    ['metrics of something else', 200, 'go_goroutines 7\n', 'none that says what a broker costs'],
  ])('warns of %s, with a remedy, and does not fail', async (_what, status, text, expected) => {
    const check = await new PrometheusWatch(await serve(status, text)).check()
    expect(check.state).toBe('warned')
    expect(check.detail).toContain(expected)
    expect(check.remedy).not.toBeNull()
  })

  it('reads no more than the bound of a response that expands, and follows no redirect with its token', async () => {
    // Only the byte limit is tested: a busy machine takes longer than the time limit to expand this many bytes.
    vi.spyOn(AbortSignal, 'timeout').mockReturnValue(new AbortController().signal)
    const zeros = gzipSync(Buffer.alloc(40_000_000, '#'))
    const made = createServer(({ url }, response) => {
      if (url === '/away') response.writeHead(302, { location: '/metrics' }).end()
      else if (url === '/bomb') response.writeHead(200, { 'content-encoding': 'gzip' }).end(zeros)
      else response.writeHead(200).end('process_cpu_seconds_total 1\n')
    })
    server = made
    await new Promise<void>((resolve) => made.listen(0, '127.0.0.1', resolve))
    const address = `http://127.0.0.1:${(made.address() as AddressInfo).port}`
    expect((await new PrometheusWatch(`${address}/bomb`).check()).detail).toContain('longer than 32 MB')
    const redirected = await new PrometheusWatch(`${address}/away`, 'Bearer hunter2').check()
    expect(redirected.state).toBe('warned')
    expect((await new PrometheusWatch(`${address}/metrics`).check()).state).toBe('passed')
  })

  it('logs in by password or token if the plan has one, and otherwise says what is missing', async () => {
    const wanted = { basic: `Basic ${Buffer.from('reader:pass:word').toString('base64')}`, bearer: 'Bearer pass:word' }
    const made = createServer(({ url, headers }, response) => {
      const isKnown = headers.authorization === (url === '/basic' ? wanted.basic : wanted.bearer)
      response.writeHead(isKnown ? 200 : 401).end('process_cpu_seconds_total 1\n')
    })
    server = made
    await new Promise<void>((resolve) => made.listen(0, '127.0.0.1', resolve))
    const address = `http://127.0.0.1:${(made.address() as AddressInfo).port}`
    const check = async (path: string, login: { username?: string } | null) => {
      const prometheusLogin = login === null ? {} : { prometheusLogin: { ...login, secret: 'metrics' } }
      const plan = { ...smallPlan({ runId: 'login' }), prometheusUrl: `${address}/${path}`, ...prometheusLogin }
      return watchPrometheus({ plan, secrets: { metrics: 'pass:word' } })?.check()
    }
    expect((await check('basic', { username: 'reader' }))?.state).toBe('passed')
    expect((await check('bearer', {}))?.state).toBe('passed')
    for (const refused of [await check('basic', null), await check('basic', { username: 'other' })]) {
      expect(refused?.state).toBe('warned')
      expect(refused?.detail).toContain('responded with status 401 and requires a log-in')
      expect(refused?.remedy).toContain('a bearer token')
      expect(JSON.stringify(refused)).not.toContain('pass:word')
    }
  })

  it('warns if nothing listens there', async () => {
    const url = await serve(200, '')
    await new Promise((resolve) => server?.close(resolve))
    const check = await new PrometheusWatch(url).check()
    expect(check.state).toBe('warned')
    expect(check.detail).toMatch(/could not be read: .*ECONNREFUSED.* The run goes on without it\./)
  })
})
