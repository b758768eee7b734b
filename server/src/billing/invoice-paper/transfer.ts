/** What a banking app reads from the QR code on an invoice (EPC069-12, version 2). Pure. */
import type { BankDetails } from '#identity/company/bank.ts'

const amountMax = 99_999_999_999

export interface Transfer extends BankDetails {
  readonly name: string
  readonly currency: string
  /** In cents. */
  readonly amount: number
  /** ISO 11649, like RF18539007547034; anything else becomes free text. */
  readonly reference: string
}

/** Only for euros: SEPA has no other currency. */
export function transferCode(transfer: Transfer): string | undefined {
  const { iban, bic, accountHolder, name, currency, amount, reference } = transfer
  if (iban === null || currency !== 'eur' || amount < 1 || amount > amountMax) return undefined
  const euros = `EUR${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, '0')}`
  const isStructured = /^RF\d{2}[A-Z0-9]{1,21}$/.test(reference)
  const lines = [
    ...['BCD', '002', '1', 'SCT', bic ?? '', oneLine(accountHolder ?? name).slice(0, 70), iban, euros, ''],
    ...(isStructured ? [reference] : ['', oneLine(reference).slice(0, 140)]),
  ]
  return lines.join('\n')
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()
