/**
 * Many agents in one process, for the benchmark of their coordinator: a real socket inside TLS each, the whole protocol,
 * one sample a second with histograms of real shape, and no load. Its argument is the number of agents; it prints one line
 * of JSON with the address and the certificate's fingerprint, and ends with its stdin.
 */
import { createHash, X509Certificate } from 'node:crypto'
import { createServer } from 'node:https'
import { WebSocketServer } from 'ws'
import { loadSources } from './load-sources.mjs'
import { environment } from './simulated-environment.mjs'
import { sampleOf } from './simulated-samples.mjs'

const { makeSelfSignedCertificate, epochMs } = await loadSources(
  ['src/runner/agent/self-signed-certificate', 'src/runner/worker/clock'],
  [],
)

const { certificatePem, keyPem } = makeSelfSignedCertificate('simulated agents', Date.now())
const server = createServer({ cert: certificatePem, key: keyPem })
const sockets = new WebSocketServer({ server, perMessageDeflate: false })
sockets.on('connection', serve)
server.listen(0, '127.0.0.1', () => {
  const fingerprint = createHash('sha256').update(new X509Certificate(certificatePem).raw).digest('hex')
  console.log(JSON.stringify({ port: server.address().port, fingerprint }))
})
process.stdin.resume().on('end', () => process.exit(0))

function serve(socket) {
  let prepared
  let timer
  const send = (message) => socket.send(JSON.stringify(message))
  const answers = {
    hello: ({ protocolVersion }) => send({ type: 'hello', protocolVersion, environment }),
    clock: ({ id }) => send({ type: 'clock', id, atEpochMs: epochMs() }),
    'measure-capacity': () => send({ type: 'capacity', probe: null, cpuCores: 4, detail: 'Not probed.' }),
    prepare(message) {
      prepared = message
      send({ type: 'preflight', preflight: { checks: [], isPassed: true }, environment })
      send({ type: 'progress', step: 'starting-workers', message: 'Starting', fraction: null })
      send({ type: 'ready' })
    },
    start({ atEpochMs }) {
      timer = setTimeout(() => tell(atEpochMs, 0), atEpochMs + 1_000 - Date.now())
    },
    finish: () => end('plan-complete'),
    stop: () => end('user-abort'),
  }
  socket.on('message', (data) => {
    const message = JSON.parse(data.toString())
    answers[message.type]?.(message)
  })
  socket.on('close', () => clearTimeout(timer))
  socket.on('error', () => undefined)
  function tell(startMs, second) {
    send({ type: 'sample', sample: sampleOf(prepared, startMs, second) })
    timer = setTimeout(() => tell(startMs, second + 1), startMs + (second + 2) * 1_000 - Date.now())
  }
  function end(reason) {
    clearTimeout(timer)
    send({ type: 'ended', reason, detail: null, cleanUp: { deletedTopics: [], deletedGroups: [], leftovers: [] } })
  }
}
