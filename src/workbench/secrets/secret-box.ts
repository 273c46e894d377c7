/**
 * A box that seals secrets for the workspace: the app's main process has one, a terminal has none.
 */
import type { WorkbenchMessage } from '../../contracts/parent-port.ts'

/** Null: there is no keychain here that can be used, or what was sealed cannot be read here. */
export interface SecretBox {
  seal(text: string): Promise<string | null>
  unseal(sealed: string): Promise<string | null>
}

/** Where there is no keychain: nothing is kept. */
export const noSecretBox: SecretBox = {
  seal: async () => null,
  unseal: async () => null,
}

/** A box whose answers come in by `onSecret`. */
export interface PortSecretBox extends SecretBox {
  onSecret(id: number, text: string | null): void
}

/** Asks main over the parent port. */
export function createPortSecretBox(send: (message: WorkbenchMessage) => void): PortSecretBox {
  const waiting = new Map<number, (text: string | null) => void>()
  let lastId = 0
  const ask = (type: 'seal' | 'unseal', text: string) => {
    lastId += 1
    const id = lastId
    return new Promise<string | null>((resolve) => {
      waiting.set(id, resolve)
      send({ type, id, text })
    })
  }
  return {
    seal: (text) => ask('seal', text),
    unseal: (sealed) => ask('unseal', sealed),
    onSecret(id, text) {
      waiting.get(id)?.(text)
      waiting.delete(id)
    },
  }
}
