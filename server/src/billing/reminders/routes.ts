import { bare, byNumber, route } from '#kernel/api/route.ts'
import { listReminders, readSettings, readTerms, setSettings, setTerms } from './actions.ts'
import {
  SettingsBody,
  SettingsShape,
  settingsToWire,
  TermsBody,
  TermsShape,
  termsToWire,
  toSettings,
  toTerms,
} from './wire.ts'

const tag = 'Client invoices'
const settings = { provider: bare(SettingsShape), partner: bare(SettingsShape) }
const terms = { provider: bare(TermsShape), partner: bare(TermsShape) }

/** Under `/console/reminders`. */
export const reminderRoutes = [
  route({
    method: 'GET',
    path: '',
    tag,
    summary: 'Read how clients are reminded of invoices',
    replies: settings,
    handle: async (call) => settingsToWire(await readSettings(call)),
  }),
  route({
    method: 'PUT',
    path: '',
    right: 'manage',
    tag,
    summary: 'Set how clients are reminded of invoices',
    description:
      'Steps whose day has passed are not sent later: turning reminders on sends nothing for days before today. ' +
      'The payment reminder, due date and block of billing automation are not affected.',
    body: SettingsBody,
    replies: settings,
    handle: async (call, { body }) => settingsToWire(await setSettings(call, toSettings(body))),
  }),
]

/** Under `/console/accounts`. */
export const accountReminderRoutes = [
  route({
    method: 'GET',
    path: '/:id/reminders',
    tag,
    summary: 'Read how a client is reminded of invoices, and what was sent',
    description: 'The last 100 reminders, newest first.',
    params: byNumber('account'),
    replies: terms,
    handle: async (call, { params }) =>
      termsToWire(await readTerms(call, params.id), await listReminders(call, { account: params.id })),
  }),
  route({
    method: 'PUT',
    path: '/:id/reminders',
    right: 'bills',
    tag,
    summary: 'Set how a client is reminded of invoices, or pause its reminders',
    params: byNumber('account'),
    body: TermsBody,
    replies: terms,
    handle: async (call, { params, body }) =>
      termsToWire(await setTerms(call, params.id, toTerms(body)), await listReminders(call, { account: params.id })),
  }),
]
