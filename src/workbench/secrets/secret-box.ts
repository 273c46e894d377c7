/**
 * Seals secrets for the workspace. The app's main process can do that; a terminal cannot.
 */
import type { WorkbenchMessage } from '../../contracts/parent-port.ts'

/** Both return null if there is no usable keychain; `unseal` also if the text was sealed elsewhere. */
export interface SecretBox {
  seal(text: string): Promise<string | null>
  unseal(sealed: string): Promise<string | null>
}

/** The box without a keychain: it seals nothing. */
export const noSecretBox: SecretBox = {
  seal: async () => null,
  unseal: async () => null,
}

/** A box that receives its answers through `onSecret`. */
export interface PortSecretBox extends SecretBox {
  onSecret(id: number, text: string | null): void
}

/** A box that asks main over the parent port. */
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
