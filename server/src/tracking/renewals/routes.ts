import Type from 'typebox'
import { listOwnTerms, listTerms, readTerm, setTerms } from '#billing/usage/terms.ts'
import { termStates } from '#billing/usage/unit-term.ts'
import type { Operation } from '#identity/access/access.ts'
import type { ClientCall } from '#identity/sessions/call.ts'
import { EnumOf, exact } from '#kernel/api/fields.ts'
import { numberIds } from '#kernel/api/lists.ts'
import { bare, byNumber, plainRoute, route } from '#kernel/api/route.ts'
import { forecastTerms, mayRenewThemselves, renewOwnUnits, renewUnits } from './actions.ts'
import {
  ForecastQuery,
  ForecastShape,
  forecastToWire,
  OwnRenewalBody,
  OwnTermShape,
  RenewalBody,
  RenewedShape,
  renewedToWire,
  TermShape,
  TermsBody,
  TermsShape,
  termWithRenewals,
  toForecastRequest,
  toOwnRequest,
  toRequest,
  toWanted,
} from './wire.ts'

const tag = 'Unit terms'
const many = { provider: bare(TermsShape), partner: bare(TermsShape) }
const one = { provider: bare(TermShape), partner: bare(TermShape) }
const renewed = { provider: bare(RenewedShape), partner: bare(RenewedShape) }

/** Under `/console/unit-terms`. */
export const consoleTermRoutes = [
  route({
    method: 'GET',
    path: '',
    tag,
    summary: 'List the terms of units, soonest to end first',
    description: 'Up to 1000. Units without a term are left out.',
    query: exact({
      ids: Type.Optional(Type.String({ description: 'Only these units, separated by commas.' })),
      account_ids: Type.Optional(Type.String({ description: 'Only units of these accounts, separated by commas.' })),
      state: Type.Optional(EnumOf(termStates, 'Only terms in this state.')),
    }),
    replies: many,
    handle: (call, { query }) =>
      listTerms(call, {
        unitIds: numberIds(query.ids),
        accountIds: numberIds(query.account_ids, 'account_ids'),
        state: query.state,
      }),
  }),
  route({
    method: 'PUT',
    path: '',
    right: 'bills',
    tag,
    summary: 'Set or remove the terms of units',
    description:
      'For corrections, and for terms sold before. A day in the past ends the term at once; null removes it. Nothing ' +
      'is charged. Either all are set, or none.',
    body: TermsBody,
    replies: many,
    handle: (call, { body }) => setTerms(call, toWanted(body)),
  }),
  route({
    method: 'POST',
    path: '/renewals',
    right: 'bills',
    tag,
    summary: 'Renew units',
    description:
      'A term that has not ended continues where it ends; one that has ended begins today. With an invoice, each client gets ' +
      'one with a line for each unit, and the terms are extended once it is paid, or once it is issued if the prices say ' +
      'so. Either all are renewed, or none.',
    body: RenewalBody,
    replies: renewed,
    handle: async (call, { body }) => renewedToWire(await renewUnits(call, toRequest(body))),
  }),
  route({
    method: 'GET',
    path: '/forecast',
    tag,
    summary: 'Forecast the terms of units',
    description:
      'When terms become due and end in the coming months, and what renewals will cost at the prices of that day. ' +
      'With `payments=on_time`, each unit is renewed on its last paid day, for as many months as the last time, or for one.',
    query: ForecastQuery,
    replies: { provider: bare(ForecastShape), partner: bare(ForecastShape) },
    handle: async (call, { query }) => forecastToWire(await forecastTerms(call, toForecastRequest(query))),
  }),
  route({
    method: 'GET',
    path: '/:id',
    tag,
    summary: 'Read the term of a unit and its renewals',
    params: byNumber('unit'),
    replies: one,
    handle: async (call, { params }) => termWithRenewals(await readTerm(call, params.id)),
  }),
]

export const clientRoutes = [
  plainRoute<ClientCall, Operation>()({
    method: 'GET',
    path: '/unit-terms',
    operation: 'client.view',
    tag: 'Units',
    summary: 'List the terms of units',
    description:
      'Units without a term are left out. Of a unit whose term has `expired`, only its name and the time of its last ' +
      'message are shown until it is renewed. Its data is still stored.',
    reply: bare(Type.Array(OwnTermShape)),
    handle: async (call) => {
      const can_renew = await mayRenewThemselves(call)
      return (await listOwnTerms(call, call.account)).map((term) => ({
        ...term,
        can_renew: can_renew && term.invoiceId === null,
      }))
    },
  }),
  plainRoute<ClientCall, Operation>()({
    method: 'POST',
    path: '/unit-terms/renewals',
    operation: 'client.collect',
    tag: 'Units',
    summary: 'Renew units',
    description:
      'For clients whose prices allow it. Creates an invoice with a line for each unit; the terms are extended once it is ' +
      'paid. Either all are renewed, or none.',
    body: OwnRenewalBody,
    reply: bare(RenewedShape),
    handle: async (call, { body }) => renewedToWire(await renewOwnUnits(call, toOwnRequest(body))),
  }),
]
