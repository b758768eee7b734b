import { words } from '../../shared/texts/console.ts'

/** As the server has it: of a client's title and of a username. */
export const isName = (name: string): boolean => name.trim().length >= 4 && name.trim().length <= 50

export const nameFault = (name: string): string | undefined => (isName(name) ? undefined : words.clients.create.length)
