/** Whose page this is: under a dealer's own domain the server writes the dealer's name, logo and links into it. */
import mark from '../mark.svg'

export interface Site {
  readonly name: string
  readonly colour: string | null
  /** An address of a picture. */
  readonly logo: string | null
  readonly imprint: string | null
  readonly privacy: string | null
  readonly terms: string | null
  readonly help: string | null
}

function readSite(): Site | null {
  const written = globalThis.document?.querySelector<HTMLMetaElement>('meta[name="site"]')?.content
  return written ? (JSON.parse(written) as Site) : null
}

/** Null: the installation's own address. */
export const site = readSite()

/** The name of the application in titles and above pages before sign-in. */
export const product = site?.name ?? 'Waymark'

/** The logo next to it. */
export const sign = site ? (site.logo ?? '/site/icon.svg') : mark
