/** The server writes its refusals in English. */
export const refusals = { said: (sentence: string): string | undefined => sentence }
