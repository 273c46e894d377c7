/**
 * Reads why an agent refused the connection.
 */
import type { IncomingMessage } from 'node:http'
import { agentRefusal } from '../../contracts/agent.ts'
import { AppError } from '../../contracts/app-error.ts'
import { cannotConnect } from './agent-errors.ts'

const longestBodyBytes = 10_000

/**
 * The error in the response of an agent, with the agent's name. Any other response is not from an agent. Never rejects.
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
      if (text.length > longestBodyBytes) response.destroy()
    })
    response.once('end', finish).once('close', finish).once('error', finish)
  })
}
