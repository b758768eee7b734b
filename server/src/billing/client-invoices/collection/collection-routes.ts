/** Automatic collection: what dealers set and see, and what clients do. */
import Type from 'typebox'
import type { Operation } from '#identity/access/access.ts'
import type { ClientCall } from '#identity/sessions/call.ts'
import { bare, byNumber, byUuid, plainRoute, route } from '#kernel/api/route.ts'
import { linkForPayer } from '../checkouts/payment-links.ts'
import { PaymentUrlShape } from '../wire.ts'
import { readClientCollection, readInvoiceCollection, readOwnCollection, readSettings } from './collection-views.ts'
import {
  ClientCollectionShape,
  CollectionSettingsBody,
  CollectionSettingsShape,
  ConsentBody,
  collectionToWire,
  InvoiceCollectionShape,
  invoiceToWire,
  OwnCollectionShape,
  ownToWire,
  PayerLinkBody,
  StopBody,
  settingsToWire,
  toSettings,
} from './collection-wire.ts'
import { agreeAgain, removeCard, setSettings, stopCollection, withdrawConsent } from './mandates.ts'

const tag = 'Client invoices'
const settings = { provider: bare(CollectionSettingsShape), partner: bare(CollectionSettingsShape) }
const ofClient = { provider: bare(ClientCollectionShape), partner: bare(ClientCollectionShape) }

/** Under `/console/collection`. */
export const consoleSettingsRoutes = [
  route({
    method: 'GET',
    path: '',
    tag,
    summary: 'Read the settings of automatic card payments',
    replies: settings,
    handle: async (call) => settingsToWire(await readSettings(call)),
  }),
  route({
    method: 'PUT',
    path: '',
    right: 'bills',
    tag,
    summary: 'Change the settings of automatic card payments',
    body: CollectionSettingsBody,
    replies: settings,
    handle: async (call, { body }) => settingsToWire(await setSettings(call, toSettings(body))),
  }),
]

/** Under `/console/client-invoices`. */
export const consoleInvoiceRoutes = [
  route({
    method: 'GET',
    path: '/:id/collection',
    tag,
    summary: 'Read past and planned card charges for an invoice',
    params: byUuid('invoice'),
    replies: { provider: bare(InvoiceCollectionShape), partner: bare(InvoiceCollectionShape) },
    handle: async (call, { params }) => invoiceToWire(await readInvoiceCollection(call, params.id)),
  }),
]

/** Under `/console/accounts`. */
export const consoleAccountRoutes = [
  route({
    method: 'GET',
    path: '/:id/collection',
    tag,
    summary: 'Read a client’s saved card, consent and charges',
    params: byNumber('account'),
    replies: ofClient,
    handle: async (call, { params }) => collectionToWire(await readClientCollection(call, params.id)),
  }),
  route({
    method: 'PUT',
    path: '/:id/collection',
    right: 'bills',
    tag,
    summary: 'Turn automatic payment off for a client, or on again',
    params: byNumber('account'),
    body: StopBody,
    replies: ofClient,
    handle: async (call, { params, body }) => {
      await stopCollection(call, params.id, body.is_stopped)
      return collectionToWire(await readClientCollection(call, params.id))
    },
  }),
]

const clientRoute = plainRoute<ClientCall, Operation>()
const account = 'Account'
const collect = 'client.collect'

export const clientRoutes = [
  clientRoute({
    method: 'GET',
    path: '/collection',
    operation: 'client.view-bills',
    tag: account,
    summary: 'Read your saved card, consent and charges',
    reply: bare(OwnCollectionShape),
    handle: async (call) => ownToWire(await readOwnCollection(call)),
  }),
  clientRoute({
    method: 'POST',
    path: '/collection/payment-link',
    operation: collect,
    tag: account,
    summary: 'Get a payment link that offers to save the card',
    description: 'For an hour, the payment page offers to save the card and to charge later invoices to it.',
    body: PayerLinkBody,
    reply: bare(PaymentUrlShape),
    handle: async (call, { body }) => ({ url: await linkForPayer(call, body.invoice_id) }),
  }),
  clientRoute({
    method: 'PUT',
    path: '/collection/consent',
    operation: collect,
    tag: account,
    summary: 'Agree to automatic payment with the saved card',
    body: ConsentBody,
    reply: bare(OwnCollectionShape),
    handle: async (call, { body }) => {
      await agreeAgain(call, body.text)
      return ownToWire(await readOwnCollection(call))
    },
  }),
  clientRoute({
    method: 'DELETE',
    path: '/collection/consent',
    operation: collect,
    tag: account,
    summary: 'Stop automatic payment',
    description: 'The card stays saved. A charge that the card processor has already been asked for is completed.',
    reply: bare(OwnCollectionShape),
    handle: async (call) => {
      await withdrawConsent(call)
      return ownToWire(await readOwnCollection(call))
    },
  }),
  clientRoute({
    method: 'DELETE',
    path: '/collection/card',
    operation: collect,
    tag: account,
    summary: 'Remove the saved card and withdraw the consent',
    reply: bare(Type.Null(), 204),
    handle: async (call) => {
      await removeCard(call)
    },
  }),
]
