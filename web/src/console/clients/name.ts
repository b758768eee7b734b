import { words } from '../../shared/texts/console.ts'

/** The server's limits for a client's title and for a username. */
export const isName = (name: string): boolean => name.trim().length >= 4 && name.trim().length <= 50

export const nameFault = (name: string): string | undefined => (isName(name) ? undefined : words.clients.create.length)
