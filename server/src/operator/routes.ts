/** The rows of the platform's own team, mounted at /operator. */
import type { Job } from '../jobs/job.ts'
import Type from 'typebox'
import { approveCompany, listUnverified, listWaiting, rejectCompany, verifyPaymentInfo } from '../company/actions.ts'
import type { OperatorCall } from '../staff/call.ts'
import { dealerSorts, type ListedDealer, listDealerPage, readDealer, suspendDealer } from '../dealers/actions.ts'
import { listing, listParameters, numberIds, search } from '../http/lists.ts'
import { bare, bareList, byNumber, byUuid, plainRoute } from '../http/route.ts'
import { listLobby } from '../lobby/actions.ts'
import { LobbyShape, lobbyToWire } from '../lobby/wire.ts'
import { listMailPage, mailSorts, type PostedMail, retryMail } from '../mail/outbox.ts'
import {
  createOffer,
  createServiceOffer,
  endServiceOffer,
  listOffers,
  listServiceOffers,
  listSubscriptionOffers,
  managedApplications,
  setOfferStatus,
  setSubscriptionPrice,
} from '../plans/actions.ts'
import { openDealer, readBackups, readCatalogue, readHealth, readJobs, startBackup } from './actions.ts'
import {
  ApplicationShape,
  applicationToWire,
  OfferBody,
  OfferShape,
  OfferStatusBody,
  offerToWire,
  ServiceOfferBody,
  ServiceOfferShape,
  SubscriptionOfferShape,
  SubscriptionPlanParams,
  SubscriptionPriceBody,
  serviceOfferToWire,
  subscriptionOfferToWire,
  toNewOffer,
  toNewServiceOffer,
} from './offers-wire.ts'
import {
  BackupShape,
  backupToWire,
  CatalogueShape,
  catalogueToWire,
  DealerShape,
  dealerToWire,
  HealthShape,
  healthToWire,
  JobShape,
  jobToWire,
  MailShape,
  MailState,
  mailToWire,
  NewDealerBody,
  NewDealerShape,
  ReviewShape,
  reviewToWire,
  toNewDealer,
  WaitingPaymentShape,
  waitingPaymentToWire,
} from './wire.ts'

const route = plainRoute<OperatorCall>()
const dealers = 'Dealers'
const reviews = 'Reviews'
const offers = 'Plans'
const machine = 'Installation'
const ofDealer = byNumber('dealer')

const showDealer = async (call: OperatorCall, id: number) => dealerToWire(await readDealer(call, id))

const dealerRows = [
  route({
    method: 'GET',
    path: '/dealers',
    tag: dealers,
    summary: 'List the dealers',
    query: Type.Object(
      {
        verified: Type.Optional(
          Type.Boolean({ description: 'Only those whose payment information is (or is not) verified and agreed to.' }),
        ),
        suspended: Type.Optional(Type.Boolean({ description: 'Only those that are (or are not) suspended.' })),
        ...search,
        ...listParameters,
      },
      { additionalProperties: false },
    ),
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
    summary: 'Make a dealer',
    description: 'With its first access token, which is shown only now, and an invitation of its first owner if named.',
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
    summary: 'Verify the payment information of a dealer and record its agreement to the offer',
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
      'Its tokens and its people are answered 403 from this moment on. Its clients, their trackers and billing automation ' +
      'go on as before. Suspending again changes nothing.',
    params: ofDealer,
    reply: bare(DealerShape),
    handle: async (call, { params }) => {
      await suspendDealer(call, params.id, true)
      return showDealer(call, params.id)
    },
  }),
  route({
    method: 'POST',
    path: '/dealers/:id/resume',
    tag: dealers,
    summary: 'Let a suspended dealer in again',
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
    summary: 'List the company cards that wait for review, each with what would change',
    description: 'The oldest first: cards with a change, and new ones that nobody has looked at.',
    reply: bare(Type.Array(ReviewShape)),
    handle: async (call) => (await listWaiting(call)).map(reviewToWire),
  }),
  route({
    method: 'POST',
    path: '/reviews/:id/approve',
    tag: reviews,
    summary: 'Approve a company card with the change that waits',
    params: ofDealer,
    reply: bare(ReviewShape),
    handle: async (call, { params }) => reviewToWire(await approveCompany(call, params.id)),
  }),
  route({
    method: 'POST',
    path: '/reviews/:id/reject',
    tag: reviews,
    summary: 'Drop the change of a company card that waits',
    description: 'The card stays as it was.',
    params: ofDealer,
    reply: bare(ReviewShape),
    handle: async (call, { params }) => reviewToWire(await rejectCompany(call, params.id)),
  }),
  route({
    method: 'GET',
    path: '/payment-information',
    tag: reviews,
    summary: 'List payment information that is filled in and waits to be verified',
    reply: bare(Type.Array(WaitingPaymentShape)),
    handle: async (call) => (await listUnverified(call)).map(waitingPaymentToWire),
  }),
]

const planRows = [
  route({
    method: 'GET',
    path: '/applications',
    tag: offers,
    summary: 'List the applications that plans are offered for, with their quotas and modules',
    reply: bare(Type.Array(ApplicationShape)),
    handle: async () => managedApplications().map(applicationToWire),
  }),
  route({
    method: 'GET',
    path: '/provider-plans',
    tag: offers,
    summary: 'List what dealers can found client plans on, and what they could before',
    reply: bare(Type.Array(OfferShape)),
    handle: async (call) => (await listOffers(call)).map(offerToWire),
  }),
  route({
    method: 'POST',
    path: '/provider-plans',
    tag: offers,
    summary: 'Offer a new provider plan',
    description: 'What was offered cannot be changed, for plans of dealers stand on it: archive it and offer another.',
    body: OfferBody,
    reply: bare(OfferShape, 201),
    handle: async (call, { body }) => offerToWire(await createOffer(call, toNewOffer(body))),
  }),
  route({
    method: 'PATCH',
    path: '/provider-plans/:id',
    tag: offers,
    summary: 'Archive a provider plan, or open it again',
    params: byUuid('provider plan'),
    body: OfferStatusBody,
    reply: bare(OfferShape),
    handle: async (call, { params, body }) => {
      call.judge()
      return offerToWire(await setOfferStatus(call, params.id, body.status))
    },
  }),
  route({
    method: 'GET',
    path: '/service-plans',
    tag: offers,
    summary: 'List the fees for services',
    reply: bare(Type.Array(ServiceOfferShape)),
    handle: async (call) => (await listServiceOffers(call)).map(serviceOfferToWire),
  }),
  route({
    method: 'POST',
    path: '/service-plans',
    tag: offers,
    summary: 'Introduce a fee for a service',
    body: ServiceOfferBody,
    reply: bare(ServiceOfferShape, 201),
    handle: async (call, { body }) => serviceOfferToWire(await createServiceOffer(call, toNewServiceOffer(body))),
  }),
  route({
    method: 'POST',
    path: '/service-plans/:id/end',
    tag: offers,
    summary: 'End a fee for a service',
    description: 'For ever; ending it again changes nothing.',
    params: byUuid('service plan'),
    reply: bare(ServiceOfferShape),
    handle: async (call, { params }) => serviceOfferToWire(await endServiceOffer(call, params.id)),
  }),
  route({
    method: 'GET',
    path: '/subscription-plans',
    tag: offers,
    summary: 'List the subscription plans of clients',
    reply: bare(Type.Array(SubscriptionOfferShape)),
    handle: async (call) => (await listSubscriptionOffers(call)).map(subscriptionOfferToWire),
  }),
  route({
    method: 'PATCH',
    path: '/subscription-plans/:app_id/:name',
    tag: offers,
    summary: 'Set what a month of a subscription plan costs, or take it off sale',
    description: 'For dealers and for clients who buy it themselves. What was ordered before keeps its price.',
    params: SubscriptionPlanParams,
    body: SubscriptionPriceBody,
    reply: bare(SubscriptionOfferShape),
    handle: async (call, { params, body }) =>
      subscriptionOfferToWire(await setSubscriptionPrice(call, params.app_id, params.name, body)),
  }),
]

const lobbyMax = 1000

const machineRows = (jobs: readonly Job[]) => [
  route({
    method: 'GET',
    path: '/catalogue',
    tag: machine,
    summary: 'Read the device catalogue with how many units there are of each',
    reply: bare(CatalogueShape),
    handle: async (call) => catalogueToWire(await readCatalogue(call)),
  }),
  route({
    method: 'GET',
    path: '/lobby',
    tag: machine,
    summary: 'List trackers that have called and have no unit, the latest first',
    query: Type.Object(
      {
        limit: Type.Optional(
          Type.Integer({ minimum: 1, maximum: lobbyMax, description: `At most so many; ${lobbyMax} unless said.` }),
        ),
      },
      { additionalProperties: false },
    ),
    reply: bare(Type.Array(LobbyShape)),
    handle: async (call, { query }) =>
      (await listLobby(call, query.limit ?? lobbyMax)).map((entry) => lobbyToWire({ ...entry, nearest: [] })),
  }),
  route({
    method: 'GET',
    path: '/jobs',
    tag: machine,
    summary: 'List the jobs with how far they lag behind',
    reply: bare(Type.Array(JobShape)),
    handle: async (call) => (await readJobs(call, jobs)).map(jobToWire),
  }),
  route({
    method: 'GET',
    path: '/mails',
    tag: machine,
    summary: 'List the mails of the outbox',
    description: 'Never with what they say: that may hold a one-time link. `sort=-id` begins with the newest.',
    query: Type.Object(
      {
        state: Type.Optional({ ...MailState, description: 'Only those in this state.' }),
        ...search,
        fields: listParameters.fields,
        limit: listParameters.limit,
        cursor: listParameters.cursor,
        sort: listParameters.sort,
      },
      { additionalProperties: false },
    ),
    reply: bareList(MailShape),
    handle: (call, { query }) =>
      listing<PostedMail>({
        sorts: mailSorts,
        read: (page) => listMailPage(call, { state: query.state, q: query.q }, page),
        toWire: mailToWire,
      }),
  }),
  route({
    method: 'POST',
    path: '/mails/:id/retry',
    tag: machine,
    summary: 'Try a mail again that was given up',
    params: byNumber('mail'),
    reply: bare(MailShape),
    handle: async (call, { params }) => mailToWire(await retryMail(call, params.id)),
  }),
  route({
    method: 'GET',
    path: '/health',
    tag: machine,
    summary: 'Read how storage, ingest and mail are doing',
    reply: bare(HealthShape),
    handle: async (call) => healthToWire(await readHealth(call)),
  }),
  route({
    method: 'GET',
    path: '/backups',
    tag: machine,
    summary: 'List the backups in the data folder, the newest first',
    reply: bare(Type.Array(BackupShape)),
    handle: async (call) => (await readBackups(call)).map(backupToWire),
  }),
  route({
    method: 'POST',
    path: '/backups',
    tag: machine,
    summary: 'Make a backup',
    description:
      'The answer comes when it has begun; the list says when it is done. It lies in the data folder of the server and ' +
      'cannot be restored without the key of the installation.',
    reply: bare(Type.Object({ name: Type.String() }, { title: 'StartedBackup' }), 202),
    handle: async (call) => ({ name: (await startBackup(call)).name }),
  }),
]

/** The jobs come from outside: this wing does not know the timetable. */
export const operatorRoutes = (jobs: readonly Job[]) => [...dealerRows, ...reviewRows, ...planRows, ...machineRows(jobs)]
