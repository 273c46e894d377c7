/**
 * Runs the workbench as a utility process of Electron. It is bundled as out/main/workbench.js, and the main process
 * controls it over `process.parentPort`.
 *
 * Its arguments are `--workspace DIR` and `--resources DIR`. contracts/parent-port.ts defines the messages.
 */
import { parseArgs } from 'node:util'
import { errorExitCodes } from '../contracts/app-error.ts'
import type { ParentMessage, WorkbenchMessage } from '../contracts/parent-port.ts'
import { withFirstAnswers } from './first-answers.ts'
import { type MayWrite, type Port, type Served, serveIpc } from './ipc-server.ts'
import { createParentRequests } from './parent-requests.ts'
import { createPortPrinter } from './printing/port-printer.ts'
import { resolveSecrets } from './secrets/resolve-secrets.ts'
import { createPortSecretBox } from './secrets/secret-box.ts'
import { createWorkbench } from './workbench.ts'
import { currentCircumstances, workspacePath } from './workspace/workspace-path.ts'

/** The part of Electron's MessagePortMain that is used here, so that this file need not import electron. */
interface ElectronPort {
  postMessage(message: unknown): void
  on(event: 'message', listener: (event: { readonly data: unknown }) => void): void
  on(event: 'close', listener: () => void): void
  start(): void
}

/** The part of Electron's `process.parentPort` that is used here. */
interface ParentPort {
  on(
    event: 'message',
    listener: (event: { readonly data: ParentMessage; readonly ports: readonly ElectronPort[] }) => void,
  ): void
  postMessage(message: WorkbenchMessage): void
}

const parentPort = (process as unknown as { readonly parentPort?: ParentPort }).parentPort
if (parentPort === undefined) throw new Error('This file runs as a utility process of Electron only.')
start(parentPort)

function start(parent: ParentPort): void {
  const { values } = parseArgs({
    options: { workspace: { type: 'string' }, resources: { type: 'string' } },
    strict: false,
  })
  if (typeof values.resources !== 'string') throw new Error('--resources DIR is missing.')
  const workspace = typeof values.workspace === 'string' ? values.workspace : undefined
  const printer = createPortPrinter((message) => parent.postMessage(message))
  const secretBox = createPortSecretBox((message) => parent.postMessage(message))
  const grants = createParentRequests<boolean>()
  const mayWrite: MayWrite = (kind, path) =>
    grants.request((id) => parent.postMessage({ type: 'is-granted', id, kind, path }))
  const workbench = createWorkbench({
    workspacePath: workspacePath(currentCircumstances(workspace)),
    resourcesRoot: values.resources,
    resolveSecrets: (names) => resolveSecrets(names, { environment: process.env }),
    printPdf: printer.printPdf,
    secretBox,
  })
  workbench.onActivity((isRunLive) => parent.postMessage({ type: 'activity', isRunLive }))
  // The process ends after an unexpected error. The main process starts a new one, which keeps an active run as
  // partial.
  const giveUp = (error: unknown) => {
    workbench.logError('The workbench ends after an unexpected error.', error)
    process.exit(errorExitCodes.INTERNAL)
  }
  process.on('uncaughtException', giveUp)
  process.on('unhandledRejection', giveUp)
  const served: Served = { ...workbench, handlers: withFirstAnswers(workbench.handlers) }
  const pagesClosed: Promise<void>[] = []
  parent.on('message', ({ data, ports }) => {
    if (data.type === 'connect') {
      pagesClosed.push(...ports.map((port) => serveIpc(served, adaptPort(port), mayWrite)))
    } else if (data.type === 'printed') {
      printer.onPrinted(data.id, data.problem)
    } else if (data.type === 'secret') {
      secretBox.onSecret(data.id, data.text)
    } else if (data.type === 'granted') {
      grants.onResponse(data.id, data.isGranted)
    } else {
      // This message may arrive before the draft that a page sent while it closed: each has a port of its own.
      void Promise.all(pagesClosed)
        .then(() => workbench.close())
        .then(() => {
          parent.postMessage({ type: 'closed' })
          process.exit(0)
        })
    }
  })
}

function adaptPort(port: ElectronPort): Port {
  return {
    postMessage: (message) => port.postMessage(message),
    onMessage(listener) {
      port.on('message', (event) => listener(event.data))
      port.start()
    },
    onClose: (listener) => port.on('close', listener),
  }
}
