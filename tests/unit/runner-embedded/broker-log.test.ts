import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { explainBrokerLog, readLogTail, saysStarted } from '../../../src/runner/embedded/broker-log.ts'

const folder = mkdtempSync(join(tmpdir(), 'headroom-broker-log-'))
afterAll(() => rmSync(folder, { recursive: true }))

const time = '2026-11-21 06:24:30.604'

describe('a broker log', () => {
  it('with Kafka’s start line says that the broker is up', () => {
    const line = `${time} [main] INFO kafka.server.KafkaRaftServer - [KafkaRaftServer nodeId=1] Kafka Server started`
    expect(saysStarted(`something\n${line}\n`)).toBe(true)
    expect(saysStarted(`${time} [main] INFO kafka.server.BrokerServer - [BrokerServer id=1] starting\n`)).toBe(false)
  })

  it('of a broker whose port is taken is explained by the line that says so', () => {
    const log = [
      `${time} [main] INFO kafka.server.ControllerServer - [ControllerServer id=1] Starting controller`,
      `${time} [main] ERROR kafka.server.KafkaRaftServer - Exiting`,
      'org.apache.kafka.common.KafkaException: Socket server failed to bind to 127.0.0.1:40001: Address already in use.',
      '	at kafka.network.Acceptor.openServerSocket(SocketServer.scala:490)',
      `${time} [kafka-shutdown-hook] INFO kafka.server.KafkaRaftServer - shut down`,
    ].join('\n')
    expect(explainBrokerLog(log)).toEqual({
      kind: 'port-taken',
      line: 'org.apache.kafka.common.KafkaException: Socket server failed to bind to 127.0.0.1:40001: Address already in use.',
    })
  })

  it('of a broker whose disk is full is explained by the system’s own message', () => {
    const log = [
      `${time} [data-plane-kafka-request-handler-0] ERROR o.a.k.LogDirFailureChannel - Error while appending records`,
      'java.io.IOException: No space left on device',
      `${time} [main] ERROR kafka.log.LogManager - Shutdown broker because all log dirs in /data have failed`,
    ].join('\n')
    expect(explainBrokerLog(log)).toEqual({ kind: 'disk-full', line: 'java.io.IOException: No space left on device' })
  })

  it.each([
    'Terminating due to java.lang.OutOfMemoryError: Java heap space',
    'Error occurred during initialization of VM: Could not reserve enough space for object heap',
    'OpenJDK 64-Bit Server VM warning: There is insufficient memory for the Java Runtime Environment to continue.',
  ])('of a broker without enough memory is explained: %s', (line) => {
    expect(explainBrokerLog(`first\n${line}\nlast`)).toEqual({ kind: 'out-of-memory', line })
  })

  it('of another failure is explained by its last error, without time, thread and logger', () => {
    const log = [
      `${time} [main] ERROR kafka.A - the first`,
      `${time} [main] ERROR kafka.server.KafkaRaftServer - Exiting Kafka due to fatal exception`,
      '	at kafka.Kafka$.main(Kafka.scala:87)',
      `${time} [main] INFO kafka.B - bye`,
    ].join('\n')
    expect(explainBrokerLog(log)).toEqual({ kind: 'other', line: 'Exiting Kafka due to fatal exception' })
  })

  it('without an error line is explained by its exception, not by a stack frame', () => {
    const log = [
      'Exception in thread "main" java.lang.NoClassDefFoundError: scala/App',
      '	at a.B(C.java:1)',
      '	... 3 more',
    ].join('\n')
    expect(explainBrokerLog(log).line).toBe('Exception in thread "main" java.lang.NoClassDefFoundError: scala/App')
  })

  it('that is empty explains nothing', () => {
    expect(explainBrokerLog('')).toEqual({ kind: 'other', line: null })
  })

  it('is shortened to the length of a message', () => {
    expect(explainBrokerLog(`java.lang.Error: ${'x'.repeat(2_000)}`).line?.length).toBe(300)
  })
})

describe('the end of a log file', () => {
  it('is the whole of a short file', () => {
    const path = join(folder, 'short.log')
    writeFileSync(path, 'one\ntwo\n')
    expect(readLogTail(path)).toBe('one\ntwo\n')
  })

  it('is the last part of a long file', () => {
    const path = join(folder, 'long.log')
    writeFileSync(path, `first\n${'x'.repeat(1_000_000)}\nlast\n`)
    const tail = readLogTail(path)
    expect(tail.endsWith('\nlast\n')).toBe(true)
    expect(tail).not.toContain('first')
  })

  it('is empty if there is no file', () => {
    expect(readLogTail(join(folder, 'missing.log'))).toBe('')
  })
})
