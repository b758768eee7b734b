import Type from 'typebox'
import type { Operation } from '#identity/access/access.ts'
import type { ClientCall } from '#identity/sessions/call.ts'
import { ownedRoutes } from '#identity/sessions/owned-rows.ts'
import { exact, TimeInput, timeInput } from '#kernel/api/fields.ts'
import { isUuid, listing, listParameters, numberIds } from '#kernel/api/lists.ts'
import { bare, bareList, byUuid, plainRoute } from '#kernel/api/route.ts'
import { refuse } from '#kernel/errors.ts'
import { fromSeconds } from '#kernel/time/clock.ts'
import { eventKinds } from '../geofences/actions.ts'
import {
  EventShape,
  EventsBody,
  eventToWire,
  geofenceIdOf,
  kindsOf,
  ofGeofence,
  timeFilters,
} from '../geofences/wire.ts'
import {
  changeRule,
  countUnread,
  createRule,
  listNotifications,
  listRules,
  notificationSorts,
  readNotification,
  readReachable,
  readRule,
  readsCommands,
  removeRule,
  restingOf,
} from './actions.ts'
import {
  askForCode,
  changeChannel,
  confirmChannel,
  createChannel,
  listChannels,
  readChannel,
  removeChannel,
} from './delivery/channel-actions.ts'
import {
  ChannelChangeBody,
  ChannelShape,
  CodeBody,
  channelToWire,
  MadeChannelShape,
  madeToWire,
  NewChannelBody,
  PushKeyShape,
  TestedShape,
  testedToWire,
} from './delivery/channel-wire.ts'
import { sendTest } from './delivery/delivery.ts'
import { pushKeysOf } from './delivery/push.ts'
import { NotificationShape, notificationToWire } from './notification-wire.ts'
import { explainRule } from './preview/explain.ts'
import { previewRule } from './preview/preview.ts'
import { ExplainedShape, explainedToWire, PreviewBody, PreviewShape, previewToWire } from './preview/preview-wire.ts'
import type { Rule } from './rule.ts'
import { seeEvent, seeEvents, seeNotification, seeNotifications } from './seen.ts'
import { NewRuleBody, RuleChangeBody, RuleShape, ruleToWire, toInput } from './wire.ts'

const route = plainRoute<ClientCall, Operation>()
const events = { tag: 'Events', module: 'unit_event' } as const
const basic = { tag: 'Notifications', module: 'notification' } as const
const extended = { tag: 'Notifications', module: 'extended_notification' } as const
const view = 'client.view'
// Where the vehicles were, and who is notified, is for the owner alone.
const readPast = 'client.read-messages'
const share = 'client.share'
const rule = byUuid('rule')
const channel = byUuid('channel')
const notification = byUuid('notification')

const shown = async (call: ClientCall, one: Rule) =>
  ruleToWire(one, (await restingOf(call))(one.condition), readsCommands(call))

export const clientRoutes = [
  route({
    ...basic,
    method: 'GET',
    path: '/notifications',
    operation: readPast,
    summary: 'List notifications, newest first',
    description:
      'Every notification names its rule and the data behind it. If later data disproves it, it is marked as ' +
      'withdrawn and no longer sent.',
    query: exact({
      limit: listParameters.limit,
      cursor: listParameters.cursor,
      unit_ids: Type.Optional(Type.String({ description: 'Only of these units, separated by commas.' })),
      rule_id: Type.Optional(Type.String({ description: 'Only of this rule.' })),
      kind: Type.Optional(
        Type.String({ description: 'Only of these kinds, such as `sos` or `condition`, separated by commas.' }),
      ),
      geofence_id: ofGeofence,
      ...timeFilters,
      acknowledged: Type.Optional(Type.Boolean({ description: 'Only events that were, or were not, acknowledged.' })),
    }),
    reply: bareList(NotificationShape),
    handle: async (call, { query }) => {
      const { rule_id: ruleId, acknowledged: isAcknowledged, from, to } = query
      if (ruleId !== undefined && !isUuid(ruleId)) refuse('NOT_FOUND', 'This rule does not exist.')
      const kinds = kindsOf(query.kind, [...eventKinds, 'silence', 'service', 'document', 'conflict', 'test'])
      const unitIds = numberIds(query.unit_ids, 'unit_ids')
      const question = { unitIds, ruleId, kinds, geofenceId: geofenceIdOf(query), from, to, isAcknowledged }
      const read = (page: Parameters<typeof listNotifications>[2]) => listNotifications(call, question, page)
      return listing<Awaited<ReturnType<typeof read>>[number]>({
        ...{ sorts: notificationSorts, sort: '-id', read, toWire: notificationToWire },
      })
    },
  }),
  route({
    ...basic,
    method: 'GET',
    path: '/notifications/unread',
    operation: readPast,
    summary: 'Count unseen notifications',
    reply: bare(Type.Object({ count: Type.Integer({ example: 3 }) }, { title: 'UnreadNotifications' })),
    handle: async (call) => ({ count: await countUnread(call) }),
  }),
  route({
    ...basic,
    method: 'PUT',
    path: '/notifications/acknowledged',
    operation: 'client.acknowledge',
    summary: 'Mark all notifications up to a time as seen',
    body: exact({ until: TimeInput }),
    reply: bare(Type.Object({ acknowledged: Type.Integer() }, { title: 'Acknowledged' })),
    // A second may contain many: everything within the named one was seen.
    handle: async (call, { body }) => ({
      acknowledged: await seeNotifications(call, { until: fromSeconds((body.until ?? 0) + 0.999) }),
    }),
  }),
  route({
    ...basic,
    method: 'GET',
    path: '/notifications/:id',
    operation: readPast,
    summary: 'Read a notification',
    params: notification,
    reply: bare(NotificationShape),
    handle: async (call, { params }) => notificationToWire(await readNotification(call, params.id)),
  }),
  route({
    ...basic,
    method: 'PUT',
    path: '/notifications/:id/acknowledged',
    operation: 'client.acknowledge',
    summary: 'Mark a notification as seen',
    description: 'The first time counts. Its event, and other notifications about it, are acknowledged too.',
    params: notification,
    reply: bare(NotificationShape),
    handle: async (call, { params }) => notificationToWire(await seeNotification(call, params.id)),
  }),
  route({
    ...events,
    method: 'PUT',
    path: '/events/:id/acknowledged',
    operation: 'client.acknowledge',
    summary: 'Acknowledge an event',
    description: 'The first time counts. Notifications about it are acknowledged too.',
    params: byUuid('event'),
    reply: bare(EventShape),
    handle: async (call, { params }) => eventToWire(await seeEvent(call, params.id)),
  }),
  route({
    ...events,
    method: 'PUT',
    path: '/events/acknowledged',
    operation: 'client.acknowledge',
    summary: 'Acknowledge several events',
    description:
      'Only the events you name, so events that arrive meanwhile stay new. The first time counts; events that no longer exist ' +
      'are left out. Notifications about them are acknowledged too.',
    body: EventsBody,
    reply: bare(
      Type.Object({ acknowledged: Type.Integer({ description: 'Number of events not acknowledged before.' }) }),
    ),
    handle: async (call, { body }) => ({ acknowledged: await seeEvents(call, body.event_ids) }),
  }),
  route({
    ...basic,
    method: 'GET',
    path: '/notification-rules',
    operation: view,
    summary: 'List the rules, by name',
    reply: bare(Type.Array(RuleShape)),
    handle: async (call) => {
      const resting = await restingOf(call)
      return (await listRules(call)).map((one) => ruleToWire(one, resting(one.condition), readsCommands(call)))
    },
  }),
  ...ownedRoutes({
    ...{ ...basic, path: '/notification-rules', params: rule, shape: RuleShape },
    operations: { view, change: share },
    toWire: (one: Rule, call) => shown(call, one),
    create: {
      summary: 'Create a notification rule',
      description:
        'As many as the limit `triggers` of the account allows, then 409 `QUOTA_EXCEEDED`. Conditions by parameter and channels ' +
        'need the module `extended_notification`, alarms `unit_event`, geofences `geofence`, services `maintenance`; without it ' +
        '403. A rule applies from the moment it is created.',
      body: NewRuleBody,
      handle: (call, body) => {
        const { input, problems } = toInput(body)
        return createRule(call, { ...input, name: body.name, condition: input.condition! }, problems)
      },
    },
    read: { summary: 'Read a rule', handle: readRule },
    change: {
      summary: 'Change a rule',
      description:
        'A new condition, schedule or zone, or turning it on, restarts the rule: it ignores what happened before. Only what changes needs its module.',
      body: RuleChangeBody,
      handle: (call, id, body) => {
        const { input, problems } = toInput(body)
        return changeRule(call, id, input, problems)
      },
    },
    remove: { summary: 'Delete a rule', description: 'Its notifications stay in the list.', handle: removeRule },
  }),
  route({
    ...basic,
    method: 'POST',
    path: '/notification-rules/:id/test',
    operation: share,
    summary: 'Send a test through the channels of a rule',
    description:
      'Sent immediately, also to the list. The answer has the result for each channel. Ten per hour. Channels require the module `extended_notification`.',
    params: rule,
    reply: bare(Type.Array(TestedShape)),
    handle: async (call, { params }) => {
      const tested = await readReachable(call, params.id)
      const own = (await listChannels(call)).filter(({ id }) => tested.channelIds.includes(id))
      return (await sendTest(call, tested, own)).map(testedToWire)
    },
  }),
  route({
    ...basic,
    method: 'POST',
    path: '/notification-rules/preview',
    operation: readPast,
    summary: 'Try a rule on the last 30 days without saving it',
    description:
      'Which notifications the rule would have created from stored messages and events. Nothing is sent or saved. An account ' +
      'can run one preview at a time; another is refused with 409. A preview stops after a few seconds and says how many ' +
      'units it checked. `silence` is found by when messages arrived, `service` by trips and days.',
    body: PreviewBody,
    reply: bare(PreviewShape),
    handle: async (call, { body }) => {
      const { input, problems } = toInput(body)
      return previewToWire(await previewRule(call, { ...input, condition: input.condition! }, problems))
    },
  }),
  route({
    ...basic,
    method: 'GET',
    path: '/notification-rules/:id/explanation',
    operation: readPast,
    summary: 'Explain why a rule did or did not notify',
    description: 'For one unit and one minute. Uses settings and counters as they are now.',
    params: rule,
    query: exact({
      unit_id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: 'The unit.' }),
      at: timeInput('Start of the minute, in unix seconds.'),
    }),
    reply: bare(ExplainedShape),
    handle: async (call, { params, query }) =>
      explainedToWire(await explainRule(call, params.id, query.unit_id, query.at)),
  }),
  route({
    ...extended,
    method: 'GET',
    path: '/push-key',
    operation: share,
    summary: 'Read the key for push notifications',
    description: 'The public key with which this installation identifies itself to push services. It never changes.',
    reply: bare(PushKeyShape),
    handle: async (call) => ({ key: (await pushKeysOf(call)).publicKey.toString('base64url') }),
  }),
  route({
    ...extended,
    method: 'POST',
    path: '/notification-channels',
    operation: share,
    summary: 'Create a channel',
    description:
      'An email address other than the user’s own gets a code, and nothing else until the code is entered. The ' +
      'secret of a webhook is in this answer only; deliveries are signed in the same way as events.',
    body: NewChannelBody,
    reply: bare(MadeChannelShape, 201),
    handle: async (call, { body }) => {
      const { kind, name, address, url, subscription } = body
      return madeToWire(await createChannel(call, { kind, name, address, url, subscription }))
    },
  }),
  ...ownedRoutes({
    ...{ ...extended, path: '/notification-channels', params: channel, shape: ChannelShape, toWire: channelToWire },
    operations: { view: share, change: share },
    list: { summary: 'List channels by name', handle: listChannels },
    change: {
      summary: 'Rename a channel or turn it on or off',
      description: 'Notifications are not queued for a channel that is off.',
      body: ChannelChangeBody,
      handle: (call, id, { name, enabled: isEnabled }) =>
        changeChannel(call, id, { ...(name !== undefined && { name }), ...(isEnabled !== undefined && { isEnabled }) }),
    },
    remove: { summary: 'Delete a channel', handle: removeChannel },
  }),
  route({
    ...extended,
    method: 'POST',
    path: '/notification-channels/:id/code',
    operation: share,
    summary: 'Request a new code',
    params: channel,
    reply: bare(ChannelShape),
    handle: async (call, { params }) => channelToWire(await askForCode(call, params.id)),
  }),
  route({
    ...extended,
    method: 'PUT',
    path: '/notification-channels/:id/confirmed',
    operation: share,
    summary: 'Confirm an email address with the code sent to it',
    description: 'After five attempts, request a new code.',
    params: channel,
    body: CodeBody,
    reply: bare(ChannelShape),
    handle: async (call, { params, body }) => channelToWire(await confirmChannel(call, params.id, body.code)),
  }),
  route({
    ...extended,
    method: 'POST',
    path: '/notification-channels/:id/test',
    operation: share,
    summary: 'Send a test to a channel',
    params: channel,
    reply: bare(TestedShape),
    handle: async (call, { params }) => {
      const [tested] = await sendTest(call, undefined, [await readChannel(call, params.id)])
      return testedToWire(tested!)
    },
  }),
]
