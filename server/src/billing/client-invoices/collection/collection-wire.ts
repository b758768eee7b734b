import Type, { type Static } from 'typebox'
import { EnumOf, exact, Nullable, Time, TimeOrNull } from '#kernel/api/fields.ts'
import { UuidId } from '#kernel/api/route.ts'
import {
  type CollectionView,
  collectionStates,
  type InvoiceCollection,
  type NumberedCharge,
} from './collection-views.ts'
import { type CollectionSettings, chargeStatuses, daysBeforeMax } from './mandate.ts'

const settings = {
  is_on: Type.Boolean({
    example: true,
    description: 'Whether invoices are charged to clients’ saved cards.',
  }),
  days_before: Type.Integer({
    ...{ minimum: 0, maximum: daysBeforeMax, example: 0 },
    description: 'How many days before its due date an invoice is charged; 0: on the due date.',
  }),
}
export const CollectionSettingsBody = exact(settings)
export const CollectionSettingsShape = Type.Object(settings, { title: 'CollectionSettings' })
export const toSettings = (body: Static<typeof CollectionSettingsBody>): CollectionSettings => ({
  isOn: body.is_on,
  daysBefore: body.days_before,
})
export const settingsToWire = ({ isOn, daysBefore }: CollectionSettings) => ({ is_on: isOn, days_before: daysBefore })

const ChargeShape = Type.Object(
  {
    ...{ id: Type.String(), invoice_id: Type.String(), number: Type.String({ example: '2027-00001' }) },
    ...{ amount: Type.Integer({ example: 1250 }), currency: Type.String({ example: 'eur' }) },
    ...{ brand: Type.String({ example: 'visa' }), last4: Type.String({ example: '4242' }) },
    status: EnumOf(
      chargeStatuses,
      '`open`: the card processor is being asked; `cancelled`: no longer needed, and nothing was charged.',
    ),
    failure: Nullable(Type.String({ example: 'The card was declined.', description: 'Why it failed.' })),
    needs_holder: Type.Boolean({
      example: false,
      description: 'The client’s bank asks the client to confirm the payment. The client does so on the payment page.',
    }),
    ...{ created: Time, ended: TimeOrNull },
  },
  { title: 'CardCharge' },
)
const chargeToWire = (charge: NumberedCharge) => ({
  ...{ id: charge.id, invoice_id: charge.invoiceId, number: charge.number },
  ...{ amount: charge.amount, currency: charge.currency, brand: charge.brand, last4: charge.last4 },
  ...{ status: charge.status, failure: charge.failure, needs_holder: charge.needsHolder },
  ...{ created: charge.createdAt, ended: charge.endedAt },
})

const consent = 'Save this card and pay future invoices automatically.'

const collection = {
  is_offered: Type.Boolean({ description: 'Whether the dealer charges cards automatically, including this client’s.' }),
  is_stopped: Type.Boolean({ example: false, description: 'The dealer’s staff has turned it off for this client.' }),
  card: Nullable(
    Type.Object({
      ...{ brand: Type.String({ example: 'visa' }), last4: Type.String({ example: '4242' }) },
      ...{ month: Type.Integer({ example: 12 }), year: Type.Integer({ example: 2030 }), kept: Time },
    }),
  ),
  agreed: TimeOrNull,
  agreed_text: Nullable(
    Type.String({ ...{ example: consent }, description: 'What the client has agreed to, word for word.' }),
  ),
  next: Nullable(
    Type.Object({
      ...{ invoice_id: Type.String(), number: Type.String({ example: '2027-00001' }), at: Time },
      ...{ amount: Type.Integer({ example: 1250 }), currency: Type.String({ example: 'eur' }) },
    }),
  ),
  charges: Type.Array(ChargeShape, { description: 'Newest first, at most 50.' }),
}
export const ClientCollectionShape = Type.Object(collection, { title: 'ClientCollection' })
export const ConsentTexts = Type.Object(
  { en: Type.String({ example: consent }), de: Type.String({ example: 'Diese Karte speichern.' }) },
  { description: 'The text to agree to, by language.' },
)
export const OwnCollectionShape = Type.Object({ ...collection, texts: ConsentTexts }, { title: 'OwnCollection' })

export const collectionToWire = ({ mandate, card, next, charges, isOffered }: CollectionView) => ({
  ...{ is_offered: isOffered, is_stopped: mandate.isStopped },
  card: card ? { brand: card.brand, last4: card.last4, month: card.month, year: card.year, kept: card.keptAt } : null,
  ...{ agreed: mandate.agreedAt, agreed_text: mandate.agreedText },
  next: next
    ? {
        ...{ invoice_id: next.invoice.id, number: next.invoice.number ?? '', at: next.at },
        ...{ amount: next.amount, currency: next.invoice.currency },
      }
    : null,
  charges: charges.map(chargeToWire),
})
export const ownToWire = (view: CollectionView) => ({ ...collectionToWire(view), texts: view.texts })

export const InvoiceCollectionShape = Type.Object(
  {
    state: EnumOf(
      collectionStates,
      '`none`: it is not charged to a card; `given_up`: all attempts have failed; `charging`: the processor is being asked.',
    ),
    next_at: TimeOrNull,
    charges: Type.Array(ChargeShape, { description: 'Newest first.' }),
  },
  { title: 'InvoiceCollection' },
)
export const invoiceToWire = ({ state, nextAt, charges }: InvoiceCollection) => ({
  ...{ state, next_at: nextAt, charges: charges.map(chargeToWire) },
})

export const StopBody = exact({
  is_stopped: Type.Boolean({ example: true, description: 'True: nothing is charged to this client’s card.' }),
})
export const ConsentBody = exact({
  text: Type.String({
    maxLength: 2000,
    example: consent,
    description: 'One of `texts`: what the client has read and agrees to.',
  }),
})
export const PayerLinkBody = exact({
  invoice_id: Nullable({ ...UuidId, description: 'Null: all open invoices.' }),
})
export const CheckoutConsent = exact(
  {
    ticket: Type.String({
      maxLength: 500,
      example: 'nGQnOB5pjLhOrQzXBzqvZ0uTnFhGzqkH8J3dYv1TtLs',
      description: 'From the address of the payment page that the client’s application opened.',
    }),
    text: Type.String({ maxLength: 2000, example: consent, description: 'One of `consent_texts`.' }),
  },
  {
    description:
      'Saves the card and charges later invoices to it. Only for people who came from the client’s application.',
  },
)
