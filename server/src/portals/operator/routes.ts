/** The routes of the platform's staff, mounted at /operator. */

import Type from 'typebox'
import {
  createOffer,
  createServiceOffer,
  endServiceOffer,
  listOffers,
  listServiceOffers,
  listSubscriptionOffers,
  managedApplications,
  setOfferStatus,
  setSubscriptionTerms,
} from '#billing/plans/actions.ts'
import { providerPlanToWire, servicePlanToWire } from '#billing/plans/wire.ts'
import {
  approveCompany,
  listUnverified,
  listWaiting,
  rejectCompany,
  verifyPaymentInfo,
} from '#identity/company/actions.ts'
import { paymentInfoToWire } from '#identity/company/wire.ts'
import { dealerSorts, type ListedDealer, listDealerPage, readDealer, suspendDealer } from '#identity/dealers/actions.ts'
import type { OperatorCall } from '#identity/staff/call.ts'
import { exact, like } from '#kernel/api/fields.ts'
import { listing, listParameters, numberIds, search } from '#kernel/api/lists.ts'
import { bare, bareList, byNumber, byUuid, plainRoute } from '#kernel/api/route.ts'
import { openDealer } from './actions.ts'
import {
  ApplicationShape,
  applicationToWire,
  OfferBody,
  OfferShape,
  OfferStatusBody,
  ServiceOfferBody,
  ServiceOfferShape,
  SubscriptionOfferShape,
  SubscriptionPlanParams,
  SubscriptionTermsBody,
  toNewOffer,
  toNewServiceOffer,
  toTerms,
} from './offers-wire.ts'
import { machineRows } from './upkeep/machine-routes.ts'
import { upkeepRows } from './upkeep/upkeep-routes.ts'
import {
  DealerShape,
  dealerToWire,
  NewDealerBody,
  NewDealerShape,
  ReviewShape,
  reviewToWire,
  toNewDealer,
  WaitingPaymentShape,
} from './wire.ts'

const route = plainRoute<OperatorCall>()
const dealers = 'Dealers'
const reviews = 'Reviews'
const offers = 'Plans'
const ofDealer = byNumber('dealer')

const showDealer = async (call: OperatorCall, id: number) => dealerToWire(await readDealer(call, id))

const dealerRows = [
  route({
    method: 'GET',
    path: '/dealers',
    tag: dealers,
    summary: 'List dealers',
    query: exact({
      verified: Type.Optional(
        Type.Boolean({ description: 'Only dealers whose billing details are, or are not, verified.' }),
      ),
      suspended: Type.Optional(Type.Boolean({ description: 'Only dealers that are, or are not, suspended.' })),
      ...search,
      ...listParameters,
    }),
    reply: bareList(DealerShape),
    handle: (call, { query }) => {
      const filter = {
        ids: numberIds(query.ids),
        isVerified: query.verified,
        isSuspended: query.suspended,
        q: query.q,
      }
      return listing<ListedDealer>({
        sorts: dealerSorts,
        read: (page) => listDealerPage(call, filter, page),
        toWire: dealerToWire,
      })
    },
  }),
  route({
    method: 'POST',
    path: '/dealers',
    tag: dealers,
    summary: 'Create a dealer',
    description: 'Returns its first access token, shown once, and invites its first owner if named.',
    body: NewDealerBody,
    reply: bare(NewDealerShape, 201),
    handle: async (call, { body }) => {
      const { dealerId, accessToken, invitationUrl } = await openDealer(call, toNewDealer(body))
      return { dealer_id: dealerId, access_token: accessToken, invitation_url: invitationUrl }
    },
  }),
  route({
    method: 'GET',
    path: '/dealers/:id',
    tag: dealers,
    summary: 'Read a dealer',
    params: ofDealer,
    reply: bare(DealerShape),
    handle: (call, { params }) => showDealer(call, params.id),
  }),
  route({
    method: 'POST',
    path: '/dealers/:id/verify',
    tag: dealers,
    summary: 'Verify a dealer’s billing details and record its agreement to the offer',
    params: ofDealer,
    reply: bare(DealerShape),
    handle: async (call, { params }) => {
      await verifyPaymentInfo(call, params.id)
      return showDealer(call, params.id)
    },
  }),
  route({
    method: 'POST',
    path: '/dealers/:id/suspend',
    tag: dealers,
    summary: 'Suspend a dealer',
    description:
      'Its tokens and staff get 403 from now on. Its clients, their trackers and billing automation continue as ' +
      'before. Suspending again changes nothing.',
    params: ofDealer,
    reply: bare(like(DealerShape, { suspended_at: 1790000000 })),
    handle: async (call, { params }) => {
      await suspendDealer(call, params.id, true)
      return showDealer(call, params.id)
    },
  }),
  route({
    method: 'POST',
    path: '/dealers/:id/resume',
    tag: dealers,
    summary: 'Reinstate a suspended dealer',
    params: ofDealer,
    reply: bare(DealerShape),
    handle: async (call, { params }) => {
      await suspendDealer(call, params.id, false)
      return showDealer(call, params.id)
    },
  }),
]

const reviewRows = [
  route({
    method: 'GET',
    path: '/reviews',
    tag: reviews,
    summary: 'List company profiles waiting for review, with their changes',
    description: 'Oldest first: profiles with a pending change, and new ones.',
    reply: bare(Type.Array(ReviewShape)),
    handle: async (call) => (await listWaiting(call)).map(reviewToWire),
  }),
  route({
    method: 'POST',
    path: '/reviews/:id/approve',
    tag: reviews,
    summary: 'Approve a company profile with its pending change',
    params: ofDealer,
    reply: bare(ReviewShape),
    handle: async (call, { params }) => reviewToWire(await approveCompany(call, params.id)),
  }),
  route({
    method: 'POST',
    path: '/reviews/:id/reject',
    tag: reviews,
    summary: 'Reject the pending change of a company profile',
    description: 'The profile stays as it was.',
    params: ofDealer,
    reply: bare(ReviewShape),
    handle: async (call, { params }) => reviewToWire(await rejectCompany(call, params.id)),
  }),
  route({
    method: 'GET',
    path: '/payment-information',
    tag: reviews,
    summary: 'List billing details waiting for verification',
    reply: bare(Type.Array(WaitingPaymentShape)),
    handle: async (call) => (await listUnverified(call)).map(paymentInfoToWire),
  }),
]

const planRows = [
  route({
    method: 'GET',
    path: '/applications',
    tag: offers,
    summary: 'List applications with their quotas and modules',
    reply: bare(Type.Array(ApplicationShape)),
    handle: async () => managedApplications().map(applicationToWire),
  }),
  route({
    method: 'GET',
    path: '/provider-plans',
    tag: offers,
    summary: 'List provider plans, including former ones',
    reply: bare(Type.Array(OfferShape)),
    handle: async (call) => (await listOffers(call)).map(providerPlanToWire),
  }),
  route({
    method: 'POST',
    path: '/provider-plans',
    tag: offers,
    summary: 'Create a provider plan',
    description:
      'A provider plan cannot be changed, because client plans are based on it: archive it and create another.',
    body: OfferBody,
    reply: bare(OfferShape, 201),
    handle: async (call, { body }) => providerPlanToWire(await createOffer(call, toNewOffer(body))),
  }),
  route({
    method: 'PATCH',
    path: '/provider-plans/:id',
    tag: offers,
    summary: 'Archive or reopen a provider plan',
    params: byUuid('provider plan'),
    body: OfferStatusBody,
    reply: bare(OfferShape),
    handle: async (call, { params, body }) => {
      call.validate()
      return providerPlanToWire(await setOfferStatus(call, params.id, body.status))
    },
  }),
  route({
    method: 'GET',
    path: '/service-plans',
    tag: offers,
    summary: 'List platform fees',
    reply: bare(Type.Array(ServiceOfferShape)),
    handle: async (call) => (await listServiceOffers(call)).map(servicePlanToWire),
  }),
  route({
    method: 'POST',
    path: '/service-plans',
    tag: offers,
    summary: 'Create a platform fee',
    body: ServiceOfferBody,
    reply: bare(ServiceOfferShape, 201),
    handle: async (call, { body }) => servicePlanToWire(await createServiceOffer(call, toNewServiceOffer(body))),
  }),
  route({
    method: 'POST',
    path: '/service-plans/:id/end',
    tag: offers,
    summary: 'End a platform fee',
    description: 'Permanent. Ending it again changes nothing.',
    params: byUuid('service plan'),
    reply: bare(ServiceOfferShape),
    handle: async (call, { params }) => servicePlanToWire(await endServiceOffer(call, params.id)),
  }),
  route({
    method: 'GET',
    path: '/subscription-plans',
    tag: offers,
    summary: 'List subscription plans for clients',
    reply: bare(Type.Array(SubscriptionOfferShape)),
    handle: (call) => listSubscriptionOffers(call),
  }),
  route({
    method: 'PATCH',
    path: '/subscription-plans/:app_id/:name',
    tag: offers,
    summary: 'Set the monthly price and the limits per unit of a subscription plan, or take it off sale',
    description: 'For dealers and for clients who buy it themselves. Existing orders keep their price.',
    params: SubscriptionPlanParams,
    body: SubscriptionTermsBody,
    reply: bare(SubscriptionOfferShape),
    handle: (call, { params, body }) => setSubscriptionTerms(call, params.app_id, params.name, toTerms(body)),
  }),
]

export const operatorRoutes = (...upkeep: Parameters<typeof upkeepRows>) => [
  ...dealerRows,
  ...reviewRows,
  ...planRows,
  ...machineRows,
  ...upkeepRows(...upkeep),
]
