/** Hides what the person's role may not do: the server would refuse it. */
import { createContext, type ReactNode, useContext } from 'react'

const Operations = createContext<readonly string[]>([])
export const WithOperations = Operations.Provider

/** Without the prefix `client.`. */
type Doing =
  | 'acknowledge'
  | 'arrange'
  | 'close-logbook'
  | 'collect'
  | 'command'
  | 'keep-logbook'
  | 'manage-people'
  | 'read-messages'
  | 'see-all'
  | 'share'

export const useMay = (doing: Doing): boolean => useContext(Operations).includes(`client.${doing}`)

export function May({ to, children }: { to: Doing; children: ReactNode }) {
  return useMay(to) && children
}
