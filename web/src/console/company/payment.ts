/** Billing details in a form. Pure. */
import type { BodyOf } from '../../api/call.ts'
import type { PaymentInfo } from '../../api/generated.ts'

const addressFields = ['line1', 'line2', 'city', 'postal_code', 'state', 'country'] as const
const ownFields = ['name', 'email', 'vat', 'reg_number'] as const

export interface PaymentValues extends Record<(typeof addressFields)[number] | (typeof ownFields)[number], string> {
  agreement: boolean
  auto_send_invoice: boolean
  auto_charge: boolean
}

export const valuesOf = (info: PaymentInfo): PaymentValues => ({
  name: info.name ?? '',
  email: info.email ?? '',
  vat: info.vat ?? '',
  reg_number: info.reg_number ?? '',
  line1: info.address.line1 ?? '',
  line2: info.address.line2 ?? '',
  city: info.address.city ?? '',
  postal_code: info.address.postal_code ?? '',
  state: info.address.state ?? '',
  country: info.address.country ?? '',
  agreement: info.agreement,
  auto_send_invoice: info.auto_send_invoice ?? false,
  auto_charge: info.auto_charge ?? false,
})

/** Only what changed; an emptied field is removed. Undefined if nothing changed. */
export function changeOf(before: PaymentValues, after: PaymentValues): BodyOf<'patchPaymentInformation'> | undefined {
  const changed = <Name extends keyof PaymentValues>(names: readonly Name[]) =>
    Object.fromEntries(
      names
        .filter((name) => String(after[name]).trim() !== before[name])
        .map((name) => [name, String(after[name]).trim() || null]),
    )
  const address = changed(addressFields)
  const change = {
    ...changed(ownFields),
    ...(Object.keys(address).length > 0 && { address }),
    ...(after.agreement && !before.agreement && { agreement: true as const }),
    ...(after.auto_send_invoice !== before.auto_send_invoice && { auto_send_invoice: after.auto_send_invoice }),
    ...(after.auto_charge !== before.auto_charge && { auto_charge: after.auto_charge }),
  }
  return Object.keys(change).length > 0 ? change : undefined
}

/** The fields that the operator has verified, and would have to verify again. */
export const takesVerificationBack = (change: BodyOf<'patchPaymentInformation'>): boolean =>
  [...ownFields, 'address'].some((name) => name in change)

export const stateOf = ({ verified, name }: Pick<PaymentInfo, 'verified' | 'name'>) =>
  verified ? 'verified' : name ? 'waiting' : 'empty'
