/** The contents of an email, as stored: they may include a one-time link, so a stolen database must not reveal them. */
import type { Vault } from '../vault.ts'

export interface Body {
  readonly text: string
  readonly html: string | null
}

const label = (key: string) => `mails.body:${key}`

export const sealBody = (vault: Vault, key: string, { text, html }: Body): Buffer =>
  vault.seal(JSON.stringify({ text, html }), label(key))

interface Kept {
  readonly key: string | null
  readonly text: string | null
  readonly html: string | null
  readonly bodySealed: Buffer | null
}

export const openBody = (vault: Vault, { key, text, html, bodySealed }: Kept): Body =>
  bodySealed === null ? { text: text ?? '', html } : (JSON.parse(vault.open(bodySealed, label(key ?? ''))) as Body)
