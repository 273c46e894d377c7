/**
 * Encrypts secrets for the workspace. The app's main process does this with the computer's keychain. The command line
 * has no access to it.
 */
import type { WorkbenchMessage } from '../../contracts/parent-port.ts'
import { createParentRequests } from '../parent-requests.ts'

/**
 * Encrypts and decrypts texts. Both methods return null if there is no usable keychain; `unseal` also if the text was
 * sealed on another computer or by another user.
 */
export interface SecretBox {
  seal(text: string): Promise<string | null>
  unseal(sealed: string): Promise<string | null>
}

/** A box without a keychain, which cannot seal anything. */
export const noSecretBox: SecretBox = {
  seal: async () => null,
  unseal: async () => null,
}

/** A box whose responses arrive through `onSecret`. */
export interface PortSecretBox extends SecretBox {
  onSecret(id: number, text: string | null): void
}

/** Creates a box that sends requests to the main process over the parent port. */
export function createPortSecretBox(send: (message: WorkbenchMessage) => void): PortSecretBox {
  const requests = createParentRequests<string | null>()
  return {
    seal: (text) => requests.request((id) => send({ type: 'seal', id, text })),
    unseal: (text) => requests.request((id) => send({ type: 'unseal', id, text })),
    onSecret: requests.onResponse,
  }
}
