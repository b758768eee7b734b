/** What all layers of a map share. */

export type Scheme = 'light' | 'dark'

/** The reader's own: it knows every script, and costs no request. */
export const font = ['sans-serif']
