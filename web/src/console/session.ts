/** Who is signed in to a console, and what they may do. */
import { createContext, useContext } from 'react'
import type { ConsoleMe } from '../api/generated.ts'
import type { Dialect } from '../shared/dialects.ts'

export interface Me extends ConsoleMe {
  readonly dealer: (NonNullable<ConsoleMe['dealer']> & { readonly dialect: Dialect }) | null
}

/** The rights of a role, with the names of the server's own table. */
export type Right = ConsoleMe['rights'][number]

/** Which of the person's devices this browser is. The code is loaded only if it is one. */
export const deviceKey = 'waymark.console-device'
export const hasDevice = (): boolean => localStorage.getItem(deviceKey) !== null

interface Signed {
  readonly me: Me
  /** After the person has changed their own login. */
  reload(): Promise<void>
  leave(): Promise<void>
}

export const SignedContext = createContext<Signed | undefined>(undefined)

export function useSigned(): Signed {
  const signed = useContext(SignedContext)
  if (!signed) throw new Error('This page is shown to somebody who is not signed in.')
  return signed
}

export const useMe = (): Me => useSigned().me

/** Whether the person may do something. Pages hide what they may not do, and the server refuses it anyway. */
export function useMay(): (right: Right) => boolean {
  const { rights } = useMe()
  return (right) => rights.includes(right)
}

/** The dealer of this console. Pages of the operator have none and do not ask for it. */
export function useDealer(): NonNullable<Me['dealer']> {
  const { dealer } = useMe()
  if (!dealer) throw new Error('This page belongs to a dealer.')
  return dealer
}
