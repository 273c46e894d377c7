/**
 * Reads from an HTTP response why an agent refused the connection.
 */
import type { IncomingMessage } from 'node:http'
import { agentRefusal } from '../../contracts/agent.ts'
import { AppError } from '../../contracts/app-error.ts'
import { cannotConnect } from './agent-errors.ts'

/** Maximum length of the response's body. What follows is not read. */
const maxBodyLength = 10_000

/**
 * Returns the error in an agent's response, with the agent's name. Returns AGENT_UNREACHABLE for a response in another
 * form, because it is not from an agent. Never rejects.
 */
export async function readRefusal(response: IncomingMessage, name: string): Promise<AppError> {
  const text = await readBody(response)
  try {
    const { error } = agentRefusal.parse(JSON.parse(text))
    const { code, message, remedy, problems } = error
    return new AppError(code, `${name}: ${message}`, { remedy, problems })
  } catch {
    return cannotConnect(
      name,
      `it responded with ${response.statusCode ?? 'nothing'}, so it is not an agent of this version`,
    )
  }
}

function readBody(response: IncomingMessage): Promise<string> {
  return new Promise((resolve) => {
    let text = ''
    const finish = () => resolve(text)
    response.setEncoding('utf8').on('data', (piece: string) => {
      text += piece
      if (text.length > maxBodyLength) response.destroy()
    })
    response.once('end', finish).once('close', finish).once('error', finish)
  })
}
